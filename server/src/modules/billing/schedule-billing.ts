/** Runs what is due in billing: when the server is ready, every minute, and when asked to. One run at a time. */
import type { FastifyInstance } from 'fastify';

const MINUTE = 60_000;

/** @returns asks for a run at once, or for another one where one is under way */
export function scheduleBilling(app: FastifyInstance, run: () => Promise<void>): () => void {
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let timer: NodeJS.Timeout | undefined;

  function ask(): void {
    if (running === null) start();
    else isAskedAgain = true;
  }

  function start(): void {
    running ??= run()
      .catch((error: unknown) => app.log.warn({ err: error }, 'billing could not do all that is due; it is tried again'))
      .finally(() => {
        running = null;
        if (isAskedAgain) start();
      });
    isAskedAgain = false;
  }

  app.addHook('onReady', async () => {
    start();
    timer = setInterval(start, MINUTE).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    isAskedAgain = false;
    await running;
  });
  return ask;
}
