import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { makeTemporaryDirectory, removeDirectory } from '../testing/temporary-directory.ts';
import { databaseUrl, execute } from '../testing/test-database.ts';
import { applyMigrations } from './apply-migrations.ts';

const NAME = `migrations_${process.pid}`;

describe('migrations', { timeout: 60_000 }, () => {
  const server = inject('databaseUrl');
  const clients: pg.Client[] = [];
  let folder = '';

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: databaseUrl(server, NAME) });
    await client.connect();
    clients.push(client);
    return client;
  }
  beforeEach(async () => {
    await execute(server, `create database ${NAME}`);
    folder = await makeTemporaryDirectory('migrations');
    await mkdir(join(folder, 'meta'));
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
    await execute(server, `drop database ${NAME} with (force)`);
    await removeDirectory(folder);
  });

  async function write(...files: readonly string[]): Promise<void> {
    const entries = files.map((_, idx) => ({ idx, version: '7', when: 1_000 + idx, tag: `000${idx}_file`, breakpoints: true }));
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
    await Promise.all(files.map((text, at) => writeFile(join(folder, `000${at}_file.sql`), text)));
  }
  const applied = async (client: pg.Client) =>
    (await client.query('select created_at::int as made from drizzle.__drizzle_migrations order by 1')).rows.map(
      ({ made }) => made,
    );

  const TABLE = 'create table things (name text);';
  const INDEX = '-- For searches.\nCREATE INDEX "things_name" ON "things" USING btree ("name");';

  it('one that fails leaves nothing of itself, and those before it stay', async () => {
    const client = await open();
    await write(TABLE, 'insert into things values (1);--> statement-breakpoint\nselect 1 / 0;');
    await expect(applyMigrations(client, folder)).rejects.toThrow('division by zero');
    expect(await applied(client)).toEqual([1_000]);
    expect((await client.query('select from things')).rowCount).toBe(0);
    await write(TABLE, 'insert into things values (1);');
    await applyMigrations(client, folder);
    await applyMigrations(client, folder);
    expect(await applied(client)).toEqual([1_000, 1_001]);
    expect((await client.query('select from things')).rowCount).toBe(1);
  });

  it('an index is built while others write, and again after a build that was killed', async () => {
    const [client, early, late] = [await open(), await open(), await open()];
    await write(TABLE);
    await applyMigrations(client, folder);
    await write(TABLE, INDEX);
    await early.query("begin; insert into things values ('early')");
    const building = applyMigrations(client, folder);
    const killed = expect(building).rejects.toThrow('canceling statement');
    const isWaiting = async () =>
      (
        await late.query(
          `select pid from pg_stat_activity where datname = '${NAME}' and query like 'create index%' and wait_event_type = 'Lock'`,
        )
      ).rows[0]?.pid;
    await expect.poll(isWaiting, { timeout: 20_000 }).toBeTypeOf('number');
    // It waits for the first writer, and a second one does not wait for it.
    await late.query("set statement_timeout = '20s'; insert into things values ('late')");
    await late.query('select pg_cancel_backend($1)', [await isWaiting()]);
    await killed;
    expect(await applied(client)).toEqual([1_000]);
    await early.query('commit');

    await applyMigrations(client, folder);
    const { rows } = await client.query("select indisvalid as valid from pg_index where indexrelid = 'things_name'::regclass");
    expect(rows).toEqual([{ valid: true }]);
    expect(await applied(client)).toEqual([1_000, 1_001]);
  });
});
