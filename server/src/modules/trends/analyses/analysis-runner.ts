/**
 * Runs analyses that wait, a few at a time in this process. Whatever ends one early, a cancel, a lost lease or the end of
 * the server, reaches it as an AbortSignal, and it then saves nothing.
 */
import { randomUUID } from 'node:crypto';
import { createProgress } from './analysis-progress.ts';
import {
  type ClaimedTask,
  claimTask,
  fail,
  failAbandoned,
  type Hold,
  renewLease,
  tellProgress,
} from './analysis-tasks.repository.ts';
import { AnalysisProblem, type AnalysisWatch, analyzeAccount, type RunnerPlatform } from './analyze-account.ts';
import { failureTexts } from './describe-task.ts';

export interface RunnerLimits {
  /** Analyses at a time. */
  readonly places: number;
  /** Seconds after which an analysis that says nothing is over. */
  readonly leaseSeconds: number;
  /** Milliseconds between two signs of life. */
  readonly renewMilliseconds: number;
}

export const defaultRunnerLimits: RunnerLimits = { places: 2, leaseSeconds: 20, renewMilliseconds: 4_000 };

interface Log {
  warn(fields: object, message: string): void;
}

export interface AnalysisRunner {
  /** Begins what waits, as far as there are places. */
  begin(): Promise<void>;
  /** Ends those nobody runs any more, then begins what waits. */
  look(): Promise<void>;
  /** Ends one at once if it runs here; its row says already what became of it. */
  cancel(taskId: string): void;
  /** Ends all that run here. */
  close(): Promise<void>;
}

interface Run {
  readonly hold: Hold;
  readonly cancelled: AbortController;
  readonly ended: Promise<void>;
}

export function createAnalysisRunner(
  platform: RunnerPlatform,
  log: Log,
  limits = defaultRunnerLimits,
  analyse: (platform: RunnerPlatform, task: ClaimedTask, watch: AnalysisWatch) => Promise<void> = analyzeAccount,
): AnalysisRunner {
  const { database, now } = platform;
  const { places, leaseSeconds, renewMilliseconds } = limits;
  const runs = new Map<string, Run>();
  let isClosing = false;
  /** Places are given one by one. */
  let claiming: Promise<void> = Promise.resolve();

  function begin(): Promise<void> {
    claiming = claiming.then(claimAll, claimAll);
    return claiming;
  }

  async function claimAll(): Promise<void> {
    while (!isClosing && runs.size < places) {
      const task = await claimTask(database, { token: randomUUID(), leaseSeconds, now: now() });
      if (task === null) return;
      const cancelled = new AbortController();
      const ended = run(task, cancelled).finally(() => {
        runs.delete(task.taskId);
        if (!isClosing) begin().catch((error: unknown) => log.warn({ err: error }, 'the next analysis could not begin yet'));
      });
      runs.set(task.taskId, { hold: task, cancelled, ended });
    }
  }

  /** Never rejects. */
  async function run(task: ClaimedTask, cancelled: AbortController): Promise<void> {
    const progress = createProgress((status) => tellProgress(database, task, status));
    let saidAt = performance.now();
    const keepLease = async (): Promise<void> => {
      try {
        if (!(await renewLease(database, task, leaseSeconds))) cancelled.abort(new Error('the task is held no longer'));
        else saidAt = performance.now();
      } catch (error) {
        // A database that is back before the lease ran out has noticed nothing.
        if (performance.now() - saidAt > leaseSeconds * 1_000) cancelled.abort(error);
      }
    };
    const renewing = setInterval(() => void keepLease(), renewMilliseconds);
    try {
      await analyse(platform, task, { signal: cancelled.signal, tell: progress.tell });
    } catch (error) {
      if (cancelled.signal.aborted) return;
      if (!(error instanceof AnalysisProblem)) log.warn({ err: error }, 'an analysis of trends failed');
      const text = error instanceof AnalysisProblem ? error.message : failureTexts.unknown;
      await fail(database, task, text, now()).catch((cause: unknown) =>
        log.warn({ err: cause }, 'the end of an analysis could not be written; it ends with its lease'),
      );
    } finally {
      clearInterval(renewing);
      await progress.settle();
    }
  }

  return {
    begin,
    look: async () => {
      await failAbandoned(database, failureTexts.stopped, now());
      await begin();
    },
    cancel: (taskId) => runs.get(taskId)?.cancelled.abort(new Error('the analysis was cancelled')),
    close: async () => {
      isClosing = true;
      await claiming.catch(() => undefined);
      const open = [...runs.values()];
      await Promise.all(
        open.map(async ({ hold, cancelled, ended }) => {
          cancelled.abort(new Error('the server stops'));
          await fail(database, hold, failureTexts.stopped, now()).catch((cause: unknown) =>
            log.warn({ err: cause }, 'the end of an analysis could not be written; it ends with its lease'),
          );
          await ended;
        }),
      );
    },
  };
}
