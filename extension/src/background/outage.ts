/**
 * Times in which LinkedIn cannot be reached. A fetch that ends before any answer began did, as far as the platform
 * tells, not reach anybody: no name, no connection, no network. Such a request is not charged, and those that wait
 * behind it are not tried: one attempt is enough to know. What may have been seen is charged: an answer that broke
 * off, and none in time. A connection that was made and then closed without a word looks like one that was never
 * made; so that this cannot be asked for without end, only so many in a row go free.
 */

export interface Outage {
  /** Aborted by the next failure. */
  next(): AbortSignal;
  /** LinkedIn was not reached. @returns whether the request may go uncharged */
  begin(): boolean;
  /** Something came back. */
  end(): void;
}

/** A job that tries again every minute gives up sooner. */
const FREE_IN_A_ROW = 100;

export function createOutage(): Outage {
  let failure = new AbortController();
  let inARow = 0;
  return {
    next: () => failure.signal,
    begin() {
      failure.abort();
      failure = new AbortController();
      inARow += 1;
      return inARow <= FREE_IN_A_ROW;
    },
    end() {
      inARow = 0;
    },
  };
}

/** Resolves when the turn came, or as soon as the signal is aborted. */
export async function turnUnless(aborted: AbortSignal, nextTurn: () => Promise<unknown>): Promise<void> {
  const hasTurn = new AbortController();
  const failed = new Promise<void>((resolve) => {
    aborted.addEventListener('abort', () => resolve(), { once: true, signal: hasTurn.signal });
  });
  await Promise.race([nextTurn(), failed]);
  hasTurn.abort();
}
