/**
 * Analyses as rows: whose they are, who runs them, and their results. A row is its own job. The server that runs it holds a
 * lease and renews it; a row whose lease has expired has failed.
 */
import { randomUUID } from 'node:crypto';
import type { AnalysisTask } from '@leadloom/shared/contract/trends';
import { and, desc, eq, inArray, notInArray } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { createLeases, FREED, isNext, type Lease } from '../../../leased-work/leases.ts';
import { analysisTasks } from '../../../schema/trends.table.ts';
import type { CompleteParameters } from './analysis-parameters.ts';

export type TaskRow = typeof analysisTasks.$inferSelect;

const ACTIVE = ['PENDING', 'STARTED', 'PROGRESS'] as const;
const RUNNING = ['STARTED', 'PROGRESS'] as const;
const LISTED_TASKS = 20;
/** Abandoned tasks that fail at once; the next check fails the others. */
const MAX_ABANDONED = 1_000;

/** The lease of the server that runs the task. Nobody else writes to the row. */
export const taskLeases = createLeases({
  id: analysisTasks.id,
  until: analysisTasks.leaseUntil,
  token: analysisTasks.leaseToken,
  seconds: 20,
  isOpen: inArray(analysisTasks.status, [...RUNNING]),
});

export interface ClaimedTask extends Lease {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly parameters: TaskRow['parameters'];
}

/** Transactions that change all trends of an account, or need them unchanged, run one after the other. */
export async function lockTrends(transaction: Connection, workspaceId: WorkspaceId): Promise<void> {
  await lockForTransaction(transaction, `trends:${workspaceId}`);
}

interface NewTask {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly parameters: CompleteParameters;
  readonly isScheduled: boolean;
  readonly createdAt: Date;
}

/** @returns false if the account already has a pending or running one */
export async function addTask(connection: Connection, task: NewTask): Promise<boolean> {
  const { rowCount } = await connection.insert(analysisTasks).values(task).onConflictDoNothing();
  if (rowCount !== 1) return false;
  const latest = connection
    .select({ id: analysisTasks.id })
    .from(analysisTasks)
    .where(eq(analysisTasks.workspaceId, task.workspaceId))
    .orderBy(desc(analysisTasks.createdAt), desc(analysisTasks.id))
    .limit(LISTED_TASKS);
  await connection
    .delete(analysisTasks)
    .where(
      and(
        eq(analysisTasks.workspaceId, task.workspaceId),
        notInArray(analysisTasks.status, [...ACTIVE]),
        notInArray(analysisTasks.id, latest),
      ),
    );
  return true;
}

/** Newest first. */
export function listTasks(connection: Connection, workspaceId: WorkspaceId): Promise<TaskRow[]> {
  return connection
    .select()
    .from(analysisTasks)
    .where(eq(analysisTasks.workspaceId, workspaceId))
    .orderBy(desc(analysisTasks.createdAt), desc(analysisTasks.id))
    .limit(LISTED_TASKS);
}

export async function findTask(connection: Connection, workspaceId: WorkspaceId, taskId: string): Promise<TaskRow | null> {
  const [row] = await connection
    .select()
    .from(analysisTasks)
    .where(and(eq(analysisTasks.workspaceId, workspaceId), eq(analysisTasks.id, taskId)));
  return row ?? null;
}

export async function hasActiveTask(connection: Connection, workspaceId: WorkspaceId): Promise<boolean> {
  const rows = await connection
    .select({ id: analysisTasks.id })
    .from(analysisTasks)
    .where(and(eq(analysisTasks.workspaceId, workspaceId), inArray(analysisTasks.status, [...ACTIVE])));
  return rows.length > 0;
}

/** Claims those that have been pending longest, oldest first. An account has at most one, so none blocks the others. */
export async function claimTasks(connection: Connection, limit: number, now: Date): Promise<ClaimedTask[]> {
  const token = randomUUID();
  const where = eq(analysisTasks.status, 'PENDING');
  const orderBy = [analysisTasks.createdAt, analysisTasks.id];
  const { id, workspaceId, parameters, createdAt } = analysisTasks;
  const rows = await connection
    .update(analysisTasks)
    .set({ status: 'STARTED', startedAt: now, ...taskLeases.taken(token) })
    .where(isNext(connection, id, { where, orderBy, limit }))
    .returning({ id, workspaceId, parameters, createdAt });
  return rows
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map(({ createdAt: _, ...task }) => ({ ...task, token }));
}

export async function writeProgress(connection: Connection, lease: Lease, status: string): Promise<void> {
  await connection.update(analysisTasks).set({ status: 'PROGRESS', info: { status } }).where(taskLeases.isHeld(lease));
}

/** @returns false if the lease is lost; the caller must then roll back */
export async function succeed(connection: Connection, lease: Lease, info: AnalysisTask['info'], now: Date): Promise<boolean> {
  const { rowCount } = await connection
    .update(analysisTasks)
    .set({ status: 'SUCCESS', info, finishedAt: now, ...FREED })
    .where(taskLeases.isHeld(lease));
  return rowCount === 1;
}

const failure = (errorDetails: string, now: Date) =>
  ({ status: 'FAILURE', info: null, errorDetails, finishedAt: now, ...FREED }) as const;

export async function fail(connection: Connection, lease: Lease, errorDetails: string, now: Date): Promise<void> {
  await connection.update(analysisTasks).set(failure(errorDetails, now)).where(taskLeases.isHeld(lease));
}

/** Cancels a pending or running task on any server. A finished one stays unchanged. */
export async function failActive(connection: Connection, taskId: string, errorDetails: string, now: Date): Promise<void> {
  await connection
    .update(analysisTasks)
    .set({ ...failure(errorDetails, now), cancelledAt: now })
    .where(and(eq(analysisTasks.id, taskId), inArray(analysisTasks.status, [...ACTIVE])));
}

/** Cancels what is pending or running of an account, on any server. */
export async function failActiveOf(
  connection: Connection,
  workspaceId: WorkspaceId,
  errorDetails: string,
  now: Date,
): Promise<void> {
  await connection
    .update(analysisTasks)
    .set({ ...failure(errorDetails, now), cancelledAt: now })
    .where(and(eq(analysisTasks.workspaceId, workspaceId), inArray(analysisTasks.status, [...ACTIVE])));
}

/** Fails tasks whose lease has expired. @returns how many */
export async function failAbandoned(connection: Connection, errorDetails: string, now: Date): Promise<number> {
  const where = and(inArray(analysisTasks.status, [...RUNNING]), taskLeases.isFree);
  const { rowCount } = await connection
    .update(analysisTasks)
    .set(failure(errorDetails, now))
    // A locked row is being saved right now, so it is not abandoned.
    .where(isNext(connection, analysisTasks.id, { where, orderBy: [analysisTasks.id], limit: MAX_ABANDONED }));
  return rowCount ?? 0;
}
