/**
 * Deleting lists, and restoring them. A deleted list is kept with its rows for DELETED_LISTS_RETENTION_DAYS. It counts in all that
 * limits lists, and gives way where a new list or new rows need its place (record 0080).
 */
import { DELETED_LISTS_RETENTION_DAYS, MAX_LIST_NAME_LENGTH, type RowList } from '@leadloom/shared/contract/my-rows';
import type { Transaction } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Member } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { authorIdOf } from '../../../schema/visible-rows.ts';
import { noteDeletion } from '../shared-objects.ts';
import * as deleted from './deleted-lists.repository.ts';
import { lockMyRows } from './my-rows.repository.ts';
import { findList, isNameTaken } from './row-lists.repository.ts';
import { targetOf, toRowList } from './to-row-list.ts';

const DAY = 24 * 3600 * 1000;
/** Lists purged in one transaction: a list may have 100,000 rows. */
const PURGED_AT_ONCE = 10;

/** @throws {AppError} ROW_LIST.NOT_FOUND */
export async function deleteList({ database, now }: Platform, member: Member, id: number): Promise<void> {
  const { workspaceId } = member;
  await database.transaction(async (transaction) => {
    const list = await findList(transaction, member, id);
    if (list === null) throw new AppError('ROW_LIST.NOT_FOUND');
    await lockMyRows(transaction, { workspaceId, tableName: list.tableName });
    const isDeleted = await deleted.markDeleted(transaction, workspaceId, id, now());
    if (!isDeleted) throw new AppError('ROW_LIST.NOT_FOUND');
    await noteDeletion(transaction, member, { ...list, target: targetOf(list) }, now());
  });
}

/** Restores a list under its name, or else with a number behind it. @throws {AppError} ROW_LIST.NOT_FOUND */
export function restoreList({ database }: Platform, member: Member, id: number): Promise<RowList> {
  const { workspaceId } = member;
  return database.transaction(async (transaction) => {
    const list = await findList(transaction, member, id, { isDeleted: true });
    if (list === null) throw new AppError('ROW_LIST.NOT_FOUND');
    await lockMyRows(transaction, { workspaceId, tableName: list.tableName });
    await lockForTransaction(transaction, `row-lists:${workspaceId}`);
    const among = { ...list, workspaceId, authorId: authorIdOf({ ...list, workspaceId }) };
    const name = await freeName(transaction, among, list.name);
    // The list may have been purged or restored while the locks were waited for.
    const isRestored = await deleted.restore(transaction, workspaceId, id, name);
    if (!isRestored) throw new AppError('ROW_LIST.NOT_FOUND');
    return toRowList({ ...list, name, deletedAt: null });
  });
}

/** Deletes a deleted list for good. @throws {AppError} ROW_LIST.NOT_FOUND */
export async function purgeList({ database }: Platform, member: Member, id: number): Promise<void> {
  const isPurged = await deleted.purge(database, member, id);
  if (!isPurged) throw new AppError('ROW_LIST.NOT_FOUND');
}

/** Purges lists of all accounts that were deleted too long ago. */
export async function purgeOldLists({ database, now }: Platform, stopping: AbortSignal): Promise<void> {
  const moment = new Date(now().getTime() - DELETED_LISTS_RETENTION_DAYS * DAY);
  while (!stopping.aborted) if ((await deleted.purgeDeletedBefore(database, moment, PURGED_AT_ONCE)) < PURGED_AT_ONCE) return;
}

async function freeName(transaction: Transaction, among: Parameters<typeof isNameTaken>[1], name: string): Promise<string> {
  for (let number = 2, wanted = name; ; number += 1) {
    if (!(await isNameTaken(transaction, among, { id: null, name: wanted }))) return wanted;
    const ending = ` (${number})`;
    wanted = `${shortened(name, MAX_LIST_NAME_LENGTH - ending.length)}${ending}`;
  }
}

/** Shortens a text without cutting its last character in half. */
function shortened(text: string, most: number): string {
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (short.length + segment.length > most) break;
    short += segment;
  }
  return short.trimEnd();
}
