/** Rows of scheduled exports and their files. Statements for a workspace name it; the others are for writing files. */
import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, getTableColumns, isNotNull, lt, lte, type SQL, sql, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Connection, Database } from '../../../database/database.ts';
import { isPutOffTooFar } from '../../../database/plausible-time.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { createLeases, FREED, isLeaseFree, isNext, type Lease, leaseEnd } from '../../../leased-work/leases.ts';
import { accounts } from '../../../schema/accounts.table.ts';
import { destinationDeliveries } from '../../../schema/destinations.table.ts';
import { scheduledExportFiles, scheduledExportParts, scheduledExports } from '../../../schema/scheduled-exports.table.ts';
import { workspaces } from '../../../schema/workspaces.table.ts';
import { nextDigestAt } from '../../../time/next-digest.ts';

const CORRECTED_AT_ONCE = 1_000;

export type StoredExport = typeof scheduledExports.$inferSelect;
export type NewExport = Omit<typeof scheduledExports.$inferInsert, 'id'>;
/** An export that this server writes. */
export type TakenExport = StoredExport & Lease;
export type StoredFile = typeof scheduledExportFiles.$inferSelect;

export const exportLeases = createLeases({
  id: scheduledExports.id,
  until: scheduledExports.leaseUntil,
  token: scheduledExports.leaseToken,
  seconds: 60,
  // An export that has ended is not written.
  isOpen: isNotNull(scheduledExports.nextAt),
});

/** An export without a maker was made by a server of the version before, in a personal workspace. */
const makerId = sql<number>`coalesce(${scheduledExports.createdBy}, ${scheduledExports.workspaceId})`;

/** An export and who made it. */
export interface ListedExport extends StoredExport {
  /** The email; null: the account is gone. */
  readonly maker: string | null;
  readonly isShared: boolean;
}

/** Newest first. */
export function listExports(connection: Connection, workspaceId: WorkspaceId): Promise<ListedExport[]> {
  return selectListed(connection).where(eq(scheduledExports.workspaceId, workspaceId)).orderBy(desc(scheduledExports.id));
}

export async function findExport(connection: Connection, workspaceId: WorkspaceId, id: number): Promise<ListedExport | null> {
  const [found] = await selectListed(connection).where(isOwn(workspaceId, id));
  return found ?? null;
}

function selectListed(connection: Connection) {
  const isShared = sql<boolean>`${workspaces.personalAccountId} is null`;
  return connection
    .select({ ...getTableColumns(scheduledExports), maker: accounts.email, isShared })
    .from(scheduledExports)
    .innerJoin(workspaces, eq(workspaces.id, scheduledExports.workspaceId))
    .leftJoin(accounts, eq(accounts.id, makerId));
}

/** How many a member made, and the workspace has. Nobody else adds one there until the transaction ends. */
export async function countExports(
  transaction: Connection,
  workspaceId: WorkspaceId,
  accountId: number,
): Promise<{ readonly own: number; readonly total: number }> {
  await lockForTransaction(transaction, `scheduled-exports:${workspaceId}`);
  const own = sql<number>`count(*) filter (where ${eq(makerId, accountId)})`.mapWith(Number);
  const [counted] = await transaction
    .select({ own, total: count() })
    .from(scheduledExports)
    .where(eq(scheduledExports.workspaceId, workspaceId));
  return counted ?? { own: 0, total: 0 };
}

export async function addExport(connection: Connection, added: NewExport): Promise<StoredExport> {
  const [stored] = await connection.insert(scheduledExports).values(added).returning();
  if (stored === undefined) throw new Error('a scheduled export was not stored');
  return stored;
}

export async function changeExport(
  connection: Connection,
  workspaceId: WorkspaceId,
  id: number,
  changes: Partial<NewExport>,
): Promise<StoredExport | null> {
  const [changed] = await connection.update(scheduledExports).set(changes).where(isOwn(workspaceId, id)).returning();
  return changed ?? null;
}

/** @returns its name; null: there is no such export */
export async function deleteExport(connection: Connection, workspaceId: WorkspaceId, id: number): Promise<string | null> {
  const [deleted] = await connection
    .delete(scheduledExports)
    .where(isOwn(workspaceId, id))
    .returning({ name: scheduledExports.name });
  return deleted?.name ?? null;
}

/** Corrects the times of exports that a clock that was ahead put off. */
export async function correctTimes(database: Database, now: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    const late = await transaction
      .select()
      .from(scheduledExports)
      .where(isPutOffTooFar(scheduledExports.nextAt, scheduledExports.frequency, now))
      .limit(CORRECTED_AT_ONCE)
      .for('update', { skipLocked: true });
    for (const each of late)
      await transaction
        .update(scheduledExports)
        .set({ nextAt: nextDigestAt(each, now) })
        .where(eq(scheduledExports.id, each.id));
  });
}

/**
 * Takes exports that are due, of different accounts. Accounts take turns: each has one written at a time over all servers, and
 * the one that has waited for longest since its last one comes first.
 * @returns fewer than `limit`: none is due, or all that are have to wait for others of their account
 */
export async function takeDue(database: Database, now: Date, limit: number): Promise<TakenExport[]> {
  const token = randomUUID();
  const other = alias(scheduledExports, 'other');
  const isOfAccount = sql`${other.workspaceId} = ${scheduledExports.workspaceId}`;
  const isWritten = sql`exists (select from ${scheduledExports} other
    where ${isOfAccount} and ${other.leaseToken} is not null and not ${isLeaseFree(other.leaseUntil)})`;
  // A time to come was noted by a clock that was ahead.
  const lastOfAccount = sql`(select max(${other.lastAt}) from ${scheduledExports} other
    where ${isOfAccount} and ${other.lastAt} <= ${now.toISOString()}::timestamptz)`;
  const where = and(lte(scheduledExports.nextAt, now), exportLeases.isFree, sql`not ${isWritten}`);
  const orderBy = [sql`${lastOfAccount} nulls first`, asc(scheduledExports.nextAt)];
  return database.transaction(async (transaction) => {
    // Servers take exports one after the other, so that nobody takes another export of an account that was just taken.
    await lockForTransaction(transaction, 'scheduled-exports due');
    const taken: TakenExport[] = [];
    while (taken.length < limit) {
      const [next] = await transaction
        .update(scheduledExports)
        .set(exportLeases.taken(token))
        .where(isNext(transaction, scheduledExports.id, { where, orderBy, limit: 1 }))
        .returning();
      if (next === undefined) break;
      taken.push({ ...next, token });
    }
    return taken;
  });
}

/** Gives the lease back with what came of it. False: it was lost before; nothing is changed. */
export async function endRun(connection: Connection, lease: Lease, changes: Partial<NewExport>): Promise<boolean> {
  const ended = await connection
    .update(scheduledExports)
    .set({ ...FREED, ...changes })
    .where(exportLeases.isHeld(lease));
  return ended.rowCount === 1;
}

/** Puts the export off: nobody takes it before these seconds have passed. */
export async function putOff(
  connection: Connection,
  lease: Lease,
  { failures, seconds }: { readonly failures: number; readonly seconds: number },
): Promise<void> {
  await connection
    .update(scheduledExports)
    .set({ leaseUntil: leaseEnd(seconds), leaseToken: null, failures })
    .where(exportLeases.isHeld(lease));
}

/** The files, newest first. */
export function listFiles(connection: Connection, workspaceId: WorkspaceId, exportId: number): Promise<StoredFile[]> {
  return connection
    .select()
    .from(scheduledExportFiles)
    .where(and(eq(scheduledExportFiles.workspaceId, workspaceId), eq(scheduledExportFiles.exportId, exportId), isComplete()))
    .orderBy(desc(scheduledExportFiles.id));
}

export async function findFile(
  connection: Connection,
  workspaceId: WorkspaceId,
  { exportId, fileId }: { readonly exportId: number; readonly fileId: number },
): Promise<StoredFile | null> {
  const [found] = await connection
    .select()
    .from(scheduledExportFiles)
    .where(
      and(
        eq(scheduledExportFiles.id, fileId),
        eq(scheduledExportFiles.workspaceId, workspaceId),
        eq(scheduledExportFiles.exportId, exportId),
        isComplete(),
      ),
    );
  return found ?? null;
}

/** Bytes stored for all files of an account. */
export async function storedBytes(connection: Connection, workspaceId: WorkspaceId): Promise<number> {
  const [{ total } = { total: null }] = await connection
    .select({ total: sum(scheduledExportFiles.storedSize) })
    .from(scheduledExportFiles)
    .where(eq(scheduledExportFiles.workspaceId, workspaceId));
  return Number(total ?? 0);
}

/** Deletes what a server that was killed left of a file. */
export async function deleteUnfinished(connection: Connection, exportId: number): Promise<void> {
  await connection
    .delete(scheduledExportFiles)
    .where(and(eq(scheduledExportFiles.exportId, exportId), eq(scheduledExportFiles.isComplete, false)));
}

export async function addFile(
  connection: Connection,
  file: Omit<typeof scheduledExportFiles.$inferInsert, 'id'>,
): Promise<number> {
  const [added] = await connection.insert(scheduledExportFiles).values(file).returning({ id: scheduledExportFiles.id });
  if (added === undefined) throw new Error('a file was not stored');
  return added.id;
}

export async function addPart(connection: Connection, fileId: number, part: number, bytes: Buffer): Promise<void> {
  await connection.insert(scheduledExportParts).values({ fileId, part, bytes });
}

/** A part of a file; null: the file has no such part, or is gone. */
export async function readPart(connection: Connection, fileId: number, part: number): Promise<Buffer | null> {
  const [found] = await connection
    .select({ bytes: scheduledExportParts.bytes })
    .from(scheduledExportParts)
    .where(and(eq(scheduledExportParts.fileId, fileId), eq(scheduledExportParts.part, part)));
  return found?.bytes ?? null;
}

export async function completeFile(
  connection: Connection,
  fileId: number,
  { size, storedSize }: { readonly size: number; readonly storedSize: number },
): Promise<void> {
  await connection
    .update(scheduledExportFiles)
    .set({ size, storedSize, isComplete: true })
    .where(eq(scheduledExportFiles.id, fileId));
}

export async function deleteFilesBefore(connection: Connection, time: Date): Promise<void> {
  await connection.delete(scheduledExportFiles).where(and(lt(scheduledExportFiles.createdAt, time), isNotAwaited()));
}

/** Deletes all files but the newest. */
export async function keepNewest(connection: Connection, exportId: number, kept: number): Promise<void> {
  const newest = connection
    .select({ id: scheduledExportFiles.id })
    .from(scheduledExportFiles)
    .where(and(eq(scheduledExportFiles.exportId, exportId), isComplete()))
    .orderBy(desc(scheduledExportFiles.id))
    .limit(kept);
  await connection
    .delete(scheduledExportFiles)
    .where(
      and(
        eq(scheduledExportFiles.exportId, exportId),
        isComplete(),
        isNotAwaited(),
        sql`${scheduledExportFiles.id} not in ${newest}`,
      ),
    );
}

/** No destination waits for the file: a delivery that is given up lets it go. */
function isNotAwaited(): SQL {
  return sql`not exists (select from ${destinationDeliveries} waiting where waiting.state = 'waiting'
    and waiting.task ->> 'kind' = 'file' and (waiting.task ->> 'fileId')::bigint = ${scheduledExportFiles.id})`;
}

function isOwn(workspaceId: WorkspaceId, id: number): SQL | undefined {
  return and(eq(scheduledExports.id, id), eq(scheduledExports.workspaceId, workspaceId));
}

function isComplete(): SQL {
  return eq(scheduledExportFiles.isComplete, true);
}
