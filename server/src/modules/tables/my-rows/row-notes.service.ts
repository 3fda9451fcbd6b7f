/** The account's notes on rows. */
import { MAX_NOTES, MAX_NOTES_PER_ROW, type StoredEntryNote } from '@leadloom/shared/contract/my-row-changes';
import type { Transaction } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace.ts';
import type { Platform } from '../../../platform.ts';
import { requireRoom } from '../../accounts/storage-room.service.ts';
import { lockMyRows, type MyTableRows } from './my-rows.repository.ts';
import { lockRow, myRowsOf, requireRow } from './named-rows.ts';
import * as repository from './row-notes.repository.ts';
import type { NamedRow } from './row-tags.service.ts';

/** The author of a note. */
export interface NoteAuthor {
  readonly workspaceId: WorkspaceId;
  readonly email: string;
}

/** Newest first. @throws {AppError} ROWS.NOT_FOUND */
export async function listNotes({ database }: Platform, author: NoteAuthor, { table, id }: NamedRow): Promise<StoredEntryNote[]> {
  const rows = myRowsOf(author.workspaceId, table);
  await requireRow(database, rows, id);
  return (await repository.findNotes(database, rows, id)).map((note) => toRowNote(note, author));
}

/** @throws {AppError} ROWS.NOT_FOUND, NOTE.LIMIT_REACHED */
export async function addNote(
  { database, now }: Platform,
  author: NoteAuthor,
  { table, id }: NamedRow,
  text: string,
): Promise<StoredEntryNote> {
  const rows = myRowsOf(author.workspaceId, table);
  return database.transaction(async (transaction) => {
    await lockRow(transaction, rows, id);
    await lockMyRows(transaction, rows);
    await lockForTransaction(transaction, `row-notes:${author.workspaceId}`);
    const { all, ofRow } = await repository.countNotes(transaction, rows, id);
    if (ofRow >= MAX_NOTES_PER_ROW) throw new AppError('NOTE.LIMIT_REACHED');
    await requireRoom(transaction, author.workspaceId, { limit: MAX_NOTES, total: all + 1, code: 'NOTE.LIMIT_REACHED' });
    const at = now();
    const note = await repository.insertNote(transaction, { ...rows, rowId: id, text, createdAt: at, updatedAt: at });
    return toRowNote(note, author);
  });
}

/**
 * The same note on each of the rows, which stay until the transaction ends, and whose table's changes wait for it.
 * @param addition under which `unnoteRows` finds them
 * @throws {AppError} NOTE.LIMIT_REACHED
 */
export async function noteRows(
  transaction: Transaction,
  rows: MyTableRows,
  ids: readonly number[],
  { text, at, addition }: { readonly text: string; readonly at: Date; readonly addition: number },
): Promise<void> {
  const noted = [...new Set(ids)];
  await lockForTransaction(transaction, `row-notes:${rows.workspaceId}`);
  const { all, maxOfRow } = await repository.countNotesOf(transaction, rows, noted);
  if (maxOfRow >= MAX_NOTES_PER_ROW) throw new AppError('NOTE.LIMIT_REACHED');
  const total = all + noted.length;
  await requireRoom(transaction, rows.workspaceId, { limit: MAX_NOTES, total, code: 'NOTE.LIMIT_REACHED' });
  for (const rowId of noted)
    await repository.insertNote(transaction, { ...rows, rowId, text, createdAt: at, updatedAt: at, addition });
}

/** Deletes the notes of an addition, but for those that were changed since. The table's changes wait. */
export const unnoteRows = repository.deleteAddedNotes;

/** @throws {AppError} NOTE.NOT_FOUND */
export async function changeNote(
  { database, now }: Platform,
  author: NoteAuthor,
  id: number,
  text: string,
): Promise<StoredEntryNote> {
  const note = await repository.updateNote(database, author.workspaceId, id, text, now());
  if (note === null) throw new AppError('NOTE.NOT_FOUND');
  return toRowNote(note, author);
}

/** @throws {AppError} NOTE.NOT_FOUND */
export async function deleteNote({ database }: Platform, { workspaceId }: NoteAuthor, id: number): Promise<void> {
  await database.transaction(async (transaction) => {
    const note = await repository.findNote(transaction, workspaceId, id);
    if (note === null) throw new AppError('NOTE.NOT_FOUND');
    await lockMyRows(transaction, { workspaceId, tableName: note.tableName });
    await repository.deleteNote(transaction, workspaceId, id);
  });
}

function toRowNote({ id, text, createdAt, updatedAt }: repository.StoredNote, { email }: NoteAuthor): StoredEntryNote {
  return { id, text, author: email, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}
