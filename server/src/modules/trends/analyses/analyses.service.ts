/** Starts, lists, reads and cancels analyses for a user. */
import { randomUUID } from 'node:crypto';
import type { AnalysisParameters, AnalysisTask } from '@leadloom/shared/contract/trends';
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { completeParameters } from './analysis-parameters.ts';
import type { AnalysisRunner } from './analysis-runner.ts';
import { addTask, failActive, findTask, listTasks, lockTrends } from './analysis-tasks.repository.ts';
import { describeTask, failureTexts } from './describe-task.ts';

/** @returns the task's id @throws {AppError} TRENDS.RUNNING */
export async function startAnalysis(
  { database, now }: Platform,
  runner: AnalysisRunner,
  workspaceId: WorkspaceId,
  given: AnalysisParameters,
): Promise<string> {
  const id = randomUUID();
  const task = { id, workspaceId, parameters: completeParameters(given), isScheduled: false, createdAt: now() };
  await database.transaction(async (transaction) => {
    await lockTrends(transaction, workspaceId);
    if (!(await addTask(transaction, task))) throw new AppError('TRENDS.RUNNING');
  });
  // The task is stored: if it cannot start now, the next poll starts it.
  runner.startPending().catch(() => undefined);
  return id;
}

/** Newest first. */
export async function listAnalyses({ database }: Platform, workspaceId: WorkspaceId): Promise<AnalysisTask[]> {
  return (await listTasks(database, workspaceId)).map(describeTask);
}

/** @throws {AppError} TRENDS.TASK_NOT_FOUND */
export async function readAnalysis({ database }: Platform, workspaceId: WorkspaceId, taskId: string): Promise<AnalysisTask> {
  const row = await findTask(database, workspaceId, taskId);
  if (row === null) throw new AppError('TRENDS.TASK_NOT_FOUND');
  return describeTask(row);
}

/** A finished analysis stays unchanged. @throws {AppError} TRENDS.TASK_NOT_FOUND */
export async function cancelRunningAnalysis(
  platform: Platform,
  runner: AnalysisRunner,
  workspaceId: WorkspaceId,
  taskId: string,
): Promise<void> {
  await readAnalysis(platform, workspaceId, taskId);
  // The row decides: from now on, no server can save results of this analysis.
  await failActive(platform.database, taskId, failureTexts.cancelled, platform.now());
  runner.cancel(taskId);
}
