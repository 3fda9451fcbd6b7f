/** The list that filters name. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { testsOf } from '@leadloom/shared/tables/conditions/condition';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName } from '@leadloom/shared/tables/tables';
import { type BoundedCache, createBoundedCache } from '../../../cache/bounded-cache.ts';
import type { Connection } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type Member, personalWorkspaceOf } from '../../../http/workspace-id.ts';
import { hasMyFilters } from '../filters/my-filters.ts';
import type { MemberRows } from './my-rows.repository.ts';
import { tableNamed } from './named-rows.ts';
import { findTableOfList, findVisibleList } from './row-lists.repository.ts';

/** The same for a list that does not exist, so that nobody learns of private ones. */
const UNSEEN = 'This list does not exist, or another member of this workspace keeps it private.';

const KNOWN_LISTS_LIMIT = 10_000;

/** @throws {AppError} ROW_LIST.NOT_FOUND, also for lists that the member does not see; ROW_LIST.OTHER_TABLE */
export async function requireListOf(connection: Connection, rows: MemberRows, filters: TableFilters): Promise<void> {
  await requireLists(connection, rows, listsIn(rows.tableName, filters));
}

/** @throws {AppError} ROW_LIST.NOT_FOUND, also for lists that the member does not see; ROW_LIST.OTHER_TABLE */
export async function requireLists(
  connection: Connection,
  { tableName, ...member }: MemberRows,
  lists: readonly string[],
): Promise<void> {
  for (const list of new Set(lists)) {
    const found = await findTableOfList(connection, member, list);
    if (found === null) throw new AppError('ROW_LIST.NOT_FOUND', isAlone(member) ? {} : { message: UNSEEN });
    if (found !== tableName) throw new AppError('ROW_LIST.OTHER_TABLE');
  }
}

/** Whether nobody else is in the member's workspace, which is a personal one. */
function isAlone({ accountId, workspaceId }: Member): boolean {
  return workspaceId === personalWorkspaceOf(accountId);
}

/**
 * Refuses to share a view that others would find nothing with. Lists that the member does not see are no reason: they may be gone.
 * @throws {AppError} VIEW.PRIVATE_LIST, which names the list
 */
export async function requireSharedLists(connection: Connection, rows: MemberRows, filters: TableFilters): Promise<void> {
  for (const id of listsIn(rows.tableName, filters)) {
    const list = await findVisibleList(connection, rows, id);
    if (list?.visibility !== 'private') continue;
    const message = list.isNamed
      ? `This view filters by the list “${list.name}”, which is private. Share the list first, or take it out of the view.`
      : 'This view filters by pasted or counted rows, which only you see. Make a list of them and share it, or take them out of the view.';
    throw new AppError('VIEW.PRIVATE_LIST', { message });
  }
}

/** The ids of all lists that the filters name, in parameters or in an expression. */
function listsIn(tableName: string, filters: TableFilters): readonly string[] {
  if (!hasMyFilters(filters)) return [];
  const table = tableNamed(tableName);
  // Those of collected people are read where their filters are.
  if (table === COLLECTED_PEOPLE) return [];
  const lists = testsOf(filterCondition(tableByName(table), filters)).flatMap((test) => (test.kind === 'list' ? [test.id] : []));
  return [...new Set(lists)];
}

/**
 * Checks like `requireList`, but does not read a list again that was found before: it can only be gone, or no longer be seen, in a later version of what the
 * workspace keeps about the table.
 */
export function createListCheck(connection: Connection, known: BoundedCache<true> = createBoundedCache(KNOWN_LISTS_LIMIT)) {
  return async (rows: MemberRows, version: number, filters: TableFilters): Promise<void> => {
    const lists = listsIn(rows.tableName, filters);
    if (lists.length === 0) return;
    const name = `${rows.workspaceId} ${rows.accountId} ${rows.tableName} ${version} ${lists.join()}`;
    if (known.get(name) !== undefined) return;
    await requireListOf(connection, rows, filters);
    known.set(name, true);
  };
}
