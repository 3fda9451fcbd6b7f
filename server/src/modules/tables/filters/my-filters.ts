/**
 * The filters that a table's own rows do not answer: an account's lists, its tags, what it exported, and linked rows. Before
 * they reach SQL or a cache they are bound to the account and to the state of what it keeps about the table: a cached answer
 * is found by that account alone, and only until it changes a list or a tag. Exports have no such state, and linked rows
 * change with another table, so what depends on them is never found again.
 */
import { randomUUID } from 'node:crypto';
import {
  EXPORTED_FILTER,
  LIST_FILTER,
  NOT_LIST_FILTER,
  NOT_TAG_FILTER,
  TAG_FILTER,
  WHERE_FILTER,
} from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { linkNames } from '@leadloom/shared/tables/linked-tables';
import { tables } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import type { WorkspaceId } from '../../../http/workspace.ts';
import { firstDayOfMonth } from '../../../time/calendar-month.ts';
import { foldTag } from '../my-rows/tag-text.ts';

/** The key of the account, its state and the month, as `7.12.2026-03-01`, next to its filters. No request can name it. */
const BOUND = 'bound to';
const MINE = [LIST_FILTER, NOT_LIST_FILTER, TAG_FILTER, NOT_TAG_FILTER, EXPORTED_FILTER];
/** An expression that may name a list or a tag. What stands in quotation marks is taken for one as well, which costs a cache hit. */
const NAMES_MINE = /\b(?:list|tag)\s*\(/i;
/** The names of the links of all tables. */
export const LINK_NAMES: readonly string[] = [...new Set(Object.values(tables).flatMap(linkNames))];
/** An expression that may name a link. */
const NAMES_LINK = new RegExp(`\\b(?:${LINK_NAMES.join('|')})\\b`, 'i');
/** Rows of a segment of exported rows. */
const SEGMENT_ROWS = 65_536;

/** Whose lists, tags and exports are meant. */
export interface Asker {
  readonly workspaceId: WorkspaceId;
  /** The first day of the month whose exports count. */
  readonly month: string;
}

export function hasMyFilters(filters: TableFilters): boolean {
  const { [WHERE_FILTER]: where } = filters;
  return MINE.some((name) => filters[name] !== undefined) || (typeof where === 'string' && NAMES_MINE.test(where));
}

/** Whether rows of another table decide, which has a version of its own. */
export function hasLinkedFilters(filters: TableFilters): boolean {
  const { [WHERE_FILTER]: where } = filters;
  return Object.keys(filters).some((name) => name.includes('.')) || (typeof where === 'string' && NAMES_LINK.test(where));
}

/** Whether what the filters select can change while the table and what the account keeps about it stay as they are. */
export function hasUnversionedFilters(filters: TableFilters): boolean {
  return filters[EXPORTED_FILTER] !== undefined || hasLinkedFilters(filters);
}

/** @param version how often the account changed what it keeps about the table @param now within the month whose exports count */
export function bindMyFilters(filters: TableFilters, workspaceId: WorkspaceId, version = 0, now = new Date()): TableFilters {
  if (!hasMyFilters(filters) && !hasLinkedFilters(filters)) return filters;
  const state = hasUnversionedFilters(filters) ? randomUUID() : String(version);
  return { ...filters, [BOUND]: `${workspaceId}.${state}.${firstDayOfMonth(now)}` };
}

/** The filters as they were sent: a walk continues with them while lists change. */
export function unboundFilters({ [BOUND]: _, ...filters }: TableFilters): TableFilters {
  return filters;
}

/** null: the filters are not bound to an account. */
export function askerOf({ [BOUND]: bound }: TableFilters): Asker | null {
  if (typeof bound !== 'string') return null;
  const [account = '', , month = ''] = bound.split('.');
  return { workspaceId: Number(account) as WorkspaceId, month };
}

/** The rows of a list, as long as it is the account's, of this table, and not deleted. */
export function listedRows(tableName: string, workspaceId: WorkspaceId, list: string | number): SQL {
  return sql`select listed.row_id from row_list_rows listed where listed.list_id = (select own.id from row_lists own
    where own.id = ${String(list)}::bigint and own.account_id = ${workspaceId}::bigint and own.table_name = ${tableName}
      and own.deleted_at is null)`;
}

/** A row comes as often as it carries one of the tags. */
export function taggedRows(tableName: string, workspaceId: WorkspaceId, tags: readonly string[]): SQL {
  const folded = [...new Set(tags.map(foldTag))];
  return sql`select row_id from row_tags where account_id = ${workspaceId}::bigint
    and table_name = ${tableName} and folded = any(${sql.param(folded)}::text[])`;
}

/** Whether a row was exported in the asker's month. Rows are looked up by the bits of their segment. */
export function isExported(tableName: string, { workspaceId, month }: Asker): SQL {
  const rows = sql.raw(String(SEGMENT_ROWS));
  return sql`coalesce((select get_bit(exported.bits, (id % ${rows})::int) = 1 from exported_rows exported
    where exported.account_id = ${workspaceId}::bigint and exported.month = ${month}::date
      and exported.table_name = ${tableName} and exported.chunk = id / ${rows}), false)`;
}

/**
 * The total, as column `total`, where a list or tags are the only filter: what is kept about a row goes with the row, so the
 * table need not be read. null: there are other filters. @throws {Error} for filters that are not bound
 */
export function countOfMarks(tableName: string, filters: TableFilters): SQL | null {
  const { [LIST_FILTER]: list, [TAG_FILTER]: tag, ...others } = unboundFilters(filters);
  const asker = askerOf(filters);
  if (Object.keys(others).length > 0 || asker === null || (list === undefined) === (tag === undefined)) return null;
  if (typeof list === 'string')
    return sql`select count(*) as total from (${listedRows(tableName, asker.workspaceId, list)}) listed`;
  if (tag === undefined || tag === true) return null;
  return sql`select count(distinct row_id) as total from (${taggedRows(tableName, asker.workspaceId, [tag].flat())}) tagged`;
}
