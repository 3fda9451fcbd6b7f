/**
 * The filters that an account's own lists and tags are. Before they reach SQL or a cache they are bound to the account and
 * to the state of what it keeps about the table: a cached answer is found by that account alone, and only until it changes
 * a list or a tag.
 */
import { LIST_FILTER, TAG_FILTER, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { type SQL, sql } from 'drizzle-orm';
import { foldTag } from './tag-text.ts';

/** Beside `list` and `tag`: the account and its state, as `7.12`. No request can name it. */
const BOUND = 'bound to';

export function hasMyFilters(filters: TableFilters): boolean {
  return filters[LIST_FILTER] !== undefined || filters[TAG_FILTER] !== undefined;
}

/** @param version how often the account changed what it keeps about the table */
export function bindMyFilters(filters: TableFilters, accountId: number, version = 0): TableFilters {
  return hasMyFilters(filters) ? { ...filters, [BOUND]: `${accountId}.${version}` } : filters;
}

/** As they were sent: the same walk goes on while lists change. */
export function unboundFilters({ [BOUND]: _, ...filters }: TableFilters): TableFilters {
  return filters;
}

/** Conditions on a table's `id`. @throws {Error} for filters that are not bound to an account */
export function myConditions(tableName: string, filters: TableFilters): readonly SQL[] {
  if (!hasMyFilters(filters)) return [];
  const accountId = Number(String(filters[BOUND]).split('.')[0]);
  if (!Number.isSafeInteger(accountId)) throw new Error('filters by list or tag name no account');
  const { [LIST_FILTER]: list, [TAG_FILTER]: tag } = filters;
  const conditions: SQL[] = [];
  if (typeof list === 'string') conditions.push(sql`id in (${listedRows(tableName, accountId, list)})`);
  if (tag !== undefined && tag !== true) {
    const folded = [...new Set([tag].flat().map(foldTag))];
    conditions.push(sql`id in (select row_id from row_tags where account_id = ${accountId}::bigint
      and table_name = ${tableName} and folded = any(${sql.param(folded)}::text[]))`);
  }
  return conditions;
}

/** The rows of a list, as long as it is the account's and of this table. */
export function listedRows(tableName: string, accountId: number, list: string | number): SQL {
  return sql`select listed.row_id from row_list_rows listed where listed.list_id = (select own.id from row_lists own
    where own.id = ${String(list)}::bigint and own.account_id = ${accountId}::bigint and own.table_name = ${tableName})`;
}

/** The list, where it is the only filter: its length is the total. */
export function onlyList(filters: TableFilters): string | null {
  const { [LIST_FILTER]: list } = filters;
  const others = Object.keys(unboundFilters(filters)).filter((key) => key !== LIST_FILTER);
  return typeof list === 'string' && others.length === 0 ? list : null;
}

/** @throws {Error} for filters that are not bound */
export function countOfList(tableName: string, filters: TableFilters, list: string): SQL {
  const accountId = Number(String(filters[BOUND]).split('.')[0]);
  if (!Number.isSafeInteger(accountId)) throw new Error('filters by list name no account');
  return sql`select count(*) as total from (${listedRows(tableName, accountId, list)}) listed`;
}
