import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseName } from '../../schema/data-table.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('what triggers keep of a data table', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const changesOf = async (name: string) =>
    (
      await server.database.execute<{ before: Record<string, unknown>; row_id: string }>(
        sql`select before, row_id from row_changes where table_name = ${name} order by version`,
      )
    ).rows;

  it.each(tableNames)('%s: each column of the definition is compared when a row changes', async (name) => {
    const { rows } = await server.database.execute<{ source: string }>(
      sql`select prosrc as source from pg_proc where proname = ${`${databaseName(tableByName(name))}_changed`}`,
    );
    const source = rows[0]?.source ?? '';
    const missing = tableByName(name).columns.filter(({ field }) => !source.includes(`jsonb_build_object('${field}', o.`));
    // If a column was added: append `SELECT track_table('…')` to its migration.
    expect(missing.map(({ field }) => field)).toEqual([]);
  });

  it('a changed row leaves the cells that changed as they were, and a deleted row leaves none', async () => {
    const { database } = server;
    const [id = 0] = await addRows(database, tableByName('people'), [{ name: 'Ada Rook', city: 'Oslo' }]);
    expect(await changesOf('people')).toEqual([]);
    await database.execute(sql`update people set city = 'Bergen', name = 'Ada Rook' where id = ${id}`);
    await database.execute(sql`update people set city = null where id = ${id}`);
    expect(await changesOf('people')).toEqual([
      { row_id: String(id), before: { city: 'Oslo' } },
      { row_id: String(id), before: { city: 'Bergen' } },
    ]);
    await database.execute(sql`delete from people where id = ${id}`);
    expect(await changesOf('people')).toEqual([]);
  });

  it('a statement that touches no row leaves the version as it is', async () => {
    const version = async () =>
      (await server.database.execute(sql`select version from table_versions where table_name = 'people'`)).rows[0]?.version;
    const before = await version();
    await server.database.execute(sql`update people set city = 'Oslo' where id = -1`);
    await server.database.execute(sql`delete from people where id = -1`);
    expect(await version()).toBe(before);
    await addRows(server.database, tableByName('people'), [{ name: 'Bo' }]);
    expect(await version()).not.toBe(before);
  });
});
