/**
 * Deletes rows that ended long ago, such as those of sessions and codes: soon after the server is ready, and hourly. A start
 * has enough to do, and nobody waits for these deletions.
 */
import type { FastifyInstance } from 'fastify';
import { scheduleJob } from './schedule-job.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Milliseconds from the start to the first clean-up, at least; at most twice as many. */
    cleanUpDelay: number;
  }
}

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const JITTER = HOUR / 10;

/** Decorates `app.cleanUpDelay`. Before any clean-up. */
export function installCleanUp(app: FastifyInstance, delay = MINUTE): void {
  app.decorate('cleanUpDelay', delay);
}

/**
 * @param what is cleaned up, for the log
 * @param cleanUp is waited for when the server closes; long work stops at the signal
 */
export function scheduleCleanUp(app: FastifyInstance, what: string, cleanUp: (stopping: AbortSignal) => Promise<void>): void {
  scheduleJob(app, {
    name: `clean-up of ${what}`,
    intervalMilliseconds: HOUR,
    jitterMilliseconds: JITTER,
    // The delay is random, so that the many clean-ups do not run all at once.
    firstMilliseconds: app.cleanUpDelay * (1 + Math.random()),
    run: cleanUp,
  });
}
