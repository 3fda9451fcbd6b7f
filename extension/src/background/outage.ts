/**
 * Handles times when LinkedIn cannot be reached. A fetch that fails before any answer started reached nobody,
 * as far as the platform reports: no name, no connection, no network. Such a request is not counted, and
 * waiting ones are not tried. Anything LinkedIn may have received is counted: an incomplete answer, or a
 * timeout. A connection that was made and closed without an answer looks like one that was never made, so only
 * a limited number in a row is not counted.
 */

export interface Outage {
  /** A signal that the next failure aborts. */
  next(): AbortSignal;
  /** LinkedIn was not reached. @returns whether the request is not counted */
  begin(): boolean;
  /** Something came back. */
  end(): void;
}

/** A job that retries every minute gives up earlier. */
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
