/**
 * Tries a mail again when it could not be sent, a bounded number of times with growing pauses. A mail
 * the server refuses for good is not tried again. Whoever waits for `send` waits for all of it.
 */
import type { ClosableMailer } from './mailer.ts';

/** Pauses between tries, in milliseconds; one try more than pauses. */
const PAUSES: readonly number[] = [2_000, 15_000, 60_000];

interface RetryOptions {
  /** Told of each try that failed and will be repeated. */
  readonly onRetry: (error: unknown) => void;
  readonly pauses?: readonly number[];
}

export function createRetryingMailer(inner: ClosableMailer, { onRetry, pauses = PAUSES }: RetryOptions): ClosableMailer {
  const closing = new AbortController();

  return {
    async send(mail) {
      for (const pause of pauses) {
        try {
          await inner.send(mail);
          return;
        } catch (error) {
          if (isRefusedForGood(error) || closing.signal.aborted) throw error;
          onRetry(error);
          await wait(pause, closing.signal);
        }
      }
      await inner.send(mail);
    },
    async close() {
      closing.abort();
      await inner.close();
    },
  };
}

/** SMTP answers of class 5 will be the same next time. */
function isRefusedForGood(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : null;
  return typeof code === 'number' && code >= 500 && code < 600;
}

/** Ends early when the mailer closes. Does not keep the process alive. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds).unref();
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      resolve();
    },
    { once: true },
  );
  return promise;
}
