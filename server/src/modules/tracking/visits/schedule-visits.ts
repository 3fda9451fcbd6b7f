/** Looks for what is due at one network: when the server is ready, and every few seconds. One look at a time. */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import type { FastifyInstance } from 'fastify';

/** Looking costs the database next to nothing, and whoever tracks a new name sees it visited. */
const LOOKED_EVERY_MILLISECONDS = 5_000;

/** @param run is waited for when the server closes, and stops at the signal */
export function scheduleVisits(app: FastifyInstance, network: NetworkName, run: (closing: AbortSignal) => Promise<void>): void {
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    running ??= run(closing.signal)
      .catch((error: unknown) => app.log.warn({ err: error, network }, 'visits broke off; they are tried again'))
      .finally(() => {
        running = null;
      });
  }

  app.addHook('onReady', async () => {
    start();
    timer = setInterval(start, LOOKED_EVERY_MILLISECONDS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    closing.abort();
    await running;
  });
}
