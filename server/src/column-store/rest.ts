/** Leaves out what failed: for a while, longer each time, until it works again. */

/** Milliseconds after the first failure, and at most. */
const FIRST = 1_000;
const LONGEST = 30_000;

export interface Rest {
  isOut(): boolean;
  /** @returns whether this is news: nothing had failed since it last worked */
  fail(): boolean;
  /** @returns whether this is news: it had failed */
  succeed(): boolean;
}

/** @param now milliseconds of a clock that never goes back */
export function createRest(now: () => number = () => performance.now()): Rest {
  let until = Number.NEGATIVE_INFINITY;
  let length = 0;
  return {
    isOut: () => now() < until,
    fail: () => {
      // Of all that failed together, the first counts.
      if (now() < until) return false;
      const isNews = length === 0;
      length = isNews ? FIRST : Math.min(LONGEST, length * 2);
      until = now() + length;
      return isNews;
    },
    succeed: () => {
      const isNews = length > 0;
      // What succeeds while it is left out began before it failed.
      if (isNews && now() >= until) length = 0;
      return isNews && length === 0;
    },
  };
}
