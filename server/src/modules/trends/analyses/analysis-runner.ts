/**
 * Runs pending analyses, a few at a time in this process. A cancelled analysis, a lost lease and a closing server abort the
 * analysis by its signal, and it then saves nothing.
 */
import { createLeasedWork } from '../../../leased-work/leased-work.ts';
import { createProgress } from './analysis-progress.ts';
import { type ClaimedTask, claimTasks, fail, failAbandoned, taskLeases, writeProgress } from './analysis-tasks.repository.ts';
import { AnalysisProblem, type AnalysisRun, analyzeAccount, type RunnerPlatform } from './analyze-account.ts';
import { failureTexts } from './describe-task.ts';

export interface RunnerLimits {
  /** Analyses at a time. */
  readonly slots: number;
  /** Milliseconds between two renewals of the lease. */
  readonly renewMilliseconds: number;
}

export const defaultRunnerLimits: RunnerLimits = { slots: 2, renewMilliseconds: 4_000 };

interface Log {
  warn(fields: object, message: string): void;
}

export interface AnalysisRunner {
  /** Starts pending analyses while slots are free. */
  startPending(): Promise<void>;
  /** Fails analyses whose lease has expired, then starts pending ones. */
  poll(): Promise<void>;
  /** Aborts an analysis if it runs here. Its row is already marked as cancelled. */
  cancel(taskId: string): void;
  /** Aborts all analyses that run here, and waits for them. */
  close(): Promise<void>;
}

export function createAnalysisRunner(
  platform: RunnerPlatform,
  log: Log,
  limits = defaultRunnerLimits,
  analyze: (platform: RunnerPlatform, task: ClaimedTask, run: AnalysisRun) => Promise<void> = analyzeAccount,
): AnalysisRunner {
  const { database, now } = platform;
  const work = createLeasedWork<ClaimedTask>({
    slots: limits.slots,
    renewal: taskLeases.renewal(database, limits.renewMilliseconds),
    take: (room) => claimTasks(database, room, now()),
    run: async (task, signal) => {
      const progress = createProgress((status) => writeProgress(database, task, status));
      try {
        await analyze(platform, task, { signal, report: progress.report });
      } finally {
        await progress.settle();
      }
    },
    onFailure: async (task, error, isStopping) => {
      const isKnown = error instanceof AnalysisProblem;
      if (!isKnown && !isStopping) log.warn({ err: error }, 'a trend analysis failed');
      const text = isKnown ? error.message : isStopping ? failureTexts.stopped : failureTexts.unknown;
      await fail(database, task, text, now());
    },
    onError: (error, task) =>
      log.warn(
        { err: error },
        task === null
          ? 'the next analysis could not be started yet'
          : 'the end of an analysis could not be saved; the analysis ends when its lease expires',
      ),
  });
  return {
    startPending: work.startDue,
    poll: async () => {
      await failAbandoned(database, failureTexts.stopped, now());
      await work.startDue();
    },
    cancel: (taskId) => work.cancel(({ id }) => id === taskId),
    close: () => work.close(),
  };
}
