/**
 * Starts the thread that keeps the bitmaps of the data tables up to date when there is something to do, and lets it end
 * when there was nothing for a while: at rest it would only hold memory.
 */
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { PoolConfig } from 'pg';
import type { Database } from '../../../database/database.ts';
import { createRepeatedJob } from '../../../schedule/repeated-job.ts';
import { isRefreshDue } from './refresh-bitmaps.ts';

const LOOK_EVERY = 2_000;

interface BitmapWorker {
  stop(): Promise<void>;
}

/**
 * Totals stay exact without it, only slower; so its end is logged and ends nothing else.
 * @param target how the thread reaches the database @param database for looking whether it is needed
 */
export function startBitmapWorker(target: string | PoolConfig, database: Database, log: FastifyBaseLogger): BitmapWorker {
  let thread: { readonly worker: Worker; readonly ended: Promise<void> } | null = null;

  function startThread(): void {
    const worker = new Worker(new URL('./bitmap-worker.ts', import.meta.url), {
      workerData: { target },
      execArgv: ['--import', new URL('../../../process/quick-load.ts', import.meta.url).href],
    });
    worker.on('message', (message: unknown) => log.warn({ message }, 'bitmaps of the data tables could not be made yet'));
    worker.on('error', (error) => log.error({ err: error }, 'the thread that makes bitmaps ended'));
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    void ended.then(() => {
      thread = null;
    });
    // The process must be able to end while the thread sleeps.
    worker.unref();
    thread = { worker, ended };
  }

  const job = createRepeatedJob({
    name: 'looking for bitmaps to make',
    intervalMilliseconds: LOOK_EVERY,
    run: async () => {
      if (thread === null && (await isRefreshDue(database))) startThread();
    },
  });
  job.start(log);
  return {
    stop: async () => {
      await job.stop();
      if (thread === null) return;
      const { worker, ended } = thread;
      worker.ref();
      worker.postMessage('end');
      await ended;
    },
  };
}
