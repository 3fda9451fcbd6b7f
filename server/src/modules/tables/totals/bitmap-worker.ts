/**
 * The thread that keeps the bitmaps true, so that reading tens of thousands of rows never holds up a request.
 * Looks every few seconds. A message from the server ends it, between two chunks.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../../../database/connect.ts';
import { createRepeatedJob } from '../../../schedule/repeated-job.ts';
import { refreshBitmaps } from './refresh-bitmaps.ts';

const INTERVAL = 2_000;
/** After a failure, such as a database that restarts. */
const RETRY_INTERVAL = 10_000;

const database = connect(workerData.target, { onIdleError: () => undefined, poolSize: 1 });
const job = createRepeatedJob({
  name: 'bitmaps of the data tables',
  intervalMilliseconds: INTERVAL,
  retryMilliseconds: RETRY_INTERVAL,
  run: (stopping) => refreshBitmaps(database, stopping),
});
parentPort?.once('message', async () => {
  await job.stop();
  await database.$client.end();
});
job.start({
  warn: ({ err }) => parentPort?.postMessage({ failure: err instanceof Error ? err.message : String(err) }),
});
