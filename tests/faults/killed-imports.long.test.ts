import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDataCommand } from '@leadloom/server/testing/data-command';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';
import { openTestImports, type TestImports } from '@leadloom/server/testing/test-import';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from '../security/testing/security.fixture.ts';

/** More than the number from which an empty table is filled beside itself. */
const ROWS = 30_000;
const ROUNDS = 12;
const PATIENCE = { timeout: 60_000, interval: 50 };
const counts = { 'kill points': 0, 'imports that had committed': 0, 'imports that left nothing': 0, 'imports begun again': 0 };

function fileOf(city: string, rows = ROWS): string {
  const lines = Array.from({ length: rows }, (_, row) => `Firm ${row},https://firm${row}.example,${city}`);
  return `name,website,city\n${lines.join('\n')}\n`;
}

describe('the process of an import, killed repeatedly', { timeout: 600_000 }, () => {
  let imports: TestImports;
  let directory: string;
  beforeAll(async () => {
    imports = await openTestImports();
    directory = await makeTemporaryDirectory('killed-imports');
  });
  afterAll(async () => {
    tell('imports, processes killed', counts);
    await imports.close();
    await removeDirectory(directory);
  });

  const query = async (statement: string) => (await imports.database.$client.query(statement)).rows;
  const start = (path: string) =>
    startDataCommand(['import', 'companies', path], { DATABASE_URL: imports.databaseUrl, DATA_DIR: directory });
  /** The database notices the end of a process within seconds. */
  const untilEnded = () =>
    expect.poll(() => query("select from pg_locks where locktype = 'advisory' and classid = 726159"), PATIENCE).toEqual([]);
  const cities = () => query('select city, count(*)::int as rows from companies group by city');
  const statement = (begin: string) =>
    query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and ltrim(query, E' \\n') like '${begin}%'`,
    );

  async function killAt(path: string, { begin, delay }: { readonly begin: string; readonly delay: number }): Promise<void> {
    const command = start(path);
    const ended = command.ended();
    let hasEnded = false;
    void ended.then(() => {
      hasEnded = true;
    });
    while (!hasEnded && (await statement(begin)).length === 0) await sleep(2);
    await sleep(delay);
    command.process.kill('SIGKILL');
    await ended;
    await untilEnded();
    counts['kill points'] += 1;
  }

  it('an empty table has all rows or none, and the next import loads all', async () => {
    const path = join(directory, 'first.csv');
    await writeFile(path, fileOf('Oslo'));
    const begins = ['copy import_rows', 'insert into "import_slot', 'CREATE INDEX', 'analyze "import_slot'];
    for (let round = 0; round < ROUNDS; round += 1) {
      await query('delete from companies');
      await killAt(path, { begin: begins[round % begins.length] ?? '', delay: [0, 30, 150][round % 3] ?? 0 });
      const found = await cities();
      expect([[], [{ city: 'Oslo', rows: ROWS }]]).toContainEqual(found);
      counts[found.length === 0 ? 'imports that left nothing' : 'imports that had committed'] += 1;
    }
    const last = start(path);
    expect(await last.ended(), last.errors()).toBe(0);
    expect(await cities()).toEqual([{ city: 'Oslo', rows: ROWS }]);
    expect(await query("select from pg_class where relnamespace::regnamespace::text like 'import\\_slot\\_%'")).toEqual([]);
  });

  it.each([
    { where: 'in its place', rows: 19_000, begins: ['copy import_rows', 'update "companies"', 'insert into "companies"'] },
    { where: 'beside itself', rows: ROWS, begins: ['insert into "import_slot', 'CREATE INDEX', 'insert into row_changes'] },
  ])('a table with rows that is changed $where has every change or none', async ({ rows, begins }) => {
    await query('delete from companies');
    let city = 'Oslo';
    const path = join(directory, 'next.csv');
    await writeFile(path, fileOf(city, rows - 500));
    expect(await start(path).ended()).toBe(0);
    let before = rows - 500;
    for (const [round, begin] of [...begins, ...begins].entries()) {
      const next = `City ${round}`;
      await writeFile(path, fileOf(next, rows));
      await killAt(path, { begin, delay: [0, 100, 500][round % 3] ?? 0 });
      const found = await cities();
      expect([[{ city, rows: before }], [{ city: next, rows }]]).toContainEqual(found);
      counts[found[0]?.city === city ? 'imports that left nothing' : 'imports that had committed'] += 1;
      [city, before] = [String(found[0]?.city), Number(found[0]?.rows)];
    }
  });

  it('the command begins again after each kill, and rows, report and refused rows are those of one run', async () => {
    const path = join(directory, 'long.csv');
    const refused = Array.from({ length: 3_000 }, (_, row) => `,https://none${row}.example,Oslo`).join('\n');
    await writeFile(
      path,
      `${fileOf('Oslo')}${refused}\n${fileOf('Oslo').replaceAll('firm', 'other').replaceAll('Firm', 'Other')}`,
    );
    const finish = async () => {
      const run = start(path);
      expect(await run.ended(), run.errors()).toBe(0);
      return { report: run.output().replace(/ [\da-f-]{36}/, ''), rejects: await readFile(`${path}.rejects.csv`, 'utf8') };
    };
    await query('delete from companies');
    const whole = await finish();
    for (const begin of ['copy import_rows', 'insert into "import_slot', 'CREATE INDEX']) {
      await query('delete from companies');
      await killAt(path, { begin, delay: 0 });
      expect(await cities()).toEqual([]);
      expect(await finish()).toEqual(whole);
      counts['imports begun again'] += 1;
      expect(await cities()).toEqual([{ city: 'Oslo', rows: 2 * ROWS }]);
    }
  });
});
