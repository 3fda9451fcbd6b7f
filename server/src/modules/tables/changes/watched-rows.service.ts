/**
 * Rows of a data table, for alerts: which of them match filters now, what their cells held at a version, and their names.
 * The caller's transaction must see one moment: `repeatable read`.
 */

import { FilterError, filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { normalFilters, readFilters, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { Member } from '../../../http/workspace-id.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { filterCondition as filterSql } from '../filters/filter-sql.ts';
import { bindMyFilters } from '../filters/my-filters.ts';
import { comparedFields, type Span } from './touched-rows.service.ts';

/** Rows read at once. */
const BATCH_ROWS = 20_000;

/** A data table by its name in the database. @throws {Error} where there is none */
export function watchedTable(name: string): TableDefinition {
  const found = tableNames.find((table) => databaseName(tableByName(table)) === name);
  if (found === undefined) throw new Error(`${name} is no data table`);
  return tableByName(found);
}

export function nameInDatabase(table: TableName): string {
  return databaseName(tableByName(table));
}

/** Filters as a view holds them; those that the table no longer knows are left out, and no list counts that the member does not see. */
export function filtersOfView(
  definition: TableDefinition,
  filters: Readonly<Record<string, unknown>>,
  member: Member,
): TableFilters {
  return bindMyFilters(readable(definition, readFilters(definition, filters)), member);
}

/** Without what the definition has changed under: an expression that names a column of the past, for example. */
function readable(definition: TableDefinition, filters: TableFilters): TableFilters {
  try {
    filterCondition(definition, filters);
    return filters;
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const { [error.parameter]: _, ...others } = filters;
    return readable(definition, others);
  }
}

export function sameFilters(definition: TableDefinition, one: TableFilters, other: TableFilters): boolean {
  const text = (filters: TableFilters) => JSON.stringify(normalFilters(definition, filters));
  return text(one) === text(other);
}

export async function readTableVersion(connection: Connection, definition: TableDefinition): Promise<number> {
  const { rows } = await connection.execute<{ version: string }>(
    sql`select version from table_versions where table_name = ${databaseName(definition)}`,
  );
  return Number(rows[0]?.version ?? 0);
}

/** Ids of all rows that match, in batches and ascending. */
export async function* readMatchingIds(
  connection: Connection,
  definition: TableDefinition,
  filters: TableFilters,
): AsyncGenerator<readonly number[]> {
  const condition = filterSql(definition, filters) ?? sql`true`;
  let passed = 0;
  for (;;) {
    const { rows } = await connection.execute<{ id: string }>(sql`
      select id from ${sql.identifier(databaseName(definition))} where id > ${passed}::bigint and (${condition})
      order by id limit ${sql.raw(String(BATCH_ROWS))}`);
    const ids = rows.map(({ id }) => Number(id));
    if (ids.length > 0) yield ids;
    if (ids.length < BATCH_ROWS) return;
    passed = ids.at(-1) ?? passed;
  }
}

/**
 * The columns in which rows differ from what they held at a version. A column that is back as it was does not count, nor
 * does `updated_at`. @returns by id; rows without a difference are absent
 */
export async function readNetChanges(
  connection: Connection,
  definition: TableDefinition,
  after: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await connection.execute<{ id: string; fields: string[] }>(sql`
    select row_id as id, array_agg(key) as fields from ${differingCells(definition, after, ids)} cells group by row_id`);
  const order = new Map(comparedFields(definition).map((field, index) => [field, index]));
  const sorted = (found: readonly string[]) => found.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
  return new Map(rows.map(({ id, fields }) => [Number(id), sorted(fields)]));
}

/** A cell as it was at a version, and as it is. Values are the database's JSON; texts are cut to `CELL_CHARACTERS`. */
export interface DifferingCell {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** More than anybody shows of a value. */
const CELL_CHARACTERS = 1_000;

/** The same as `readNetChanges`, with the values, in the order of the columns. */
export async function readNetValues(
  connection: Connection,
  definition: TableDefinition,
  after: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly DifferingCell[]>> {
  if (ids.length === 0) return new Map();
  const cut = (value: SQL) =>
    sql`case when jsonb_typeof(${value}) = 'string' then to_jsonb(left(${value} #>> '{}', ${CELL_CHARACTERS})) else ${value} end`;
  const { rows } = await connection.execute<{ id: string; field: string; before: unknown; after: unknown }>(sql`
    select row_id as id, key as field, ${cut(sql`before`)} as before, ${cut(sql`after`)} as after
    from ${differingCells(definition, after, ids)} cells`);
  const order = new Map(comparedFields(definition).map((field, index) => [field, index]));
  const sorted = rows.toSorted((one, other) => (order.get(one.field) ?? 0) - (order.get(other.field) ?? 0));
  return new Map([...Map.groupBy(sorted, ({ id }) => id)].map(([id, cells]) => [Number(id), cells]));
}

/** `row_id`, `key`, `before` and `after` of cells that differ from what they were at a version. */
function differingCells(definition: TableDefinition, after: number, ids: readonly number[]): SQL {
  const name = databaseName(definition);
  const fields = comparedFields(definition);
  // Each cell is written by itself: making JSON of whole rows takes ten times as long.
  const cells = fields.map((field) => sql` when ${field} then to_jsonb(held.${sql.identifier(field)})`);
  return sql`(
    select first.row_id, first.key, first.value as before, cell.value as after from (
      select distinct on (change.row_id, cell.key) change.row_id, cell.key, cell.value
      from row_changes change cross join lateral jsonb_each(change.before) cell
      where change.table_name = ${name} and change.version > ${after}::bigint
        and change.row_id = any(${sql.param(ids)}::bigint[]) and cell.key = any(${sql.param(fields)}::text[])
      order by change.row_id, cell.key, change.version
    ) first join ${sql.identifier(name)} held on held.id = first.row_id
    cross join lateral (select coalesce(case first.key${sql.join(cells)} end, 'null') as value) cell
    where cell.value is distinct from first.value)`;
}

/** The versions at which commits in the span end, ascending. */
export async function readCommitEnds(
  connection: Connection,
  definition: TableDefinition,
  { after, until }: Span,
): Promise<readonly number[]> {
  const { rows } = await connection.execute<{ version: string }>(sql`
    select version from table_commits where table_name = ${databaseName(definition)}
      and version > ${after}::bigint and version <= ${until}::bigint order by version`);
  return rows.map(({ version }) => Number(version));
}

/** The names of rows, which are the cells of their first column. */
export async function readRowNames(
  connection: Connection,
  definition: TableDefinition,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const [first] = definition.columns;
  const fallback = definition.columns.find(({ kind }) => kind === 'link');
  const names = [first, fallback].flatMap((column) => (column === undefined ? [] : [sql.identifier(column.field)]));
  const { rows } = await connection.execute<{ id: string; name: string | null }>(sql`
    select id, coalesce(${sql.join(names, sql`, `)}) as name from ${sql.identifier(databaseName(definition))}
    where id = any(${sql.param(ids)}::bigint[])`);
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[Number(id), name] as const])));
}

/** Ends of commits that nobody needs any more. */
export async function forgetCommitsBefore(connection: Connection, time: Date): Promise<void> {
  await connection.execute(sql`delete from table_commits where at < ${time.toISOString()}::timestamptz`);
}
