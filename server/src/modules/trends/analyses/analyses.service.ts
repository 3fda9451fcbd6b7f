/** Analyses as a person asks for them: begins, lists, follows and calls off. */
import { randomUUID } from 'node:crypto';
import type { AnalysisParameters, AnalysisTask } from '@leadloom/shared/contract/trends';
import { AppError } from '../../../http/app-error.ts';
import type { Platform } from '../../../platform.ts';
import { completeParameters } from './analysis-parameters.ts';
import type { AnalysisRunner } from './analysis-runner.ts';
import { addTask, failActive, findTask, listTasks, lockTrends } from './analysis-tasks.repository.ts';
import { describeTask, failureTexts } from './describe-task.ts';

/** @returns the task's id @throws {AppError} TRENDS.RUNNING */
export async function startAnalysis(
  { database, now }: Platform,
  runner: AnalysisRunner,
  accountId: number,
  given: AnalysisParameters,
): Promise<string> {
  const id = randomUUID();
  const task = { id, accountId, parameters: completeParameters(given), isScheduled: false, createdAt: now() };
  await database.transaction(async (transaction) => {
    await lockTrends(transaction, accountId);
    if (!(await addTask(transaction, task))) throw new AppError('TRENDS.RUNNING');
  });
  // It waits in the database: where it cannot begin now, the next look begins it.
  runner.startPending().catch(() => undefined);
  return id;
}

/** The newest first. */
export async function listAnalyses({ database }: Platform, accountId: number): Promise<AnalysisTask[]> {
  return (await listTasks(database, accountId)).map(describeTask);
}

/** @throws {AppError} TRENDS.TASK_NOT_FOUND */
export async function readAnalysis({ database }: Platform, accountId: number, taskId: string): Promise<AnalysisTask> {
  const row = await findTask(database, accountId, taskId);
  if (row === null) throw new AppError('TRENDS.TASK_NOT_FOUND');
  return describeTask(row);
}

/** One that is over stays what it was. @throws {AppError} TRENDS.TASK_NOT_FOUND */
export async function cancelRunningAnalysis(
  platform: Platform,
  runner: AnalysisRunner,
  accountId: number,
  taskId: string,
): Promise<void> {
  await readAnalysis(platform, accountId, taskId);
  // The row decides: whoever runs it, here or elsewhere, can save nothing from now on.
  await failActive(platform.database, taskId, failureTexts.cancelled, platform.now());
  runner.cancel(taskId);
}
