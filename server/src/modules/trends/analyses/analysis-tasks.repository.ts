/**
 * Analyses as rows: who asked for one, who runs it, what came of it. A row is its own job. Whoever runs it holds a lease by
 * a token and renews it; a row whose lease ran out is over. Leases go by the database's clock, which all servers share.
 */
import type { AnalysisTask } from '@leadloom/shared/contract/trends';
import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { isLeaseFree, leaseEnd } from '../../../database/lease.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { analysisTasks } from '../trends.table.ts';
import type { CompleteParameters } from './analysis-parameters.ts';

export type TaskRow = typeof analysisTasks.$inferSelect;

const ACTIVE = ['PENDING', 'STARTED', 'PROGRESS'] as const;
const RUNNING = ['STARTED', 'PROGRESS'] as const;
const KEPT_TASKS = 20;

/** Of whoever runs it: nobody else may write to the row. */
export interface TaskLease {
  readonly taskId: string;
  readonly token: string;
}

export interface ClaimedTask extends TaskLease {
  readonly accountId: number;
  readonly parameters: TaskRow['parameters'];
}

const isLeased = ({ taskId, token }: TaskLease) =>
  and(eq(analysisTasks.id, taskId), eq(analysisTasks.leaseToken, token), inArray(analysisTasks.status, [...RUNNING]));

/** What changes all trends of an account, or needs them to stay as they are, takes turns until the transaction ends. */
export async function lockTrends(transaction: Connection, accountId: number): Promise<void> {
  await lockForTransaction(transaction, `trends:${accountId}`);
}

interface NewTask {
  readonly id: string;
  readonly accountId: number;
  readonly parameters: CompleteParameters;
  readonly isScheduled: boolean;
  readonly createdAt: Date;
}

/** @returns false where the account has one that waits or runs */
export async function addTask(connection: Connection, task: NewTask): Promise<boolean> {
  const { rowCount } = await connection.insert(analysisTasks).values(task).onConflictDoNothing();
  if (rowCount !== 1) return false;
  const latest = connection
    .select({ id: analysisTasks.id })
    .from(analysisTasks)
    .where(eq(analysisTasks.accountId, task.accountId))
    .orderBy(desc(analysisTasks.createdAt), desc(analysisTasks.id))
    .limit(KEPT_TASKS);
  await connection
    .delete(analysisTasks)
    .where(
      and(
        eq(analysisTasks.accountId, task.accountId),
        notInArray(analysisTasks.status, [...ACTIVE]),
        notInArray(analysisTasks.id, latest),
      ),
    );
  return true;
}

/** The newest first. */
export function listTasks(connection: Connection, accountId: number): Promise<TaskRow[]> {
  return connection
    .select()
    .from(analysisTasks)
    .where(eq(analysisTasks.accountId, accountId))
    .orderBy(desc(analysisTasks.createdAt), desc(analysisTasks.id))
    .limit(KEPT_TASKS);
}

export async function findTask(connection: Connection, accountId: number, taskId: string): Promise<TaskRow | null> {
  const [row] = await connection
    .select()
    .from(analysisTasks)
    .where(and(eq(analysisTasks.accountId, accountId), eq(analysisTasks.id, taskId)));
  return row ?? null;
}

export async function hasActiveTask(connection: Connection, accountId: number): Promise<boolean> {
  const rows = await connection
    .select({ id: analysisTasks.id })
    .from(analysisTasks)
    .where(and(eq(analysisTasks.accountId, accountId), inArray(analysisTasks.status, [...ACTIVE])));
  return rows.length > 0;
}

/** The one that waited longest: an account has one at most, so none keeps the others out. */
export async function claimTask(
  connection: Connection,
  { token, leaseSeconds, now }: { readonly token: string; readonly leaseSeconds: number; readonly now: Date },
): Promise<ClaimedTask | null> {
  const next = connection
    .select({ id: analysisTasks.id })
    .from(analysisTasks)
    .where(eq(analysisTasks.status, 'PENDING'))
    .orderBy(analysisTasks.createdAt, analysisTasks.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await connection
    .update(analysisTasks)
    .set({ status: 'STARTED', startedAt: now, leaseToken: token, leaseUntil: leaseEnd(leaseSeconds) })
    .where(and(eq(analysisTasks.id, sql`(${next})`), eq(analysisTasks.status, 'PENDING')))
    .returning({ taskId: analysisTasks.id, accountId: analysisTasks.accountId, parameters: analysisTasks.parameters });
  return row === undefined ? null : { ...row, token };
}

/** @returns false where it is held no longer: called off, or given up as lost */
export async function renewLease(connection: Connection, lease: TaskLease, leaseSeconds: number): Promise<boolean> {
  const { rowCount } = await connection
    .update(analysisTasks)
    .set({ leaseUntil: leaseEnd(leaseSeconds) })
    .where(isLeased(lease));
  return rowCount === 1;
}

export async function writeProgress(connection: Connection, lease: TaskLease, status: string): Promise<void> {
  await connection.update(analysisTasks).set({ status: 'PROGRESS', info: { status } }).where(isLeased(lease));
}

/** @returns false where it is held no longer; what was written beside it must then be undone */
export async function succeed(connection: Connection, lease: TaskLease, info: AnalysisTask['info'], now: Date): Promise<boolean> {
  const { rowCount } = await connection
    .update(analysisTasks)
    .set({ status: 'SUCCESS', info, finishedAt: now, leaseUntil: null, leaseToken: null })
    .where(isLeased(lease));
  return rowCount === 1;
}

const failure = (errorDetails: string, now: Date) =>
  ({ status: 'FAILURE', info: null, errorDetails, finishedAt: now, leaseUntil: null, leaseToken: null }) as const;

export async function fail(connection: Connection, lease: TaskLease, errorDetails: string, now: Date): Promise<void> {
  await connection.update(analysisTasks).set(failure(errorDetails, now)).where(isLeased(lease));
}

/** One that waits or runs, whoever runs it; one that is over stays as it is. */
export async function failActive(connection: Connection, taskId: string, errorDetails: string, now: Date): Promise<void> {
  await connection
    .update(analysisTasks)
    .set({ ...failure(errorDetails, now), cancelledAt: now })
    .where(and(eq(analysisTasks.id, taskId), inArray(analysisTasks.status, [...ACTIVE])));
}

/** Those nobody runs any more. @returns how many there were */
export async function failAbandoned(connection: Connection, errorDetails: string, now: Date): Promise<number> {
  const abandoned = connection
    .select({ id: analysisTasks.id })
    .from(analysisTasks)
    .where(and(inArray(analysisTasks.status, [...RUNNING]), isLeaseFree(analysisTasks.leaseUntil)))
    // One being saved at this moment is not abandoned.
    .for('update', { skipLocked: true });
  const { rowCount } = await connection
    .update(analysisTasks)
    .set(failure(errorDetails, now))
    .where(inArray(analysisTasks.id, sql`(${abandoned})`));
  return rowCount ?? 0;
}
