/** Runs what is due in billing: when the server is ready, and every minute. One run at a time. */
import type { FastifyInstance } from 'fastify';

const MINUTE = 60_000;

export function scheduleBilling(app: FastifyInstance, run: () => Promise<void>): void {
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    running ??= run()
      .catch((error: unknown) => app.log.warn({ err: error }, 'billing could not do all that is due; it is tried again'))
      .finally(() => {
        running = null;
      });
  }

  app.addHook('onReady', async () => {
    start();
    timer = setInterval(start, MINUTE).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
