/** When a delivery that failed is tried again, and when a receiver that never succeeds is disabled. Pure. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first failure, the second, and so on. */
const PAUSES: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Tries of a delivery, with the first one. */
export const MOST_TRIES = PAUSES.length + 1;
/** No delivery waits longer than this. */
export const LONGEST_PAUSE = 25 * HOUR;
const PATIENCE = 5 * 24 * HOUR;

/** @param failures including this one @returns null: it is not tried again */
export function nextTryAt(failures: number, now: Date): Date | null {
  const pause = PAUSES[failures - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}

/** Receivers that fail since then or earlier are disabled. */
export function lostBefore(now: Date): Date {
  return new Date(now.getTime() - PATIENCE);
}
