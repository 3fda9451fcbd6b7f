/**
 * The only way to repeat work in this process. Runs never overlap: the next one is due an interval after the last one ended.
 * A failed run is logged under the job's name and repeated.
 */

export interface RepeatedJobOptions {
  /** The job's name in the log, such as `clean-up of invites`. */
  readonly name: string;
  readonly intervalMilliseconds: number;
  /**
   * The most that is added to each interval at random, so that servers started together do not run together; 0 if absent.
   */
  readonly jitterMilliseconds?: number;
  /** The pause after a failed run; the interval if absent. */
  readonly retryMilliseconds?: number;
  /** The pause before the first run, to which the jitter is not added; it starts at once if absent. */
  readonly firstMilliseconds?: number;
  /** @param stopping aborted when the job stops, which waits for this run */
  readonly run: (stopping: AbortSignal) => Promise<unknown>;
}

export interface JobLog {
  warn(fields: { readonly err: unknown; readonly job: string }, message: string): void;
}

export interface RepeatedJob {
  /** Starts the job, also again after a stop. */
  start(log: JobLog): void;
  /** Runs now, or once more after the current run. Does nothing while the job is stopped. */
  runSoon(): void;
  /** Aborts the signal of the current run, and waits for its end. */
  stop(): Promise<void>;
}

export function createRepeatedJob({
  name,
  intervalMilliseconds,
  jitterMilliseconds = 0,
  retryMilliseconds = intervalMilliseconds,
  firstMilliseconds = 0,
  run,
}: RepeatedJobOptions): RepeatedJob {
  let stopping = new AbortController();
  let log: JobLog | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isRequested = false;

  function runAfter(milliseconds: number): void {
    timer = setTimeout(runNow, milliseconds).unref();
  }

  function runNow(): void {
    clearTimeout(timer);
    isRequested = false;
    running = runOnce().then((pause) => {
      running = null;
      if (stopping.signal.aborted) return;
      if (isRequested) runNow();
      else runAfter(pause + Math.random() * jitterMilliseconds);
    });
  }

  /** @returns milliseconds until the next run */
  async function runOnce(): Promise<number> {
    try {
      await run(stopping.signal);
      return intervalMilliseconds;
    } catch (error) {
      log?.warn({ err: error, job: name }, `${name} failed; it will be tried again`);
      return retryMilliseconds;
    }
  }

  return {
    start(to) {
      log = to;
      stopping = new AbortController();
      if (firstMilliseconds > 0) runAfter(firstMilliseconds);
      else runNow();
    },
    runSoon() {
      if (log === null || stopping.signal.aborted) return;
      if (running === null) runNow();
      else isRequested = true;
    },
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await running;
    },
  };
}
