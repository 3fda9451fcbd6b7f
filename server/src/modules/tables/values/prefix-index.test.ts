import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '../../../database/connect.ts';
import { migrateDatabase } from '../../../migrate/migrate.ts';
import { isListColumn } from '../../../schema/data-table.ts';
import { databaseUrl, execute } from '../../../testing/test-database.ts';
import { readValuesWithPrefix } from './table-values.repository.ts';

/** The columns whose values are searched by their beginning, and whether in lower case. */
const searched = tableNames.flatMap((name) => {
  const definition = tableByName(name);
  return definition.filters.flatMap((filter): [TableName, string, boolean][] => {
    if (filter.kind === 'text' && filter.isSuggested === true) return [[name, filter.column, true]];
    return filter.kind === 'lookup' && !isListColumn(definition, filter.column) ? [[name, filter.column, false]] : [];
  });
});

const collations = [
  ['the order of code points', "template template0 lc_collate 'C' lc_ctype 'C.UTF-8'"],
  ['an ICU collation', "template template0 locale_provider icu icu_locale 'de-DE' lc_collate 'C' lc_ctype 'C.UTF-8'"],
] as const;

describe.each(collations)('in a database with %s', (_, options) => {
  const server = inject('databaseUrl');
  const name = `empty_${process.pid}`;
  const statements: [text: string, values: unknown[]][] = [];
  let client: pg.Client;
  beforeAll(async () => {
    await execute(server, `create database ${name} ${options}`);
    const url = databaseUrl(server, name);
    const database = connect(url, { onIdleError: () => undefined, poolSize: 1 });
    await migrateDatabase(database);
    await database.$client.end();
    client = new pg.Client({ connectionString: url });
    await client.connect();
    // A table without rows is read as a whole otherwise.
    await client.query('set enable_seqscan = off');
  });
  afterAll(async () => {
    await client.end();
    await execute(server, `drop database ${name} with (force)`);
  });

  it.each(searched)('an index finds the values of %s.%s by their beginning', async (table, field) => {
    const pool = new pg.Pool({ connectionString: databaseUrl(server, name), max: 1 });
    // The pool ends before its connection is closed, and the database may be dropped in between.
    pool.on('connect', (connection) => connection.on('error', () => undefined));
    statements.length = 0;
    const logger = { logQuery: (text: string, values: unknown[]) => void statements.push([text, values]) };
    const source = { definition: tableByName(table), field };
    await readValuesWithPrefix(drizzle({ client: pool, logger }), source, { prefix: 'mu', limit: 20 });
    await pool.end();
    const [text = '', values = []] = statements[0] ?? [];
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Cond: .*>=~? 'mu'.*<~? 'mv'/);
  });
});
