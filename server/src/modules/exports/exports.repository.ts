/**
 * Rows that a workspace exported in a month. A transaction that changes them locks the workspace's month first; bits, count
 * and ledger change together or not at all.
 */
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { and, count, desc, eq, lt, notInArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../../database/database.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { exportedRows, tableExports } from '../../schema/table-exports.table.ts';
import type { RowSet } from './row-set.ts';

export interface ExportMonth {
  readonly workspaceId: WorkspaceId;
  /** First day of the month. */
  readonly month: string;
  /** The table's name in the database. */
  readonly tableName: string;
}

/** A segment takes 8 KiB, and twice as much in transit. */
const SEGMENTS_AT_ONCE = 128;
/** Lines of the ledger that each workspace keeps in any case. */
const MAX_LEDGER_LINES = 1_000;

const bitsSchema = z.array(z.object({ segment: z.int(), bits: z.instanceof(Buffer) }));

/** Locks the month: until the transaction ends, no other transaction changes it. */
export async function lockMonth(transaction: Connection, { workspaceId, month }: ExportMonth): Promise<void> {
  await lockForTransaction(transaction, `exported-rows:${workspaceId}:${month}`);
}

/** The charged rows in the given segments. */
export async function readExportedRows(database: Connection, month: ExportMonth, segments: Iterable<number>): Promise<RowSet> {
  const found = new Map<number, Uint8Array>();
  for (const batch of batches([...segments])) {
    const { rows } = await database.execute(
      sql`select chunk as segment, bits from exported_rows where ${isMonth(month)} and chunk = any(${sql.param(batch)}::int[])`,
    );
    for (const { segment, bits } of bitsSchema.parse(rows)) found.set(segment, bits);
  }
  return found;
}

/** Replaces these segments. */
export async function writeExportedRows(database: Connection, month: ExportMonth, rows: RowSet): Promise<void> {
  for (const batch of batches([...rows])) {
    await database
      .insert(exportedRows)
      .values(
        batch.map(([segment, bits]) => ({ ...month, segment, bits: Buffer.from(bits.buffer, bits.byteOffset, bits.length) })),
      )
      .onConflictDoUpdate({
        target: [exportedRows.workspaceId, exportedRows.month, exportedRows.tableName, exportedRows.segment],
        set: { bits: sql`excluded.bits` },
      });
  }
}

/** Deletes months that are no longer needed. @param month the first to keep */
export async function forgetExportedRows(database: Connection, workspaceId: WorkspaceId, month: string): Promise<void> {
  await database.delete(exportedRows).where(and(eq(exportedRows.workspaceId, workspaceId), lt(exportedRows.month, month)));
}

interface LedgerLine extends ExportMonth {
  readonly exportedBy: number;
  readonly filters: TableFilters;
  readonly startedAt: Date;
  readonly rowCount: number;
  readonly reserved: number;
}

/**
 * Adds a line, and forgets older ones beyond the newest: those of earlier months, and those that charged nothing.
 * @param firstMonth of those whose lines are all kept
 * @returns its number in the ledger
 */
export async function addToLedger(database: Connection, line: LedgerLine, firstMonth: string): Promise<number> {
  const [added] = await database.insert(tableExports).values(line).returning({ id: tableExports.id });
  if (added === undefined) throw new Error('the export ledger did not return a row');
  const isOwn = eq(tableExports.workspaceId, line.workspaceId);
  const newest = database
    .select({ id: tableExports.id })
    .from(tableExports)
    .where(isOwn)
    .orderBy(desc(tableExports.startedAt), desc(tableExports.id))
    .limit(MAX_LEDGER_LINES);
  const isOver = or(lt(tableExports.month, firstMonth), eq(tableExports.reserved, 0));
  await database.delete(tableExports).where(and(isOwn, isOver, notInArray(tableExports.id, newest)));
  return added.id;
}

/** A line to which rows are added. */
export interface GrownLine {
  readonly id: number;
  /** All rows of the line, with those that are added. */
  readonly rowCount: number;
}

/** @returns null: the line is gone, or of another month or table */
export async function growLedger(
  database: Connection,
  { workspaceId, month, tableName }: ExportMonth,
  { id, rowCount }: GrownLine,
  reserved: number,
): Promise<number | null> {
  const rows = await database
    .update(tableExports)
    .set({ rowCount, reserved: sql`${tableExports.reserved} + ${reserved}` })
    .where(
      and(
        eq(tableExports.id, id),
        eq(tableExports.workspaceId, workspaceId),
        eq(tableExports.month, month),
        eq(tableExports.tableName, tableName),
      ),
    )
    .returning({ id: tableExports.id });
  return rows[0]?.id ?? null;
}

/** The workspace's exports of a month, the newest first, with the sums of all of them. */
export async function readLedger(
  database: Connection,
  { workspaceId, month }: Omit<ExportMonth, 'tableName'>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const which = and(eq(tableExports.workspaceId, workspaceId), eq(tableExports.month, month));
  const lines = await database
    .select()
    .from(tableExports)
    .where(which)
    .orderBy(desc(tableExports.startedAt), desc(tableExports.id))
    .limit(limit)
    .offset(offset);
  const charged = sql<string>`coalesce(sum(${tableExports.reserved} - ${tableExports.refunded}), 0)`;
  const [sums] = await database
    .select({ total: count(), charged: charged.mapWith(Number) })
    .from(tableExports)
    .where(which);
  return { lines, total: sums?.total ?? 0, charged: sums?.charged ?? 0 };
}

/** Counts exports up to a number. */
export async function countLedger(database: Connection, workspaceId: WorkspaceId, upTo: number): Promise<number> {
  const lines = await database
    .select({ id: tableExports.id })
    .from(tableExports)
    .where(eq(tableExports.workspaceId, workspaceId))
    .limit(upTo);
  return lines.length;
}

interface LedgerEnd {
  readonly endedAt: Date;
  readonly refunded: number;
  readonly isComplete: boolean;
}

export async function endInLedger(database: Connection, id: number, end: LedgerEnd): Promise<void> {
  await database.update(tableExports).set(end).where(eq(tableExports.id, id));
}

function isMonth({ workspaceId, month, tableName }: ExportMonth) {
  return and(eq(exportedRows.workspaceId, workspaceId), eq(exportedRows.month, month), eq(exportedRows.tableName, tableName));
}

function batches<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / SEGMENTS_AT_ONCE) }, (_, index) =>
    items.slice(index * SEGMENTS_AT_ONCE, (index + 1) * SEGMENTS_AT_ONCE),
  );
}
