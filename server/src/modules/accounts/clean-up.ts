/** Deletes rows of sessions and codes that ended long ago: when the server is ready, and hourly. */
import type { FastifyInstance } from 'fastify';

const HOUR = 3600 * 1000;

export function scheduleCleanUp(app: FastifyInstance, cleanUp: () => Promise<void>): void {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function run(): void {
    running = cleanUp().catch((error: unknown) => app.log.warn({ err: error }, 'clean-up of sessions and codes failed'));
  }

  app.addHook('onReady', async () => {
    run();
    timer = setInterval(run, HOUR).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
