/**
 * Runs pending analyses, a few at a time in this process. A cancelled analysis, a lost lease and a closing server abort the
 * analysis by its signal, and it then saves nothing.
 */
import { randomUUID } from 'node:crypto';
import { keepLease } from '../../../database/lease.ts';
import { createProgress } from './analysis-progress.ts';
import {
  type ClaimedTask,
  claimTask,
  fail,
  failAbandoned,
  renewLease,
  type TaskLease,
  writeProgress,
} from './analysis-tasks.repository.ts';
import { AnalysisProblem, type AnalysisRun, analyzeAccount, type RunnerPlatform } from './analyze-account.ts';
import { failureTexts } from './describe-task.ts';

export interface RunnerLimits {
  /** Analyses at a time. */
  readonly slots: number;
  /** Seconds after which an analysis without a renewed lease has failed. */
  readonly leaseSeconds: number;
  /** Milliseconds between two renewals of the lease. */
  readonly renewMilliseconds: number;
}

export const defaultRunnerLimits: RunnerLimits = { slots: 2, leaseSeconds: 20, renewMilliseconds: 4_000 };

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

interface Run {
  readonly lease: TaskLease;
  readonly cancelled: AbortController;
  readonly ended: Promise<void>;
}

export function createAnalysisRunner(
  platform: RunnerPlatform,
  log: Log,
  limits = defaultRunnerLimits,
  analyze: (platform: RunnerPlatform, task: ClaimedTask, run: AnalysisRun) => Promise<void> = analyzeAccount,
): AnalysisRunner {
  const { database, now } = platform;
  const { slots, leaseSeconds, renewMilliseconds } = limits;
  const runs = new Map<string, Run>();
  let isClosing = false;
  /** Tasks are claimed one at a time, so that slots are not exceeded. */
  let claiming: Promise<void> = Promise.resolve();

  function startPending(): Promise<void> {
    claiming = claiming.then(claimAll, claimAll);
    return claiming;
  }

  async function claimAll(): Promise<void> {
    while (!isClosing && runs.size < slots) {
      const task = await claimTask(database, { token: randomUUID(), leaseSeconds, now: now() });
      if (task === null) return;
      const cancelled = new AbortController();
      const ended = run(task, cancelled).finally(() => {
        runs.delete(task.taskId);
        if (!isClosing)
          startPending().catch((error: unknown) => log.warn({ err: error }, 'the next analysis could not be started yet'));
      });
      runs.set(task.taskId, { lease: task, cancelled, ended });
    }
  }

  /** Never rejects. */
  async function run(task: ClaimedTask, cancelled: AbortController): Promise<void> {
    const progress = createProgress((status) => writeProgress(database, task, status));
    const stopRenewing = keepLease({
      renew: () => renewLease(database, task, leaseSeconds),
      every: renewMilliseconds,
      validFor: leaseSeconds * 1_000,
      onLost: (cause) => cancelled.abort(new Error('the lease on the task was lost', { cause })),
    });
    try {
      await analyze(platform, task, { signal: cancelled.signal, report: progress.report });
    } catch (error) {
      if (cancelled.signal.aborted) return;
      if (!(error instanceof AnalysisProblem)) log.warn({ err: error }, 'a trend analysis failed');
      const text = error instanceof AnalysisProblem ? error.message : failureTexts.unknown;
      await fail(database, task, text, now()).catch((cause: unknown) =>
        log.warn({ err: cause }, 'the end of an analysis could not be saved; the analysis ends when its lease expires'),
      );
    } finally {
      stopRenewing();
      await progress.settle();
    }
  }

  return {
    startPending,
    poll: async () => {
      await failAbandoned(database, failureTexts.stopped, now());
      await startPending();
    },
    cancel: (taskId) => runs.get(taskId)?.cancelled.abort(new Error('the analysis was cancelled')),
    close: async () => {
      isClosing = true;
      await claiming.catch(() => undefined);
      const open = [...runs.values()];
      await Promise.all(
        open.map(async ({ lease, cancelled, ended }) => {
          cancelled.abort(new Error('the server is stopping'));
          await fail(database, lease, failureTexts.stopped, now()).catch((cause: unknown) =>
            log.warn({ err: cause }, 'the end of an analysis could not be saved; the analysis ends when its lease expires'),
          );
          await ended;
        }),
      );
    },
  };
}
