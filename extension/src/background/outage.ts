/**
 * Handles times when LinkedIn cannot be reached. A fetch that fails before any answer started reached nobody, as far as
 * the platform reports: no name, no connection, no network. Such a request is not charged, and those waiting behind it
 * are not tried. Anything LinkedIn may have seen is charged: an answer that was cut off, or a timeout. A connection that
 * was made and then closed without a word looks like one that was never made; so that this cannot be asked for without
 * end, only so many in a row go free.
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

/** Resolves when the slot is free, or as soon as the signal is aborted. */
export async function turnUnless(aborted: AbortSignal, nextTurn: () => Promise<unknown>): Promise<void> {
  const hasTurn = new AbortController();
  const failed = new Promise<void>((resolve) => {
    aborted.addEventListener('abort', () => resolve(), { once: true, signal: hasTurn.signal });
  });
  await Promise.race([nextTurn(), failed]);
  hasTurn.abort();
}
