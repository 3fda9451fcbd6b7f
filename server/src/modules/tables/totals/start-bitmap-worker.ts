/** Starts and stops the thread that keeps the bitmaps of the data tables up to date. */
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { PoolConfig } from 'pg';

interface BitmapWorker {
  stop(): Promise<void>;
}

/** Totals stay exact without it, only slower; so its end is logged and ends nothing else. @param target of the database */
export function startBitmapWorker(target: string | PoolConfig, log: FastifyBaseLogger): BitmapWorker {
  const worker = new Worker(new URL('./bitmap-worker.ts', import.meta.url), {
    workerData: { target },
    execArgv: ['--import', new URL('../../../process/quick-load.ts', import.meta.url).href],
  });
  worker.on('message', (message: unknown) => log.warn({ message }, 'bitmaps of the data tables could not be made yet'));
  worker.on('error', (error) => log.error({ err: error }, 'the thread that makes bitmaps ended'));
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  // The process must be able to end while the thread sleeps.
  worker.unref();
  return {
    stop: async () => {
      worker.ref();
      worker.postMessage('end');
      await ended;
    },
  };
}
