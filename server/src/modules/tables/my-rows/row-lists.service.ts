/** The account's lists of rows. Changes to what an account keeps about one table run one after the other. */
import { MAX_LIST_ROWS, MAX_LISTED_ROWS, MAX_LISTS, type MyTable, type RowList } from '@leadloom/shared/contract/my-rows';
import { sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Platform } from '../../../platform.ts';
import { requireRoom } from '../../accounts/storage-room.service.ts';
import { requireRoomForPin } from '../pins/pins.service.ts';
import { type ChosenRows, conditionOf, countChosen, type MatchPeople } from './chosen-rows.ts';
import { lockMyRows } from './my-rows.repository.ts';
import { lockedRows, myRowsOf, rowsFrom, tableNamed } from './named-rows.ts';
import * as repository from './row-lists.repository.ts';
import { noteRows } from './row-notes.service.ts';

export async function listLists({ database }: Platform, accountId: number, table: MyTable | undefined): Promise<RowList[]> {
  const tableName = table === undefined ? null : myRowsOf(accountId, table).tableName;
  return (await repository.findLists(database, accountId, tableName)).map(toRowList);
}

/** @throws {AppError} ROW_LIST.NAME_TAKEN, ROW_LIST.LIMIT_REACHED */
export function createList(
  { database, now }: Platform,
  accountId: number,
  { name, table }: { readonly name: string; readonly table: MyTable },
): Promise<RowList> {
  return database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `row-lists:${accountId}`);
    const total = (await repository.countLists(transaction, accountId)) + 1;
    await requireRoom(transaction, accountId, { limit: MAX_LISTS, total, code: 'ROW_LIST.LIMIT_REACHED' });
    const id = await repository.insertList(transaction, myRowsOf(accountId, table), name, now());
    if (id === null) throw new AppError('ROW_LIST.NAME_TAKEN');
    return toRowList(await requireList(transaction, accountId, id));
  });
}

interface ListChange {
  readonly name?: string | undefined;
  readonly is_pinned?: boolean | undefined;
}

/** What is left out stays as it is. @throws {AppError} ROW_LIST.NOT_FOUND, ROW_LIST.NAME_TAKEN, PIN.LIMIT_REACHED */
export function changeList(
  { database, now }: Platform,
  accountId: number,
  id: number,
  { name, is_pinned: isPinned }: ListChange,
): Promise<RowList> {
  return database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `row-lists:${accountId}`);
    await requireList(transaction, accountId, id);
    if (name !== undefined && !(await repository.renameList(transaction, accountId, id, name, now())))
      throw new AppError('ROW_LIST.NAME_TAKEN');
    if (isPinned !== undefined) await repository.pinList(transaction, accountId, id, isPinned);
    if (isPinned === true) await requireRoomForPin(transaction, accountId);
    return toRowList(await requireList(transaction, accountId, id));
  });
}

/** @throws {AppError} ROW_LIST.NOT_FOUND */
export async function deleteList({ database }: Platform, accountId: number, id: number): Promise<void> {
  await database.transaction(async (transaction) => {
    const { tableName } = await requireList(transaction, accountId, id);
    await lockMyRows(transaction, { accountId, tableName });
    await repository.deleteList(transaction, accountId, id);
  });
}

/** What changing the rows of a list takes. */
type ListPlatform = Pick<Platform, 'database' | 'now'> & { readonly matchPeople: MatchPeople };

/** With a note, some few rows by their ids. */
interface AddedRows extends ChosenRows {
  readonly note?: string | undefined;
}

/**
 * Rows that are on the list already stay. All or nothing.
 * @throws {AppError} ROW_LIST.NOT_FOUND, ROW_LIST.TOO_MANY_ROWS, ROWS.NOT_FOUND, NOTE.LIMIT_REACHED
 */
export async function addRows(
  { database, now, matchPeople }: ListPlatform,
  accountId: number,
  id: number,
  chosen: AddedRows,
): Promise<RowList> {
  return database.transaction(async (transaction) => {
    const rows = { accountId, tableName: (await requireList(transaction, accountId, id)).tableName };
    const condition = await conditionOf(transaction, rows, chosen, matchPeople);
    if (chosen.filters !== undefined) {
      const count = await countChosen(transaction, rows, condition);
      if (count > MAX_LIST_ROWS) throw tooMany(`${written(count)} rows match.`);
    }
    await lockMyRows(transaction, rows);
    // The list may have been deleted while the lock was waited for.
    await requireList(transaction, accountId, id);
    await repository.insertRows(transaction, id, lockedRows(rows, condition));
    if (chosen.ids !== undefined) await refuseUnknown(transaction, id, chosen.ids);
    if (chosen.note !== undefined) await noteRows(transaction, rows, chosen.ids ?? [], chosen.note, now());
    await repository.touchList(transaction, accountId, id, now());
    const list = await requireList(transaction, accountId, id);
    if (list.count > MAX_LIST_ROWS) throw tooMany(`The list would hold ${written(list.count)} rows.`);
    await lockForTransaction(transaction, `row-lists:${accountId}`);
    const all = await repository.countListed(transaction, accountId);
    if (all > MAX_LISTED_ROWS)
      throw tooMany(`All your lists together hold at most ${written(MAX_LISTED_ROWS)} rows; they would hold ${written(all)}.`);
    return toRowList(list);
  });
}

/** Rows that are not on the list are ignored. @throws {AppError} ROW_LIST.NOT_FOUND */
export async function removeRows(
  { database, now, matchPeople }: ListPlatform,
  accountId: number,
  id: number,
  chosen: ChosenRows,
): Promise<RowList> {
  return database.transaction(async (transaction) => {
    const rows = { accountId, tableName: (await requireList(transaction, accountId, id)).tableName };
    const condition = await conditionOf(transaction, rows, chosen, matchPeople);
    await lockMyRows(transaction, rows);
    await repository.removeRows(transaction, id, sql`select id from ${rowsFrom(rows)} known where ${condition}`);
    await repository.touchList(transaction, accountId, id, now());
    return toRowList(await requireList(transaction, accountId, id));
  });
}

async function refuseUnknown(transaction: Transaction, list: number, ids: readonly number[]): Promise<void> {
  const { rows } = await transaction.execute<{ count: string }>(sql`select count(*) as count from row_list_rows
    where list_id = ${list} and row_id = any(${sql.param(ids)}::bigint[])`);
  if (Number(rows[0]?.count) < new Set(ids).size) throw new AppError('ROWS.NOT_FOUND');
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

function toRowList({ id, name, tableName, isPinned, count, updatedAt }: repository.StoredList): RowList {
  return { id, name, table: tableNamed(tableName), is_pinned: isPinned, count, updated_at: updatedAt.toISOString() };
}
