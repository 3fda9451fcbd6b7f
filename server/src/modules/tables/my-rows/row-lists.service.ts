/** Lists of rows of a workspace. Changes to what it keeps about one table run one after the other. */
import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import type { changeRowList, createRowList, RowListAddition } from '@leadloom/shared/contract/my-row-changes';
import {
  MAX_LIST_ROWS,
  MAX_LISTED_ROWS,
  MAX_LISTS,
  MAX_WORKSPACE_LISTS,
  type MyTable,
  type RowList,
} from '@leadloom/shared/contract/my-rows';
import { sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Member } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { authorIdOf, changedAt } from '../../../schema/visible-rows.ts';
import { limitFor, requireRoom } from '../../accounts/storage-room.service.ts';
import { noteActivity } from '../../activity/activity.service.ts';
import { type ActingMember, changeVisibility, requireSameState } from '../shared-objects.ts';
import { type ChosenRows, conditionOf, countChosen, type MatchPeople } from './chosen-rows.ts';
import { keepDeleted, keepDeletedRows } from './deleted-lists.repository.ts';
import { lockMyRows } from './my-rows.repository.ts';
import { lockedRows, memberRowsOf, myRowsOf, rowsFrom } from './named-rows.ts';
import { requireRoomForPin } from './pins.service.ts';
import * as repository from './row-lists.repository.ts';
import { noteRows, unnoteRows } from './row-notes.service.ts';
import { targetOf, toRowList } from './to-row-list.ts';

interface ListChoice {
  /** The table; undefined: all tables. */
  readonly table?: MyTable | undefined;
  /** Only lists that this row of the table is on. */
  readonly row?: number | undefined;
  /** The deleted ones instead. */
  readonly isDeleted: boolean;
}

export async function listLists(
  { database }: Platform,
  member: Member,
  { table, row, isDeleted }: ListChoice,
): Promise<RowList[]> {
  const tableName = table === undefined ? null : myRowsOf(member.workspaceId, table).tableName;
  return (await repository.findLists(database, member, { tableName, row: row ?? null, isDeleted })).map(toRowList);
}

/**
 * Creates a list. Deleted lists of the member are purged where it needs their place.
 * @throws {AppError} ROW_LIST.NAME_TAKEN, ROW_LIST.LIMIT_REACHED
 */
export function createList(
  { database, now }: Platform,
  member: Member,
  { name, table, visibility = 'private' }: EndpointRequest<typeof createRowList>['body'],
): Promise<RowList> {
  return database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `row-lists:${member.workspaceId}`);
    await requireRoomForList(transaction, member);
    const id = await repository.insertList(transaction, memberRowsOf(member, table), { name, visibility }, now());
    if (id === null) throw new AppError('ROW_LIST.NAME_TAKEN');
    if (visibility === 'workspace')
      await noteActivity(transaction, member, { action: 'shared', target: targetOf({ name }) }, now());
    return toRowList(await requireList(transaction, member, id));
  });
}

/** @throws {AppError} ROW_LIST.LIMIT_REACHED */
async function requireRoomForList(transaction: Transaction, member: Member): Promise<void> {
  const { own, all } = await repository.countLists(transaction, member);
  const code = 'ROW_LIST.LIMIT_REACHED';
  await requireRoom(transaction, member.workspaceId, { limit: MAX_LISTS, total: own + 1, code });
  if (all >= MAX_WORKSPACE_LISTS) throw new AppError(code);
  await keepDeleted(transaction, member, (await limitFor(transaction, member.workspaceId, MAX_LISTS)) - own - 1);
}

/**
 * Changes a list; absent fields stay as they are. A pasted match becomes a list by its name.
 * @throws {AppError} ROW_LIST.NOT_FOUND, ROW_LIST.NAME_TAKEN, ROW_LIST.LIMIT_REACHED, PIN.LIMIT_REACHED, REQUEST.INVALID for sharing
 * a pasted match, WORKSPACE.CHANGED_MEANWHILE, WORKSPACE.ROLE_MISSING
 */
export function changeList(
  { database, now }: Platform,
  member: ActingMember,
  id: number,
  { name, note, is_pinned: isPinned, visibility, based_on: basedOn }: EndpointRequest<typeof changeRowList>['body'],
): Promise<RowList> {
  const { workspaceId } = member;
  return database.transaction(async (transaction) => {
    const { tableName, pastedLines } = await requireList(transaction, member, id);
    // Rows are marked with the list from now on, or for others.
    if (pastedLines !== null || visibility !== undefined) await lockMyRows(transaction, { workspaceId, tableName });
    await lockForTransaction(transaction, `row-lists:${workspaceId}`);
    const list = await repository.lockList(transaction, member, id);
    if (list === null) throw new AppError('ROW_LIST.NOT_FOUND');
    requireSameState(basedOn, list.updatedAt, () => toRowList(list));
    const isNamed = list.pastedLines === null || name !== undefined;
    if (visibility === 'workspace' && !isNamed) throw refusedSharing();
    if (list.pastedLines !== null && name !== undefined) await requireRoomForList(transaction, member);
    const object = { ...list, workspaceId, target: targetOf({ name: name ?? list.name }) };
    const shared = await changeVisibility(transaction, member, object, visibility, now());
    const isShown = shared.visibility !== list.visibility;
    const isSaved = name !== undefined || note !== undefined || isShown;
    const changed = {
      ...list,
      ...shared,
      name: name ?? list.name,
      note: note ?? list.note,
      isPinned: isPinned ?? list.isPinned,
      updatedAt: isSaved ? changedAt(now(), list.updatedAt) : list.updatedAt,
    };
    const among = { workspaceId, tableName, visibility: changed.visibility, authorId: authorIdOf({ ...changed, workspaceId }) };
    if (await repository.isNameTaken(transaction, among, changed)) throw new AppError('ROW_LIST.NAME_TAKEN');
    await repository.updateList(transaction, id, changed, isNamed);
    if (changed.isPinned && (isPinned !== undefined || isShown)) await requireRoomForPin(transaction, member);
    // What an admin made private for its author is answered as well.
    return toRowList(changed);
  });
}

function refusedSharing(): AppError {
  const detail = 'needs a name, because only lists with a name are shared';
  return new AppError('REQUEST.INVALID', { message: `/visibility: ${detail}`, errors: [{ pointer: '/visibility', detail }] });
}

/** The parts that changes of a list's rows need. */
interface ListPlatform extends Pick<Platform, 'config' | 'database' | 'now'> {
  readonly matchPeople: MatchPeople;
  /** The limit of rows in all lists of a workspace; MAX_LISTED_ROWS if absent. */
  readonly listedRowsLimit?: number;
}

/** Rows to add. A note needs a few rows by their ids. */
interface AddedRows extends ChosenRows {
  readonly note?: string | undefined;
}

/**
 * Rows that are on the list already stay. All or nothing.
 * @throws {AppError} as `conditionOf`, ROW_LIST.TOO_MANY_ROWS, ROWS.NOT_FOUND, NOTE.LIMIT_REACHED
 */
export async function addRows(
  { config, database, now, matchPeople, listedRowsLimit: limit = MAX_LISTED_ROWS }: ListPlatform,
  { accountId, workspaceId }: Member,
  id: number,
  chosen: AddedRows,
): Promise<RowListAddition> {
  const member = { accountId, workspaceId };
  return database.transaction(async (transaction) => {
    const rows = { ...member, tableName: (await requireList(transaction, member, id)).tableName };
    const condition = await conditionOf({ config, now }, transaction, rows, chosen, matchPeople);
    if (chosen.filters !== undefined) {
      const count = await countChosen(transaction, rows, condition);
      if (count > MAX_LIST_ROWS) throw tooMany(`${written(count)} rows match.`);
    }
    const addition = await lockMyRows(transaction, rows);
    // The list may have been deleted while the lock was waited for.
    await requireList(transaction, member, id);
    const counts = await repository.insertRows(transaction, id, lockedRows(rows, condition), addition);
    if (chosen.ids !== undefined && counts.chosen < new Set(chosen.ids).size) throw new AppError('ROWS.NOT_FOUND');
    if (chosen.note !== undefined)
      await noteRows(transaction, rows, chosen.ids ?? [], { text: chosen.note, at: now(), addition });
    // Whoever changes the list takes this lock before the list.
    await lockForTransaction(transaction, `row-lists:${workspaceId}`);
    await repository.touchList(transaction, id, now());
    const list = await requireList(transaction, member, id);
    if (list.count > MAX_LIST_ROWS) throw tooMany(`The list would hold ${written(list.count)} rows.`);
    const { live, all } = await repository.countListed(transaction, workspaceId);
    if (live > limit) {
      const lists = accountId === workspaceId ? 'All your lists together' : 'All lists of this workspace together';
      throw tooMany(`${lists} hold at most ${written(limit)} rows; they would hold ${written(live)}.`);
    }
    if (all > limit) await keepDeletedRows(transaction, workspaceId, limit - live);
    return { ...toRowList(list), added: counts.added, already_on_it: counts.chosen - counts.added, addition };
  });
}

/** Rows to remove: chosen ones, or those that one call of `addRows` put on the list, with the notes it wrote. */
interface RemovedRows extends ChosenRows {
  readonly addition?: number | undefined;
}

/** Rows that are not on the list are ignored. @throws {AppError} as `conditionOf` */
export async function removeRows(
  { config, database, now, matchPeople }: ListPlatform,
  { accountId, workspaceId }: Member,
  id: number,
  { addition, ...chosen }: RemovedRows,
): Promise<RowList & { removed: number }> {
  const member = { accountId, workspaceId };
  return database.transaction(async (transaction) => {
    const rows = { ...member, tableName: (await requireList(transaction, member, id)).tableName };
    const condition =
      addition === undefined
        ? sql`listed.row_id in (select id from ${rowsFrom(rows)} known
            where ${await conditionOf({ config, now }, transaction, rows, chosen, matchPeople)})`
        : sql`listed.addition = ${addition}`;
    await lockMyRows(transaction, rows);
    const removed = await repository.removeRows(transaction, id, condition);
    if (addition !== undefined) await unnoteRows(transaction, rows, addition);
    await repository.touchList(transaction, id, now());
    return { ...toRowList(await requireList(transaction, member, id)), removed };
  });
}

function tooMany(reason: string): AppError {
  return new AppError('ROW_LIST.TOO_MANY_ROWS', { message: `A list holds at most ${written(MAX_LIST_ROWS)} rows. ${reason}` });
}

function written(count: number): string {
  return count.toLocaleString('en');
}

async function requireList(connection: Connection, member: Member, id: number): Promise<repository.StoredList> {
  const list = await repository.findList(connection, member, id);
  if (list === null) throw new AppError('ROW_LIST.NOT_FOUND');
  return list;
}
