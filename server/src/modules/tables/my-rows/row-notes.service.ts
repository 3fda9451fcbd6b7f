/** Notes on rows. All members read them; only their author and admins change them. */
import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import { type changeRowNote, MAX_NOTES, MAX_NOTES_PER_ROW, type StoredEntryNote } from '@leadloom/shared/contract/my-row-changes';
import { shareOfMember } from '@leadloom/shared/contract/storage-limit';
import type { Transaction } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { changedAt } from '../../../schema/visible-rows.ts';
import { requireRoom, requireShare } from '../../accounts/storage-room.service.ts';
import { type ActingMember, requireAuthor, requireSameState } from '../shared-objects.ts';
import { lockMyRows, type MemberRows } from './my-rows.repository.ts';
import { lockRow, memberRowsOf, myRowsOf, requireRow } from './named-rows.ts';
import * as repository from './row-notes.repository.ts';
import type { NamedRow } from './row-tags.service.ts';

/** Newest first. @throws {AppError} ROWS.NOT_FOUND */
export async function listNotes(
  { database }: Platform,
  { workspaceId }: Member,
  { table, id }: NamedRow,
): Promise<StoredEntryNote[]> {
  const rows = myRowsOf(workspaceId, table);
  await requireRow(database, rows, id);
  return (await repository.findNotes(database, rows, id)).map(toRowNote);
}

/** @throws {AppError} ROWS.NOT_FOUND, NOTE.LIMIT_REACHED */
export async function addNote(
  { database, now }: Platform,
  member: Member,
  { table, id }: NamedRow,
  text: string,
): Promise<StoredEntryNote> {
  const { accountId, workspaceId, tableName } = memberRowsOf(member, table);
  const rows = { workspaceId, tableName };
  return database.transaction(async (transaction) => {
    await lockRow(transaction, rows, id);
    await lockMyRows(transaction, rows);
    await lockForTransaction(transaction, `row-notes:${workspaceId}`);
    const { all, own, ofRow } = await repository.countNotes(transaction, { ...rows, accountId }, id);
    if (ofRow >= MAX_NOTES_PER_ROW) throw new AppError(NOTE_LIMIT);
    await requireRoomForNotes(transaction, workspaceId, { all: all + 1, own: own + 1 });
    const at = now();
    const note = { ...rows, createdBy: accountId, rowId: id, text, createdAt: at, updatedAt: at };
    return toRowNote(await repository.insertNote(transaction, note));
  });
}

/**
 * The same note on each of the rows, which stay until the transaction ends, and whose table's changes wait for it.
 * @param addition under which `unnoteRows` finds them
 * @throws {AppError} NOTE.LIMIT_REACHED
 */
export async function noteRows(
  transaction: Transaction,
  { accountId, ...rows }: MemberRows,
  ids: readonly number[],
  { text, at, addition }: { readonly text: string; readonly at: Date; readonly addition: number },
): Promise<void> {
  const noted = [...new Set(ids)];
  await lockForTransaction(transaction, `row-notes:${rows.workspaceId}`);
  const { all, own, maxOfRow } = await repository.countNotesOf(transaction, { accountId, ...rows }, noted);
  if (maxOfRow >= MAX_NOTES_PER_ROW) throw new AppError(NOTE_LIMIT);
  const added = noted.length;
  await requireRoomForNotes(transaction, rows.workspaceId, { all: all + added, own: own + added });
  for (const rowId of noted)
    await repository.insertNote(transaction, {
      ...rows,
      createdBy: accountId,
      rowId,
      text,
      createdAt: at,
      updatedAt: at,
      addition,
    });
}

const NOTE_LIMIT = 'NOTE.LIMIT_REACHED';
const SHARE_IS_FULL = `You have written ${inDigits(shareOfMember(MAX_NOTES))} of the ${inDigits(MAX_NOTES.verified)} notes that this workspace can hold. The rest is for its other members.`;

function inDigits(number: number): string {
  return number.toLocaleString('en');
}

/** @throws {AppError} NOTE.LIMIT_REACHED */
async function requireRoomForNotes(
  transaction: Transaction,
  workspaceId: WorkspaceId,
  { all, own }: { readonly all: number; readonly own: number },
): Promise<void> {
  await requireRoom(transaction, workspaceId, { limit: MAX_NOTES, total: all, code: NOTE_LIMIT });
  await requireShare(transaction, workspaceId, { limit: MAX_NOTES, own, code: NOTE_LIMIT, message: SHARE_IS_FULL });
}

/** Deletes the member's notes of an addition, but for those that were changed since. The table's changes wait. */
export const unnoteRows = repository.deleteAddedNotes;

/** @throws {AppError} NOTE.NOT_FOUND, WORKSPACE.ROLE_MISSING, WORKSPACE.CHANGED_MEANWHILE */
export function changeNote(
  { database, now }: Platform,
  member: ActingMember,
  id: number,
  { text, based_on: basedOn }: EndpointRequest<typeof changeRowNote>['body'],
): Promise<StoredEntryNote> {
  return database.transaction(async (transaction) => {
    const note = await repository.lockNote(transaction, member.workspaceId, id);
    if (note === null) throw new AppError('NOTE.NOT_FOUND');
    requireAuthor(member, note, 'note');
    requireSameState(basedOn, note.updatedAt, () => toRowNote(note));
    const at = changedAt(now(), note.updatedAt);
    const changed = await repository.updateNote(transaction, member.workspaceId, id, text, at);
    if (changed === null) throw new AppError('NOTE.NOT_FOUND');
    return toRowNote(changed);
  });
}

/** @throws {AppError} NOTE.NOT_FOUND, WORKSPACE.ROLE_MISSING */
export async function deleteNote({ database }: Platform, member: ActingMember, id: number): Promise<void> {
  const { workspaceId } = member;
  await database.transaction(async (transaction) => {
    const note = await repository.findNote(transaction, workspaceId, id);
    if (note === null) throw new AppError('NOTE.NOT_FOUND');
    requireAuthor(member, note, 'note');
    await lockMyRows(transaction, { workspaceId, tableName: note.tableName });
    await repository.deleteNote(transaction, workspaceId, id);
  });
}

function toRowNote({ id, text, author, createdAt, updatedAt }: repository.StoredNote): StoredEntryNote {
  return { id, text, author, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}
