/** The account's lists of rows. Changes to what an account keeps about one table run one after the other. */
import type { RowListAddition } from '@leadloom/shared/contract/my-row-changes';
import { MAX_LIST_ROWS, MAX_LISTED_ROWS, MAX_LISTS, type MyTable, type RowList } from '@leadloom/shared/contract/my-rows';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
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
  accountId: number,
  { table, row, isDeleted }: ListChoice,
): Promise<RowList[]> {
  const tableName = table === undefined ? null : myRowsOf(accountId, table).tableName;
  return (await repository.findLists(database, accountId, { tableName, row: row ?? null, isDeleted })).map(toRowList);
}

/**
 * Creates a list. Deleted lists are purged where it needs their place.
 * @throws {AppError} ROW_LIST.NAME_TAKEN, ROW_LIST.LIMIT_REACHED
 */
export function createList(
  { database, now }: Platform,
  accountId: number,
  { name, table }: { readonly name: string; readonly table: MyTable },
): Promise<RowList> {
  return database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `row-lists:${accountId}`);
    const total = (await repository.countLists(transaction, accountId)) + 1;
    await requireRoom(transaction, accountId, { limit: MAX_LISTS, total, code: 'ROW_LIST.LIMIT_REACHED' });
    await keepDeleted(transaction, accountId, (await limitFor(transaction, accountId, MAX_LISTS)) - total);
    const id = await repository.insertList(transaction, myRowsOf(accountId, table), name, now());
    if (id === null) throw new AppError('ROW_LIST.NAME_TAKEN');
    return toRowList(await requireList(transaction, accountId, id));
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
  accountId: number,
  id: number,
  { name, note, is_pinned: isPinned }: ListChange,
): Promise<RowList> {
  return database.transaction(async (transaction) => {
    const { tableName, pastedLines } = await requireList(transaction, accountId, id);
    // Rows are marked with the list from now on.
    if (pastedLines !== null) await lockMyRows(transaction, { accountId, tableName });
    await lockForTransaction(transaction, `row-lists:${accountId}`);
    if (name !== undefined) {
      if ((await requireList(transaction, accountId, id)).pastedLines !== null) {
        const total = (await repository.countLists(transaction, accountId)) + 1;
        await requireRoom(transaction, accountId, { limit: MAX_LISTS, total, code: 'ROW_LIST.LIMIT_REACHED' });
        await keepDeleted(transaction, accountId, (await limitFor(transaction, accountId, MAX_LISTS)) - total);
      }
      const isFree = await repository.renameList(transaction, accountId, id, name, now());
      if (!isFree) throw new AppError('ROW_LIST.NAME_TAKEN');
    } else await requireList(transaction, accountId, id);
    if (note !== undefined) await repository.noteList(transaction, accountId, id, note, now());
    if (isPinned !== undefined) await repository.pinList(transaction, accountId, id, isPinned);
    if (isPinned === true) await requireRoomForPin(transaction, accountId);
    return toRowList(await requireList(transaction, accountId, id));
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
  accountId: number,
  id: number,
  chosen: AddedRows,
): Promise<RowListAddition> {
  return database.transaction(async (transaction) => {
    const rows = { accountId, tableName: (await requireList(transaction, accountId, id)).tableName };
    const condition = await conditionOf({ config, now }, transaction, rows, chosen, matchPeople);
    if (chosen.filters !== undefined) {
      const count = await countChosen(transaction, rows, condition);
      if (count > MAX_LIST_ROWS) throw tooMany(`${written(count)} rows match.`);
    }
    const addition = await lockMyRows(transaction, rows);
    // The list may have been deleted while the lock was waited for.
    await requireList(transaction, accountId, id);
    const counts = await repository.insertRows(transaction, id, lockedRows(rows, condition), addition);
    if (chosen.ids !== undefined && counts.chosen < new Set(chosen.ids).size) throw new AppError('ROWS.NOT_FOUND');
    if (chosen.note !== undefined)
      await noteRows(transaction, rows, chosen.ids ?? [], { text: chosen.note, at: now(), addition });
    await repository.touchList(transaction, accountId, id, now());
    const list = await requireList(transaction, accountId, id);
    if (list.count > MAX_LIST_ROWS) throw tooMany(`The list would hold ${written(list.count)} rows.`);
    await lockForTransaction(transaction, `row-lists:${accountId}`);
    const { live, all } = await repository.countListed(transaction, accountId);
    if (live > limit)
      throw tooMany(`All your lists together hold at most ${written(limit)} rows; they would hold ${written(live)}.`);
    if (all > limit) await keepDeletedRows(transaction, accountId, limit - live);
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
  accountId: number,
  id: number,
  { addition, ...chosen }: RemovedRows,
): Promise<RowList & { removed: number }> {
  return database.transaction(async (transaction) => {
    const rows = { accountId, tableName: (await requireList(transaction, accountId, id)).tableName };
    const condition =
      addition === undefined
        ? sql`listed.row_id in (select id from ${rowsFrom(rows)} known
            where ${await conditionOf({ config, now }, transaction, rows, chosen, matchPeople)})`
        : sql`listed.addition = ${addition}`;
    await lockMyRows(transaction, rows);
    const removed = await repository.removeRows(transaction, id, condition);
    if (addition !== undefined) await unnoteRows(transaction, rows, addition);
    await repository.touchList(transaction, accountId, id, now());
    return { ...toRowList(await requireList(transaction, accountId, id)), removed };
  });
}

function tooMany(reason: string): AppError {
  return new AppError('ROW_LIST.TOO_MANY_ROWS', { message: `A list holds at most ${written(MAX_LIST_ROWS)} rows. ${reason}` });
}

function written(count: number): string {
  return count.toLocaleString('en');
}

async function requireList(connection: Connection, accountId: number, id: number): Promise<repository.StoredList> {
  const list = await repository.findList(connection, accountId, id);
  if (list === null) throw new AppError('ROW_LIST.NOT_FOUND');
  return list;
}
