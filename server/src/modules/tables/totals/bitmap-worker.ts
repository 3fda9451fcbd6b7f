/**
 * The thread that keeps the bitmaps true, so that reading tens of thousands of rows never holds up a request.
 * Looks every few seconds; ends when it is told to, between two chunks.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import { connect } from '../../../database/connect.ts';
import { refreshBitmaps } from './refresh-bitmaps.ts';

const PAUSE = 2_000;
/** After a failure, such as a database that restarts. */
const LONG_PAUSE = 10_000;

async function keepTrue(target: string | PoolConfig): Promise<void> {
  const database = connect(target, { onIdleError: () => undefined, poolSize: 1 });
  const ending = new AbortController();
  parentPort?.once('message', () => ending.abort());
  while (!ending.signal.aborted) {
    const pause = await refreshBitmaps(database, ending.signal).then(
      () => PAUSE,
      (error: unknown) => {
        parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) });
        return LONG_PAUSE;
      },
    );
    await sleep(pause, undefined, { signal: ending.signal }).catch(() => undefined);
  }
  await database.$client.end();
}

await keepTrue(workerData.target);
