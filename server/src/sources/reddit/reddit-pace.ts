/**
 * Decides when the next request to Reddit may be sent. Reddit counts requests in windows of ten minutes and reports in every
 * response how many are left. They are spread over the rest of the window, so that a long visit does not use them up.
 */
const WINDOW_SECONDS = 600;
/** The longest wait between two requests while requests are left. */
const MAX_GAP_SECONDS = 10;
/** While more requests are left, those that a person waits for are sent at once. */
const ENOUGH_LEFT = 100;
const MAX_PAUSE_MS = 24 * 60 * 60_000;

/** `person`: a person waits for the response. */
export type Priority = 'visit' | 'person';

export interface RedditPace {
  /** Milliseconds until the next request may go. */
  readonly waitFor: (haste: Priority) => number;
  /** Reads the rate limit from the headers of a response. */
  readonly learn: (headers: ReadonlyMap<string, string>) => void;
  /** Stops all requests for this long. */
  readonly pause: (milliseconds: number) => void;
}

export function createRedditPace(now: () => Date): RedditPace {
  let turnAt = 0;
  let pausedUntil = 0;
  let left = Number.POSITIVE_INFINITY;
  const pause = (milliseconds: number) => {
    pausedUntil = Math.max(pausedUntil, now().getTime() + Math.min(milliseconds, MAX_PAUSE_MS));
  };

  return {
    pause,
    waitFor: (haste) => {
      const isAhead = haste === 'person' && left > ENOUGH_LEFT;
      return Math.max(0, Math.ceil(Math.max(pausedUntil, isAhead ? 0 : turnAt) - now().getTime()));
    },
    learn: (headers) => {
      const remaining = numberOf(headers, 'x-ratelimit-remaining');
      const used = numberOf(headers, 'x-ratelimit-used');
      const reset = numberOf(headers, 'x-ratelimit-reset');
      // Without the header, one more request counts as used.
      left = remaining ?? left - 1;
      if (remaining === null || used === null || reset === null) return;
      if (remaining <= 0) pause(Math.max(0.5, reset) * 1000);
      else turnAt = now().getTime() + gapSeconds({ remaining, used, reset }) * 1000;
    },
  };
}

/** The wait that brings requests back to an even pace, in seconds. */
function gapSeconds({ remaining, used, reset }: Record<'remaining' | 'used' | 'reset', number>): number {
  const passed = WINDOW_SECONDS - reset;
  const due = (WINDOW_SECONDS * used) / (remaining + used);
  return Math.min(reset, MAX_GAP_SECONDS, Math.max(0, due - passed));
}

function numberOf(headers: ReadonlyMap<string, string>, name: string): number | null {
  const text = headers.get(name) ?? '';
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : null;
}
