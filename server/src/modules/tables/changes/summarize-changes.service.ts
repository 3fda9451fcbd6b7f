/** What changed in a data table between two of its versions, in numbers. */
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';

export interface ChangeSummary {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** The first rows in the order of their changes, then the first that were removed. */
  readonly ids: readonly number[];
}

interface Span {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly until: number;
}

/** The version of each data table, by its name in the database. */
export async function readTableVersions(connection: Connection): Promise<Readonly<Record<string, number>>> {
  const names = tableNames.map((name) => databaseName(tableByName(name)));
  const { rows } = await connection.execute<{ name: string; version: string }>(sql`
    select table_name as name, version from table_versions where table_name = any(${sql.param(names)}::text[])`);
  return Object.fromEntries(rows.map(({ name, version }) => [name, Number(version)]));
}

/** The table's name in addresses. @throws {Error} where there is none */
export function slugOfTable(nameInDatabase: string): TableName {
  const found = tableNames.find((name) => databaseName(tableByName(name)) === nameInDatabase);
  if (found === undefined) throw new Error(`${nameInDatabase} is no data table`);
  return found;
}

/**
 * A row that was there before is changed, however often; any other one is added.
 * @param table its name in the database @param maxIds how many ids are named
 */
export async function summarizeChanges(
  connection: Connection,
  table: string,
  { after, until }: Span,
  maxIds: number,
): Promise<ChangeSummary> {
  const name = databaseName(tableByName(slugOfTable(table)));
  const limit = sql.raw(maxIds.toFixed(0));
  const span = (column: 'changed_in' | 'version') =>
    sql`${sql.identifier(column)} > ${after}::bigint and ${sql.identifier(column)} <= ${until}::bigint`;
  const touched = sql`select id from ${sql.identifier(name)} where ${span('changed_in')} order by changed_in limit ${limit}`;
  const deleted = sql`select row_id as id from deleted_rows where table_name = ${name} and ${span('version')}
    order by version limit ${limit}`;
  const { rows } = await connection.execute<Record<'touched' | 'changed' | 'removed', string> & { ids: number[] }>(sql`
    select
      (select count(*) from ${sql.identifier(name)} where ${span('changed_in')}) as touched,
      (select count(distinct row_id) from row_changes where table_name = ${name} and ${span('version')}
        and replaced <= ${after}::bigint) as changed,
      (select count(*) from deleted_rows where table_name = ${name} and ${span('version')}) as removed,
      (select coalesce(jsonb_agg(id), '[]') from (${touched}) first) || (select coalesce(jsonb_agg(id), '[]') from (${deleted}) gone)
        as ids`);
  const [found] = rows;
  const changed = Number(found?.changed ?? 0);
  return {
    added: Math.max(0, Number(found?.touched ?? 0) - changed),
    changed,
    removed: Number(found?.removed ?? 0),
    ids: (found?.ids ?? []).slice(0, maxIds),
  };
}
