/**
 * The filters that a table's own rows do not answer: an account's lists, its tags, what it exported, what its CRMs have, and linked rows. Before
 * they reach SQL or a cache they are bound to the member and to the state of what the workspace keeps about the table: a cached
 * answer is found by that member alone, and only until a list, a tag or a record of a CRM changes. Exports have no such state, and
 * linked rows change with another table, so what depends on them is never found again.
 */
import { randomUUID } from 'node:crypto';
import {
  CRM_OWNER_FILTER,
  CRM_STAGE_FILTER,
  EXPORTED_FILTER,
  IN_CRM_FILTER,
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
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import { columnsAs, isSeenBy } from '../../../schema/visible-rows.ts';
import { firstDayOfMonth } from '../../../time/calendar-month.ts';
import { foldTag } from '../my-rows/tag-text.ts';
import type { CrmKnown } from './crm-known.ts';

/**
 * The key of the workspace, its state, the month and the member, as `7.12.2026-03-01.9`, next to its filters. No request can name
 * it. In a personal workspace there is no member behind it, as in the filters of alerts that servers of earlier versions stored.
 */
const BOUND = 'bound to';
const CRM_FILTERS = [IN_CRM_FILTER, CRM_OWNER_FILTER, CRM_STAGE_FILTER];
const MINE = [LIST_FILTER, NOT_LIST_FILTER, TAG_FILTER, NOT_TAG_FILTER, EXPORTED_FILTER, ...CRM_FILTERS];
/** What was read of CRMs, next to the filters that it was read for. It is in no name of a cache, which has its state. */
const CRM_KNOWN = Symbol('known of CRMs');
/** An expression that may name a list or a tag. What stands in quotation marks is taken for one as well, which costs a cache hit. */
const NAMES_MINE = /\b(?:list|tag)\s*\(/i;
/** The names of the links of all tables. */
export const LINK_NAMES: readonly string[] = [...new Set(Object.values(tables).flatMap(linkNames))];
/** An expression that may name a link. */
const NAMES_LINK = new RegExp(`\\b(?:${LINK_NAMES.join('|')})\\b`, 'i');
/** Rows of a segment of exported rows. */
const SEGMENT_ROWS = 65_536;

/** Whose lists, tags and exports are meant: those of the workspace, as the member sees them. */
export interface Asker extends Member {
  /** The first day of the month whose exports count. */
  readonly month: string;
  /** What was read of the workspace's CRMs; without it, the database compares their records. */
  readonly crm?: CrmKnown;
}

interface KnownFilters {
  readonly [CRM_KNOWN]?: CrmKnown;
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
  const isUnknown = hasCrmFilters(filters) && crmOf(filters) === undefined;
  return isUnknown || filters[EXPORTED_FILTER] !== undefined || hasLinkedFilters(filters);
}

export function hasCrmFilters(filters: TableFilters): boolean {
  return CRM_FILTERS.some((name) => filters[name] !== undefined);
}

function crmOf(filters: TableFilters & KnownFilters): CrmKnown | undefined {
  return filters[CRM_KNOWN];
}

/** @param version how often the workspace changed what it keeps about the table @param now within the month whose exports count */
export function bindMyFilters(filters: TableFilters, member: Member, version = 0, now = new Date()): TableFilters {
  if (!hasMyFilters(filters) && !hasLinkedFilters(filters)) return filters;
  const state = hasUnversionedFilters(filters) ? randomUUID() : `${version}${crmOf(filters)?.state ?? ''}`;
  return { ...filters, [BOUND]: boundTo(member, state, firstDayOfMonth(now)) };
}

/** The filters with what was read of CRMs for them, to be bound. */
export function withCrmKnown(filters: TableFilters, known: CrmKnown): TableFilters {
  const bound: TableFilters & KnownFilters = { ...filters, [CRM_KNOWN]: known };
  return bound;
}

/** Filters that were bound before, for another member of the same workspace. */
export function boundAnew(filters: TableFilters, member: Member): TableFilters {
  const { [BOUND]: bound } = filters;
  if (typeof bound !== 'string') return filters;
  const [, state = '', month = ''] = bound.split('.');
  return { ...filters, [BOUND]: boundTo(member, state, month) };
}

function boundTo({ accountId, workspaceId }: Member, state: string, month: string): string {
  const bound = `${workspaceId}.${state}.${month}`;
  return accountId === workspaceId ? bound : `${bound}.${accountId}`;
}

/** The filters as they were sent: a walk continues with them while lists change. */
export function unboundFilters({ [BOUND]: _, ...filters }: TableFilters): TableFilters {
  return filters;
}

/** null: the filters are not bound to a member. */
export function askerOf(filters: TableFilters): Asker | null {
  const { [BOUND]: bound } = filters;
  if (typeof bound !== 'string') return null;
  const [workspace = '', , month = '', member = workspace] = bound.split('.');
  const crm = crmOf(filters);
  return {
    accountId: Number(member),
    workspaceId: Number(workspace) as WorkspaceId,
    month,
    ...(crm === undefined ? {} : { crm }),
  };
}

/** The rows of a list, as long as the member sees it, and it is of this table, and not deleted. */
export function listedRows(tableName: string, member: Member, list: string | number): SQL {
  return sql`select listed.row_id from row_list_rows listed where listed.list_id = (select own.id from row_lists own
    where own.id = ${String(list)}::bigint and ${isSeenBy(columnsAs('own'), member)} and own.table_name = ${tableName}
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
  if (typeof list === 'string') return sql`select count(*) as total from (${listedRows(tableName, asker, list)}) listed`;
  if (tag === undefined || tag === true) return null;
  return sql`select count(distinct row_id) as total from (${taggedRows(tableName, asker.workspaceId, [tag].flat())}) tagged`;
}
