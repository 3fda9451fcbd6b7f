/**
 * The filters that an account's own lists and tags are. Before they reach SQL or a cache they are bound to the account and
 * to the state of what it keeps about the table: a cached answer is found by that account alone, and only until it changes
 * a list or a tag.
 */
import { LIST_FILTER, TAG_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type SQL, sql } from 'drizzle-orm';
import { foldTag } from '../my-rows/tag-text.ts';

/** The key of the account and its state, as `7.12`, next to `list` and `tag`. No request can name it. */
const BOUND = 'bound to';

export function hasMyFilters(filters: TableFilters): boolean {
  return filters[LIST_FILTER] !== undefined || filters[TAG_FILTER] !== undefined;
}

/** @param version how often the account changed what it keeps about the table */
export function bindMyFilters(filters: TableFilters, accountId: number, version = 0): TableFilters {
  return hasMyFilters(filters) ? { ...filters, [BOUND]: `${accountId}.${version}` } : filters;
}

/** The filters as they were sent: a walk continues with them while lists change. */
export function unboundFilters({ [BOUND]: _, ...filters }: TableFilters): TableFilters {
  return filters;
}

/** Conditions on a table's `id`. @throws {Error} for filters that are not bound to an account */
export function myConditions(tableName: string, filters: TableFilters): readonly SQL[] {
  if (!hasMyFilters(filters)) return [];
  const { list, tags } = namedBy(filters);
  const accountId = boundAccount(filters);
  return [
    ...(list === null ? [] : [sql`id in (${listedRows(tableName, accountId, list)})`]),
    ...(tags === null ? [] : [sql`id in (${taggedRows(tableName, accountId, tags)})`]),
  ];
}

function boundAccount({ [BOUND]: bound }: TableFilters): number {
  const accountId = Number(String(bound).split('.')[0]);
  if (!Number.isSafeInteger(accountId)) throw new Error('filters by list or tag name no account');
  return accountId;
}

interface NamedMarks {
  readonly list: string | null;
  /** Folded tags, each once; a row must carry any of them. */
  readonly tags: readonly string[] | null;
}

function namedBy({ [LIST_FILTER]: list, [TAG_FILTER]: tag }: TableFilters): NamedMarks {
  return {
    list: typeof list === 'string' ? list : null,
    tags: tag === undefined || tag === true ? null : [...new Set([tag].flat().map(foldTag))],
  };
}

/** The rows of a list, as long as it is the account's, of this table, and not deleted. */
export function listedRows(tableName: string, accountId: number, list: string | number): SQL {
  return sql`select listed.row_id from row_list_rows listed where listed.list_id = (select own.id from row_lists own
    where own.id = ${String(list)}::bigint and own.account_id = ${accountId}::bigint and own.table_name = ${tableName}
      and own.deleted_at is null)`;
}

/** A row comes as often as it carries one of the tags. */
function taggedRows(tableName: string, accountId: number, tags: readonly string[]): SQL {
  return sql`select row_id from row_tags where account_id = ${accountId}::bigint
    and table_name = ${tableName} and folded = any(${sql.param(tags)}::text[])`;
}

/**
 * The total, as column `total`, where a list or tags are the only filter: what is kept about a row goes with the row, so the
 * table need not be read. null: there are other filters. @throws {Error} for filters that are not bound
 */
export function countOfMarks(tableName: string, filters: TableFilters): SQL | null {
  if (Object.keys(unboundFilters(filters)).length !== 1 || !hasMyFilters(filters)) return null;
  const { list, tags } = namedBy(filters);
  const accountId = boundAccount(filters);
  if (list !== null) return sql`select count(*) as total from (${listedRows(tableName, accountId, list)}) listed`;
  if (tags === null) return null;
  const counted = tags.length === 1 ? sql`count(*)` : sql`count(distinct row_id)`;
  return sql`select ${counted} as total from (${taggedRows(tableName, accountId, tags)}) tagged`;
}
