import type { FastifyInstance } from 'fastify';

interface RepeatedWork {
  /** Milliseconds between two starts. A start is skipped while the work still runs. */
  readonly every: number;
  /** Awaited when the server closes; stops at the signal. */
  readonly run: (closing: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Runs work when the server is ready and then at intervals, one run at a time, until the server closes. */
export function repeatUntilClose(app: FastifyInstance, { every, run, onError }: RepeatedWork): void {
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    running ??= run(closing.signal)
      .catch(onError)
      .finally(() => {
        running = null;
      });
  }

  app.addHook('onReady', async () => {
    start();
    timer = setInterval(start, every).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    closing.abort();
    await running;
  });
}
