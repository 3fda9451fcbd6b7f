/**
 * The thread that keeps the bitmaps true, so that reading tens of thousands of rows never holds up a request.
 * Looks every few seconds, and ends when there was nothing to do for a while. A message from the server ends it too, between
 * two chunks.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../../../database/connect.ts';
import { createRepeatedJob } from '../../../schedule/repeated-job.ts';
import { CHUNKS_AT_ONCE, isRefreshDue, refreshBitmaps } from './refresh-bitmaps.ts';

const INTERVAL = 2_000;
/** Looks without anything to do, after which it ends. */
const IDLE_LOOKS = 15;
/** After a failure, such as a database that restarts. */
const RETRY_INTERVAL = 10_000;

let idleLooks = 0;
const database = connect(workerData.target, { onIdleError: () => undefined, poolSize: CHUNKS_AT_ONCE });
const job = createRepeatedJob({
  name: 'bitmaps of the data tables',
  intervalMilliseconds: INTERVAL,
  retryMilliseconds: RETRY_INTERVAL,
  run: async (stopping) => {
    idleLooks = (await refreshBitmaps(database, stopping)) > 0 || (await isRefreshDue(database)) ? 0 : idleLooks + 1;
    // Not awaited: the job waits for this run before it stops.
    if (idleLooks === IDLE_LOOKS) void end();
  },
});

/** Without its port and its database, the thread has nothing left to wait for. */
async function end(): Promise<void> {
  parentPort?.removeAllListeners('message');
  await job.stop();
  await database.$client.end();
}
parentPort?.once('message', end);
job.start({
  warn: ({ err }) => parentPort?.postMessage({ failure: err instanceof Error ? err.message : String(err) }),
});
