/** Deletes rows that ended long ago, such as those of sessions and codes: when the server is ready, and hourly. */
import type { FastifyInstance } from 'fastify';

const HOUR = 3600 * 1000;

/**
 * @param what is cleaned up, for the log
 * @param cleanUp is waited for when the server closes; long work stops at the signal
 */
export function scheduleCleanUp(app: FastifyInstance, what: string, cleanUp: (signal: AbortSignal) => Promise<void>): void {
  const closing = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function run(): void {
    running = cleanUp(closing.signal).catch((error: unknown) => app.log.warn({ err: error }, `clean-up of ${what} failed`));
  }

  app.addHook('onReady', async () => {
    run();
    timer = setInterval(run, HOUR).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    closing.abort();
    await running;
  });
}
