/**
 * Runs analyses that wait, a few at a time in this process. Whatever ends one early, a cancel, a lost lease or the end of
 * the server, reaches it as an AbortSignal, and it then saves nothing.
 */
import { randomUUID } from 'node:crypto';
import { AnalysisProblem, type AnalysisWatch, analyseAccount, type RunnerPlatform } from './analyse-account.ts';
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
import { failureTexts } from './describe-task.ts';

export interface RunnerLimits {
  /** Analyses at a time. */
  readonly places: number;
  /** Seconds after which an analysis that says nothing is over. */
  readonly leaseSeconds: number;
  /** Milliseconds between two signs of life. */
  readonly renewMilliseconds: number;
}

export const usualRunnerLimits: RunnerLimits = { places: 2, leaseSeconds: 20, renewMilliseconds: 4_000 };

interface Log {
  warn(fields: object, message: string): void;
}

export interface AnalysisRunner {
  /** Begins what waits, as far as there are places. */
  begin(): Promise<void>;
  /** Ends those nobody runs any more, then begins what waits. */
  look(): Promise<void>;
  /** Ends one at once if it runs here; its row says already what became of it. */
  callOff(taskId: string): void;
  /** Ends all that run here. */
  close(): Promise<void>;
}

interface Run {
  readonly hold: Hold;
  readonly calledOff: AbortController;
  readonly ended: Promise<void>;
}

export function createAnalysisRunner(
  platform: RunnerPlatform,
  log: Log,
  limits = usualRunnerLimits,
  analyse: (platform: RunnerPlatform, task: ClaimedTask, watch: AnalysisWatch) => Promise<void> = analyseAccount,
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
      const calledOff = new AbortController();
      const ended = run(task, calledOff).finally(() => {
        runs.delete(task.taskId);
        if (!isClosing) begin().catch((error: unknown) => log.warn({ err: error }, 'the next analysis could not begin yet'));
      });
      runs.set(task.taskId, { hold: task, calledOff, ended });
    }
  }

  /** Never rejects. */
  async function run(task: ClaimedTask, calledOff: AbortController): Promise<void> {
    const progress = createProgress((status) => tellProgress(database, task, status));
    let saidAt = performance.now();
    const sayAlive = async (): Promise<void> => {
      try {
        if (!(await renewLease(database, task, leaseSeconds))) calledOff.abort(new Error('the task is held no longer'));
        else saidAt = performance.now();
      } catch (error) {
        // A database that is back before the lease ran out has noticed nothing.
        if (performance.now() - saidAt > leaseSeconds * 1_000) calledOff.abort(error);
      }
    };
    const renewing = setInterval(() => void sayAlive(), renewMilliseconds);
    try {
      await analyse(platform, task, { signal: calledOff.signal, tell: progress.tell });
    } catch (error) {
      if (calledOff.signal.aborted) return;
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
    callOff: (taskId) => runs.get(taskId)?.calledOff.abort(new Error('the analysis was called off')),
    close: async () => {
      isClosing = true;
      await claiming.catch(() => undefined);
      const open = [...runs.values()];
      await Promise.all(
        open.map(async ({ hold, calledOff, ended }) => {
          calledOff.abort(new Error('the server stops'));
          await fail(database, hold, failureTexts.stopped, now()).catch((cause: unknown) =>
            log.warn({ err: cause }, 'the end of an analysis could not be written; it ends with its lease'),
          );
          await ended;
        }),
      );
    },
  };
}
