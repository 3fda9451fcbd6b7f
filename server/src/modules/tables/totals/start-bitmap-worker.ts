/**
 * Owns the thread that keeps the bitmaps of the data tables up to date: starts it when there is something to do, and ends it
 * when there was nothing for a while, because at rest it would only hold memory. A thread that makes no progress is replaced.
 * The thread never decides by itself that it ends: a thread that was about to end, but did not, would be taken for one that
 * works, and no other would be started.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import type { DatabaseTarget } from '../../../database/connect.ts';
import type { Database } from '../../../database/database.ts';
import { createRepeatedJob } from '../../../schedule/repeated-job.ts';
import { createRefreshWatch } from './refresh-watch.ts';
import { listStale } from './stale-chunks.ts';

/** Times in milliseconds. */
export interface BitmapTimes {
  /** Time between two checks, here and in the thread. */
  readonly look: number;
  /** Time without work after which the thread ends. */
  readonly rest: number;
  /** Time that the thread may take to end by itself, before it is terminated. */
  readonly end: number;
  /** Time without progress after which the log says so and the thread is replaced. */
  readonly stall: number;
}

export const BITMAP_TIMES: BitmapTimes = { look: 2_000, rest: 30_000, end: 5_000, stall: 60_000 };

/** A message from the thread. Node sends messages of its own, too: under `--watch`, a thread reports the modules it loads. */
const failureSchema = z.object({ failure: z.string() });

interface BitmapWorkerParts {
  /** The database for checking whether the thread is needed. */
  readonly database: Database;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  readonly startThread: () => Worker;
  readonly times?: BitmapTimes;
}

export interface BitmapWorker {
  /** The thread's metrics, for `/metrics`. */
  readonly registry: Registry;
  stop(): Promise<void>;
}

/** Totals stay exact without it, only slower; so a failure of the thread is logged and ends nothing else. */
export function startBitmapWorker({ database, log, startThread, times = BITMAP_TIMES }: BitmapWorkerParts): BitmapWorker {
  const watch = createRefreshWatch(times.stall, log);
  let thread: Worker | null = null;
  let neededAt = 0;

  function start(): Worker {
    const worker = startThread();
    worker.on('message', (message: unknown) => {
      const { data } = failureSchema.safeParse(message);
      if (data !== undefined) log.warn(data, 'bitmaps of the data tables could not be made yet');
    });
    worker.on('error', (error) => log.error({ err: error }, 'the thread that makes bitmaps ended'));
    worker.once('exit', () => {
      if (thread === worker) thread = null;
    });
    // The process must be able to end while the thread sleeps.
    worker.unref();
    return worker;
  }

  /** Ends the thread. Unfinished work is rolled back, and done by the next one. */
  async function end(): Promise<void> {
    if (thread === null) return;
    const ending = thread;
    ending.ref();
    ending.postMessage('end');
    await once(ending, 'exit', { signal: AbortSignal.timeout(times.end) }).catch(() => undefined);
    await ending.terminate();
    thread = null;
  }

  async function look(): Promise<void> {
    const stale = await listStale(database).catch((error: unknown) => {
      watch.forget();
      throw error;
    });
    if (watch.isStalled(stale)) await end();
    else if (stale.length > 0) {
      thread ??= start();
      neededAt = performance.now();
    } else if (performance.now() - neededAt >= times.rest) await end();
  }

  const job = createRepeatedJob({ name: 'looking for bitmaps to make', intervalMilliseconds: times.look, run: look });
  job.start(log);
  return {
    registry: watch.registry,
    stop: async () => {
      await job.stop();
      await end();
    },
  };
}

/** @param target how the thread reaches the database @param lookMilliseconds between two looks of the thread */
export function startBitmapThread(target: DatabaseTarget, lookMilliseconds = BITMAP_TIMES.look): Worker {
  return new Worker(new URL('./bitmap-worker.ts', import.meta.url), {
    workerData: { target, lookMilliseconds },
  });
}
