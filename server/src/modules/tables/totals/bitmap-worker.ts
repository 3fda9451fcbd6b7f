/**
 * The thread that keeps the bitmaps true, so that reading tens of thousands of rows never holds up a request. Looks every few
 * seconds. A message from the server ends it, between two chunks; only `start-bitmap-worker.ts` starts and ends it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../../../database/connect.ts';
import { createRepeatedJob } from '../../../schedule/repeated-job.ts';
import { CHUNKS_AT_ONCE, refreshBitmaps } from './refresh-bitmaps.ts';

/** The wait after a failure, such as a database that restarts. */
const RETRY_INTERVAL = 10_000;

const database = connect(workerData.target, { onIdleError: () => undefined, poolSize: CHUNKS_AT_ONCE });
const job = createRepeatedJob({
  name: 'bitmaps of the data tables',
  intervalMilliseconds: workerData.lookMilliseconds,
  retryMilliseconds: RETRY_INTERVAL,
  run: (stopping) => refreshBitmaps(database, stopping),
});
// The port keeps the thread alive between two looks.
parentPort?.on('message', async () => {
  await job.stop();
  await database.$client.end();
  process.exit();
});
job.start({
  warn: ({ err }) => parentPort?.postMessage({ failure: err instanceof Error ? err.message : String(err) }),
});
