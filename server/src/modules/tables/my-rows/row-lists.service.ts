/** The account's lists of rows. Changes to what an account keeps about one table run one after the other. */
import type { RowListAddition } from '@leadloom/shared/contract/my-row-changes';
import { MAX_LIST_ROWS, MAX_LISTED_ROWS, MAX_LISTS, type MyTable, type RowList } from '@leadloom/shared/contract/my-rows';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace.ts';
import type { Platform } from '../../../platform.ts';
import { limitFor, requireRoom } from '../../accounts/storage-room.service.ts';
import { type ChosenRows, conditionOf, countChosen, type MatchPeople } from './chosen-rows.ts';
import { keepDeleted, keepDeletedRows } from './deleted-lists.repository.ts';
import { lockMyRows } from './my-rows.repository.ts';
import { lockedRows, myRowsOf, rowsFrom } from './named-rows.ts';
import { requireRoomForPin } from './pins.service.ts';
import * as repository from './row-lists.repository.ts';
import { noteRows, unnoteRows } from './row-notes.service.ts';
import { toRowList } from './to-row-list.ts';

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
  workspaceId: WorkspaceId,
  { table, row, isDeleted }: ListChoice,
): Promise<RowList[]> {
  const tableName = table === undefined ? null : myRowsOf(workspaceId, table).tableName;
  return (await repository.findLists(database, workspaceId, { tableName, row: row ?? null, isDeleted })).map(toRowList);
}

/**
 * Creates a list. Deleted lists are purged where it needs their place.
 * @throws {AppError} ROW_LIST.NAME_TAKEN, ROW_LIST.LIMIT_REACHED
 */
export function createList(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  { name, table }: { readonly name: string; readonly table: MyTable },
): Promise<RowList> {
  return database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `row-lists:${workspaceId}`);
    const total = (await repository.countLists(transaction, workspaceId)) + 1;
    await requireRoom(transaction, workspaceId, { limit: MAX_LISTS, total, code: 'ROW_LIST.LIMIT_REACHED' });
    await keepDeleted(transaction, workspaceId, (await limitFor(transaction, workspaceId, MAX_LISTS)) - total);
    const id = await repository.insertList(transaction, myRowsOf(workspaceId, table), name, now());
    if (id === null) throw new AppError('ROW_LIST.NAME_TAKEN');
    return toRowList(await requireList(transaction, workspaceId, id));
  });
}

interface ListChange {
  readonly name?: string | undefined;
  readonly note?: string | undefined;
  readonly is_pinned?: boolean | undefined;
}

/**
 * Changes a list; absent fields stay as they are. A pasted match becomes a list by its name.
 * @throws {AppError} ROW_LIST.NOT_FOUND, ROW_LIST.NAME_TAKEN, ROW_LIST.LIMIT_REACHED, PIN.LIMIT_REACHED
 */
export function changeList(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  id: number,
  { name, note, is_pinned: isPinned }: ListChange,
): Promise<RowList> {
  return database.transaction(async (transaction) => {
    const { tableName, pastedLines } = await requireList(transaction, workspaceId, id);
    // Rows are marked with the list from now on.
    if (pastedLines !== null) await lockMyRows(transaction, { workspaceId, tableName });
    await lockForTransaction(transaction, `row-lists:${workspaceId}`);
    if (name !== undefined) {
      if ((await requireList(transaction, workspaceId, id)).pastedLines !== null) {
        const total = (await repository.countLists(transaction, workspaceId)) + 1;
        await requireRoom(transaction, workspaceId, { limit: MAX_LISTS, total, code: 'ROW_LIST.LIMIT_REACHED' });
        await keepDeleted(transaction, workspaceId, (await limitFor(transaction, workspaceId, MAX_LISTS)) - total);
      }
      const isFree = await repository.renameList(transaction, workspaceId, id, name, now());
      if (!isFree) throw new AppError('ROW_LIST.NAME_TAKEN');
    } else await requireList(transaction, workspaceId, id);
    if (note !== undefined) await repository.noteList(transaction, workspaceId, id, note, now());
    if (isPinned !== undefined) await repository.pinList(transaction, workspaceId, id, isPinned);
    if (isPinned === true) await requireRoomForPin(transaction, workspaceId);
    return toRowList(await requireList(transaction, workspaceId, id));
  });
}

/** The parts that changes of a list's rows need. */
interface ListPlatform extends Pick<Platform, 'config' | 'database' | 'now'> {
  readonly matchPeople: MatchPeople;
  /** The limit of rows in all lists of an account; MAX_LISTED_ROWS if absent. */
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
  workspaceId: WorkspaceId,
  id: number,
  chosen: AddedRows,
): Promise<RowListAddition> {
  return database.transaction(async (transaction) => {
    const rows = { workspaceId, tableName: (await requireList(transaction, workspaceId, id)).tableName };
    const condition = await conditionOf({ config, now }, transaction, rows, chosen, matchPeople);
    if (chosen.filters !== undefined) {
      const count = await countChosen(transaction, rows, condition);
      if (count > MAX_LIST_ROWS) throw tooMany(`${written(count)} rows match.`);
    }
    const addition = await lockMyRows(transaction, rows);
    // The list may have been deleted while the lock was waited for.
    await requireList(transaction, workspaceId, id);
    const counts = await repository.insertRows(transaction, id, lockedRows(rows, condition), addition);
    if (chosen.ids !== undefined && counts.chosen < new Set(chosen.ids).size) throw new AppError('ROWS.NOT_FOUND');
    if (chosen.note !== undefined)
      await noteRows(transaction, rows, chosen.ids ?? [], { text: chosen.note, at: now(), addition });
    await repository.touchList(transaction, workspaceId, id, now());
    const list = await requireList(transaction, workspaceId, id);
    if (list.count > MAX_LIST_ROWS) throw tooMany(`The list would hold ${written(list.count)} rows.`);
    await lockForTransaction(transaction, `row-lists:${workspaceId}`);
    const { live, all } = await repository.countListed(transaction, workspaceId);
    if (live > limit)
      throw tooMany(`All your lists together hold at most ${written(limit)} rows; they would hold ${written(live)}.`);
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
  workspaceId: WorkspaceId,
  id: number,
  { addition, ...chosen }: RemovedRows,
): Promise<RowList & { removed: number }> {
  return database.transaction(async (transaction) => {
    const rows = { workspaceId, tableName: (await requireList(transaction, workspaceId, id)).tableName };
    const condition =
      addition === undefined
        ? sql`listed.row_id in (select id from ${rowsFrom(rows)} known
            where ${await conditionOf({ config, now }, transaction, rows, chosen, matchPeople)})`
        : sql`listed.addition = ${addition}`;
    await lockMyRows(transaction, rows);
    const removed = await repository.removeRows(transaction, id, condition);
    if (addition !== undefined) await unnoteRows(transaction, rows, addition);
    await repository.touchList(transaction, workspaceId, id, now());
    return { ...toRowList(await requireList(transaction, workspaceId, id)), removed };
  });
}

function tooMany(reason: string): AppError {
  return new AppError('ROW_LIST.TOO_MANY_ROWS', { message: `A list holds at most ${written(MAX_LIST_ROWS)} rows. ${reason}` });
}

function written(count: number): string {
  return count.toLocaleString('en');
}

async function requireList(connection: Connection, workspaceId: WorkspaceId, id: number): Promise<repository.StoredList> {
  const list = await repository.findList(connection, workspaceId, id);
  if (list === null) throw new AppError('ROW_LIST.NOT_FOUND');
  return list;
}
