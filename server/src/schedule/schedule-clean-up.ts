/** Deletes rows that ended long ago, such as those of sessions and codes: when the server is ready, and hourly. */
import type { FastifyInstance } from 'fastify';
import { scheduleJob } from './schedule-job.ts';

const HOUR = 3600 * 1000;
const JITTER = HOUR / 10;

/**
 * @param what is cleaned up, for the log
 * @param cleanUp is waited for when the server closes; long work stops at the signal
 */
export function scheduleCleanUp(app: FastifyInstance, what: string, cleanUp: (stopping: AbortSignal) => Promise<void>): void {
  scheduleJob(app, { name: `clean-up of ${what}`, intervalMilliseconds: HOUR, jitterMilliseconds: JITTER, run: cleanUp });
}
