/**
 * A table's filters as an SQL condition: their meaning in lists, exports, alerts and the API, and in totals that are not
 * counted from bitmaps. Filters have three more meanings in this folder that must agree with it: bits (`facets.ts`), cells
 * (`row-match.ts`) and the model that test keys and the tests use (`table-model.ts`). Values are always bound; names come
 * from the definition. Conditions are written so that the indexes of `data-table.ts` are used.
 */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import type {
  DatesFilter,
  FilterDefinition,
  RangeFilter,
  SearchFilter,
  TableDefinition,
} from '@leadloom/shared/tables/define-table';
import { SAMPLE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { ROW_IDS, type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { readRange } from '@leadloom/shared/tables/read-range';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  databaseName,
  domainColumn,
  flagCondition,
  isListColumn,
  isOtherRow,
  isSampleRow,
  lastChange,
  linkedinKey,
  memberKey,
  rangeColumnsOf,
  searchedText,
  searchVector,
} from '../../../schema/data-table.ts';
import { boundedSearch, longRuns } from '../values/search-words.ts';
import { myConditions } from './my-filters.ts';
import { isAddressFilter, type SearchedAddress, searchedAddress, wordsOfAddress } from './searched-address.ts';

/**
 * All filters combined; null if none is set. Of a row's own time and the time at which the server wrote it, the later one
 * counts.
 */
export function filterCondition(definition: TableDefinition, filters: TableFilters): SQL | null {
  const conditions = [
    ...definition.filters.flatMap((filter) => conditionsOf(definition, filter, filters)),
    ...myConditions(databaseName(definition), filters),
  ];
  const { [UPDATED_AFTER]: changedSince, [ROW_IDS]: ids, [SAMPLE_FILTER]: sample } = filters;
  if (sample !== undefined) conditions.push(sample === 'true' ? isSampleRow : isOtherRow);
  if (typeof changedSince === 'string') conditions.push(isChangedAfter(databaseName(definition), changedSince));
  if (typeof ids === 'object') conditions.push(sql`id = any(${sql.param(ids)}::bigint[])`);
  return conditions.length === 0
    ? null
    : sql.join(
        conditions.map((condition) => sql`(${condition})`),
        sql` and `,
      );
}

/**
 * Whether a row changed after a time, by its own times, which the clock of its writer set before it was committed, or by
 * its commit: clients that follow a table by time would otherwise miss rows that a long import began to write before that
 * time.
 */
function isChangedAfter(table: string, time: string): SQL {
  return sql`${lastChange} > ${time}::timestamptz or changed_in > table_version_at(${table}, ${time}::timestamptz)`;
}

/** `where …`, or nothing. */
export function whereClause(definition: TableDefinition, filters: TableFilters): SQL {
  const condition = filterCondition(definition, filters);
  return condition === null ? sql`` : sql` where ${condition}`;
}

/** The conditions of one filter; empty if it is not set. */
export function conditionsOf(definition: TableDefinition, filter: FilterDefinition, filters: TableFilters): readonly SQL[] {
  if (filter.kind === 'dates') return dateConditions(definition, filter, filters);
  const value = filters[filter.key];
  if (value === undefined) return [];
  if (filter.kind === 'flag') return value === true ? [flagCondition(filter)] : [];
  if (value === true) return [];
  if (filter.kind === 'search') return typeof value === 'string' ? [searchCondition(definition, filter, value)] : [];
  const values = typeof value === 'string' ? [value] : value;
  if (filter.kind === 'range') return [rangeCondition(definition, filter, values)];
  const column = sql.identifier(filter.column);
  if (filter.kind === 'text') {
    return filter.match === 'domain'
      ? [isOneOf(sql.identifier(domainColumn(filter.column)), values.map(domainOrText))]
      : [isOneOfLowered(sql`lower(${column})`, values)];
  }
  return isListColumn(definition, filter.column) ? [sql`${column} && ${sql.param(values)}::text[]`] : [isOneOf(column, values)];
}

/**
 * A single value is compared by `=`. Only then does the database know that an index holds the rows in their
 * order.
 */
function isOneOf(column: SQLWrapper, values: readonly string[]): SQL {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${sql.param(values)}::text[])`;
}

/** The database lowers both sides, because its rules differ from JavaScript's. */
function isOneOfLowered(lowered: SQL, values: readonly string[]): SQL {
  return values.length === 1
    ? sql`${lowered} = lower(${values[0]})`
    : sql`${lowered} = any(lower(${sql.param(values)}::text[]::text)::text[])`;
}

/** If the typed text is not an address, nothing matches it. */
function domainOrText(text: string): string {
  return normalDomain(text) ?? text;
}

/**
 * Whether every word is the beginning of a word of the row, or the row has the address that the text is. A text without a
 * word finds nothing. The database folds the text, because its rules for letter case differ from JavaScript's.
 */
function searchCondition(definition: TableDefinition, filter: SearchFilter, text: string): SQL {
  const address = isAddressFilter(filter) ? searchedAddress(definition, text) : null;
  if (address !== null) return addressCondition(address);
  const wanted = boundedSearch(isAddressFilter(filter) ? wordsOfAddress(text) : text);
  if (wanted === null) return sql`false`;
  const hasWords = sql`${searchVector(filter.columns)} @@ scoped_query('', ${wanted})`;
  // The index has pairs of letters. Rows may have all pairs of a longer run and not the run.
  const parts = longRuns(wanted).map((run) => `%${run}%`);
  if (parts.length === 0) return hasWords;
  return sql`${hasWords} and fold_text(${searchedText(filter.columns)}) like all (${sql.param(parts)}::text[])`;
}

function addressCondition({ by, column, value }: SearchedAddress): SQL {
  switch (by) {
    case 'host':
      return sql`${sql.identifier(domainColumn(column))} = ${value}`;
    case 'page':
      return sql`${linkedinKey(column)} = ${value}`;
    case 'member':
      return sql`${memberKey(column)} = ${value}`;
    case 'email':
      return sql`lower(${sql.identifier(column)}) = lower(${value})`;
  }
}

/** A range of the row is found by every range that it overlaps. */
function rangeCondition(definition: TableDefinition, filter: RangeFilter, names: readonly string[]): SQL {
  const { low, high } = endsOf(definition, filter.column);
  const last = filter.options.at(-1)?.value;
  const parts = names.map((name) => {
    const { from, to } = readRange(name);
    if (to === null) return sql`${high} >= ${from}`;
    const isClosed = filter.isLastClosed === true && name === last;
    return isClosed ? sql`(${high} >= ${from} and ${low} <= ${to})` : sql`(${high} >= ${from} and ${low} < ${to})`;
  });
  return sql.join(parts, sql` or `);
}

/** The lowest and the highest number that a cell may mean; the same where it is a number. */
export function endsOf(definition: TableDefinition, field: string): { readonly low: SQL; readonly high: SQL } {
  const column = sql`${sql.identifier(field)}`;
  const range = rangeColumnsOf(definition, field);
  if (range === null) return { low: column, high: column };
  const or = (end: string) => sql`coalesce(${column}, ${sql.identifier(end)})`;
  return { low: or(range.from), high: or(range.to) };
}

function dateConditions(definition: TableDefinition, filter: DatesFilter, filters: TableFilters): readonly SQL[] {
  const column = sql.identifier(filter.column);
  const isMoment = definition.columns.some(({ field, kind }) => field === filter.column && kind === 'time');
  const { [filter.after]: after, [filter.before]: before } = filters;
  const conditions: SQL[] = [];
  // Days are in UTC, in any time zone of the connection.
  if (typeof after === 'string')
    conditions.push(isMoment ? sql`${column} >= ${`${after}T00:00:00Z`}::timestamptz` : sql`${column} >= ${after}::date`);
  if (typeof before === 'string') {
    conditions.push(
      isMoment ? sql`${column} < ${`${before}T00:00:00Z`}::timestamptz + interval '1 day'` : sql`${column} <= ${before}::date`,
    );
  }
  return conditions;
}
