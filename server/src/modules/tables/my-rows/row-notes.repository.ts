/** Notes on rows. Every statement names the workspace. */
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { rowNotes } from '../../../schema/my-rows.table.ts';
import { columnsAs, emailOrFormer, isMadeBy } from '../../../schema/visible-rows.ts';
import type { MemberRows, MyTableRows } from './my-rows.repository.ts';

const note = columnsAs('row_notes');
const columns = { ...getTableColumns(rowNotes), author: emailOrFormer(note) };
export type StoredNote = typeof rowNotes.$inferSelect & { readonly author: string };

const own = (workspaceId: WorkspaceId, id: number) => and(eq(rowNotes.workspaceId, workspaceId), eq(rowNotes.id, id));
const onRow = ({ workspaceId, tableName }: MyTableRows, rowId: number) =>
  and(eq(rowNotes.workspaceId, workspaceId), eq(rowNotes.tableName, tableName), eq(rowNotes.rowId, rowId));

/** Newest first. */
export function findNotes(connection: Connection, rows: MyTableRows, rowId: number): Promise<StoredNote[]> {
  return connection.select(columns).from(rowNotes).where(onRow(rows, rowId)).orderBy(desc(rowNotes.id));
}

export async function findNote(connection: Connection, workspaceId: WorkspaceId, id: number): Promise<StoredNote | null> {
  const [found] = await connection.select(columns).from(rowNotes).where(own(workspaceId, id));
  return found ?? null;
}

/** The same, and no other change of the note goes on until the transaction ends. */
export async function lockNote(transaction: Transaction, workspaceId: WorkspaceId, id: number): Promise<StoredNote | null> {
  const [found] = await transaction.select(columns).from(rowNotes).where(own(workspaceId, id)).for('no key update');
  return found ?? null;
}

export async function countNotes(transaction: Transaction, rows: MemberRows, rowId: number) {
  const [counted] = await transaction
    .select({
      all: sql<number>`count(*)::int`,
      own: sql<number>`(count(*) filter (where ${isMadeBy(note, rows)}))::int`,
      ofRow: sql<number>`(count(*) filter (where ${rowNotes.tableName} = ${rows.tableName} and ${rowNotes.rowId} = ${rowId}))::int`,
    })
    .from(rowNotes)
    .where(eq(rowNotes.workspaceId, rows.workspaceId));
  return counted ?? { all: 0, own: 0, ofRow: 0 };
}

/** Counts the notes of the workspace, those of the member, and those of the one among the rows that has the most. */
export async function countNotesOf(
  transaction: Transaction,
  { accountId, workspaceId, tableName }: MemberRows,
  rowIds: readonly number[],
) {
  const { rows } = await transaction.execute<{ all: number; own: number; most: number }>(sql`
    select (select count(*)::int from ${rowNotes} where account_id = ${workspaceId}) as all,
      (select count(*)::int from ${rowNotes} where ${isMadeBy(note, { accountId, workspaceId })}) as own,
      coalesce((select max(of_row)::int from (select count(*) as of_row from ${rowNotes}
        where account_id = ${workspaceId} and table_name = ${tableName} and row_id = any(${sql.param(rowIds)}::bigint[])
        group by row_id) counted), 0) as most`);
  return { all: rows[0]?.all ?? 0, own: rows[0]?.own ?? 0, maxOfRow: rows[0]?.most ?? 0 };
}

export async function insertNote(transaction: Transaction, note: typeof rowNotes.$inferInsert): Promise<StoredNote> {
  const [stored] = await transaction.insert(rowNotes).values(note).returning(columns);
  if (stored === undefined) throw new Error('a note was not stored');
  return stored;
}

/** The note no longer belongs to what was added with it. null: it is gone. */
export async function updateNote(connection: Connection, workspaceId: WorkspaceId, id: number, text: string, updatedAt: Date) {
  const [stored] = await connection
    .update(rowNotes)
    .set({ text, updatedAt, addition: null })
    .where(own(workspaceId, id))
    .returning(columns);
  return stored ?? null;
}

export async function deleteNote(transaction: Transaction, workspaceId: WorkspaceId, id: number): Promise<void> {
  await transaction.delete(rowNotes).where(own(workspaceId, id));
}

/** The member's notes that were written while rows were put on a list, unless they were changed since. */
export async function deleteAddedNotes(
  transaction: Transaction,
  { accountId, workspaceId, tableName }: MemberRows,
  addition: number,
): Promise<void> {
  await transaction
    .delete(rowNotes)
    .where(and(isMadeBy(note, { accountId, workspaceId }), eq(rowNotes.tableName, tableName), eq(rowNotes.addition, addition)));
}
