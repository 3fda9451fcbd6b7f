/**
 * The rows of a list where all of them are read, in any order. A search is planned way by way: as one condition, it would be
 * tested on every row that any way finds, and what it excludes would be looked for in every row of the table.
 */
import { filterCondition as readFilterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type SQL, sql } from 'drizzle-orm';
import { databaseName } from '../../../schema/data-table.ts';
import { filterCondition } from '../filters/filter-sql.ts';
import { type SearchWays, searchWays } from '../filters/search-sql.ts';

interface SearchedFilters extends SearchWays {
  readonly others: SQL | null;
}

export function hasSearch(definition: TableDefinition, filters: TableFilters): boolean {
  return searchKey(definition, filters) !== undefined;
}

/** Whether a search has an alternative that only excludes, and so finds most rows. */
export function hasExclusionAlone(definition: TableDefinition, filters: TableFilters): boolean {
  return searchedFilters(definition, filters)?.isComplement === true;
}

/** @param columns of the rows, which need not be distinct */
export function foundRows(definition: TableDefinition, filters: TableFilters, columns: SQL): SQL {
  const searched = searchedFilters(definition, filters);
  const select = (...conditions: readonly (SQL | null)[]) =>
    sql`select ${columns} from ${tableOf(definition)}${where(conditions)}`;
  if (searched === null) return select(filterCondition(definition, filters));
  const { ways, others, isComplement } = searched;
  // A text without a word finds nothing.
  const found = !isComplement && ways.length === 0 ? [sql`false`] : ways;
  if (!isComplement) return eachOf(found.map((way) => select(others, way)));
  const leftOut = eachOf(ways.map((way) => sql`select id as left_out_id from ${tableOf(definition)}${where([way])}`));
  // `offset 0` has them found by the index first, whatever the rest is compared by.
  return select(
    others,
    sql`not exists (select from (select * from (${leftOut}) found offset 0) left_out where left_out_id = id)`,
  );
}

/** Counts them, as a subquery. */
export function foundCount(definition: TableDefinition, filters: TableFilters): SQL {
  const searched = searchedFilters(definition, filters);
  const count = (rows: SQL) => sql`(select count(*) from (${rows}) found)`;
  const select = (...conditions: readonly (SQL | null)[]) => sql`select from ${tableOf(definition)}${where(conditions)}`;
  if (searched?.isComplement !== true) return count(foundRows(definition, filters, sql``));
  const { ways, others } = searched;
  const all =
    others === null
      ? sql`(select row_count from table_versions where table_name = ${databaseName(definition)})`
      : count(select(others));
  return sql`${all} - ${count(eachOf(ways.map((way) => select(others, way))))}`;
}

/** null: the filters have no search. */
function searchedFilters(definition: TableDefinition, filters: TableFilters): SearchedFilters | null {
  const key = searchKey(definition, filters);
  if (key === undefined) return null;
  const { [key]: text = [], ...others } = filters;
  const test = readFilterCondition(definition, { [key]: text });
  if (test.kind !== 'search') return null;
  return { ...searchWays(definition, test), others: filterCondition(definition, others) };
}

/** Of several searches the first. */
function searchKey(definition: TableDefinition, filters: TableFilters): string | undefined {
  return definition.filters.find(({ kind, key }) => kind === 'search' && filters[key] !== undefined)?.key;
}

function eachOf(selects: SQL[]): SQL {
  return sql.join(selects, sql` union all `);
}

function where(conditions: readonly (SQL | null)[]): SQL {
  const set = conditions.filter((condition) => condition !== null);
  if (set.length === 0) return sql``;
  return sql` where ${sql.join(
    set.map((condition) => sql`(${condition})`),
    sql` and `,
  )}`;
}

function tableOf(definition: TableDefinition) {
  return sql.identifier(databaseName(definition));
}
