import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { migrateDatabase } from '../migrate/migrate.ts';
import { execute } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { connectAll } from './connect.ts';

const SCRIPT = new URL('../../../deploy/create-database.sql', import.meta.url);
const name = `leadloom_${randomBytes(6).toString('hex')}`;
let server: TestServer | null = null;

afterAll(async () => {
  await server?.close();
  await execute(inject('databaseUrl'), `drop database if exists ${name} with (force)`);
  await execute(inject('databaseUrl'), `drop role if exists ${name}`);
});

it('a server migrates its database and is ready with the rights of the role that compose.yaml makes', async () => {
  const statements = await statementsOf(SCRIPT);
  expect(statements).toHaveLength(3);
  // A database is not made in a transaction, so each statement is sent alone.
  for (const statement of statements) await execute(inject('databaseUrl'), statement.replaceAll('leadloom', name));
  const database = new URL(inject('databaseUrl'));
  database.username = name;
  database.password = 'letters2026';
  database.pathname = `/${name}`;
  const databases = connectAll(database.href, { onIdleError: () => undefined });
  await migrateDatabase(databases.direct);
  server = await startTestServer({ databases });
  expect((await server.app.inject({ url: '/health' })).statusCode).toBe(200);
  const client = new pg.Client({ connectionString: database.href });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as has_more
       from pg_roles where rolname = current_user`,
    );
    expect(rows).toEqual([{ has_more: false }]);
    await expect(client.query("copy (select 1) to program 'cat'")).rejects.toThrow('permission denied');
    await expect(client.query("select pg_read_file('/etc/hostname')")).rejects.toThrow('permission denied');
  } finally {
    await client.end();
  }
});

/** What psql would send, with its own commands carried out. */
async function statementsOf(file: URL): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => !/^(?:--|\\)/.test(line));
  const text = lines.join('\n').replaceAll(":'password'", "'letters2026'");
  return text
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
