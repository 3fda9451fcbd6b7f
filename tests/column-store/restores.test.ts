/**
 * A backup is restored, and the copy in the engine is of later commits, whose numbers are given again. Nobody reads it until it was
 * rolled back or built anew.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkCopy } from '@leadloom/server/column-store/check-copy';
import { copyName } from '@leadloom/server/column-store/copy-names';
import { openColumnStore } from '@leadloom/server/column-store/open-column-store';
import { generalRow } from '@leadloom/server/sample-rows/general-row';
import { openEmptyInstallation } from '@leadloom/server/testing/backups.fixture';
import { startCommand } from '@leadloom/server/testing/data-command';
import { addRows } from '@leadloom/server/testing/table-rows';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';
import { tables } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterEach, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { type Feeding, openFeeding } from './testing/feeding.ts';

const { companies } = tables;
const ROWS = 300;
const idsSchema = z.array(z.array(z.string()));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function runCommand(name: 'backup' | 'restore', args: readonly string[], environment: Readonly<Record<string, string>>) {
  const command = startCommand(name, args, environment);
  const code = await command.ended();
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${command.errors()}`);
}

async function makeDirectory(): Promise<string> {
  const directory = await makeTemporaryDirectory('column-store-restores');
  closing.push(() => removeDirectory(directory));
  return directory;
}

const add = ({ database }: Feeding, count: number, from: number) =>
  addRows(
    database,
    companies,
    Array.from({ length: count }, (_, at) => ({ ...generalRow(companies, 1, from + at), sources: ['file'] })),
  );

/** What a server reads of its column store; null: PostgreSQL has to answer. */
function openReader({ settings, database }: Feeding) {
  const log = { warn: () => undefined, info: () => undefined };
  const limits = { statementSeconds: 60, soonMilliseconds: 20_000 };
  const { store, close } = openColumnStore({ settings, database, log, limits });
  closing.push(close);
  return () =>
    store.read('total', [companies], async (reading) => {
      const cells = sql`id, name, city, toString(changed_in)`;
      const rows = await reading.rows(
        sql`select ${cells} from ${reading.tableOf(companies)} where ${reading.isVisible(companies)} order by id`,
      );
      return { version: reading.versionOf(companies), rows };
    });
}

/** The same of the table. */
async function readTable({ database }: Feeding) {
  const { rows } = await database.execute<{ version: string; rows: unknown }>(sql`
    select version, (select jsonb_agg(jsonb_build_array(id::text, name, city, changed_in::text) order by id) from companies) as rows
      from table_versions where table_name = 'companies'`);
  return { version: Number(rows[0]?.version), rows: rows[0]?.rows };
}

it.each(['rolled back', 'built anew'] as const)(
  'after a restore, a copy that is newer than the backup is %s',
  async (how) => {
    const before = await openFeeding();
    closing.push(() => before.close());
    const feeder = before.startFeeder();
    await add(before, ROWS, 0);
    await before.untilFed(feeder, companies);
    await before.database.execute(sql`update companies set city = 'Changed before' where id % 7 = 0`);
    await before.untilFed(feeder, companies);
    const dataDir = await makeDirectory();
    const folder = await makeDirectory();
    await runCommand('backup', [folder], { DATABASE_URL: before.databaseUrl, DATA_DIR: dataDir });
    const atBackup = await readTable(before);

    await before.database.execute(sql`update companies set name = 'Lost ' || id where id % 3 = 0`);
    await before.database.execute(sql`delete from companies where id % 11 = 0`);
    await add(before, 20, ROWS);
    await before.untilFed(feeder, companies);
    const lost = await readTable(before);
    expect(await openReader(before)()).toEqual(lost);
    await feeder.close();
    if (how === 'built anew')
      // As a purge leaves it: versions before the newest one may lack rows.
      await before.engine.client.run({
        text: `insert into purges (copy, version) values ('${copyName(companies)}', ${lost.version})`,
        parameters: {},
      });

    const installation = await openEmptyInstallation(inject('databaseUrl'));
    closing.push(() => installation.remove());
    const [file = ''] = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    await runCommand('restore', [join(folder, file)], {
      DATABASE_URL: installation.databaseUrl,
      DATA_DIR: installation.dataDir,
    });
    const after = await openFeeding({ takesOver: { databaseUrl: installation.databaseUrl, engine: before.engine } });
    closing.push(() => after.close());
    const read = openReader(after);
    expect(await readTable(after)).toEqual(atBackup);
    expect(await read()).toBeNull();
    // Numbers that the lost commits had are given again, to other rows.
    for (let time = 0; (await readTable(after)).version < lost.version; time += 1) {
      await after.database.execute(sql`update companies set city = ${`Restored ${time}`} where id % 5 = ${time % 5}`);
      expect(await read()).toBeNull();
    }

    const next = after.startFeeder();
    let answers = 0;
    const isRight = async () => {
      await next.look();
      const answer = await read();
      if (answer === null) return 0;
      expect(answer).toEqual(await readTable(after));
      answers += 1;
      return answers;
    };
    await expect.poll(isRight, { timeout: 60_000, interval: 20 }).toBeGreaterThan(3);
    await after.database.execute(sql`delete from companies where id % 13 = 0`);
    await add(after, 30, ROWS + 50);
    answers = 0;
    await expect.poll(isRight, { timeout: 60_000, interval: 20 }).toBeGreaterThan(3);

    const layout = { database: after.engine.access.database, cluster: null };
    const checked = await checkCopy({ direct: after.databases.direct, engine: after.engine.client, layout }, companies);
    expect(checked?.different).toEqual([]);
    // A copy that was rolled back still has the rows as they were stored before the backup.
    const old = idsSchema.parse(await after.ask(`select id from ${after.table(companies)} where since <= ${atBackup.version}`));
    expect(old.length > 0).toBe(how === 'rolled back');
    expect(after.failures).toEqual([]);
  },
  240_000,
);
