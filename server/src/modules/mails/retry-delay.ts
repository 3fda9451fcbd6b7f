/** How long a mail that could not be sent waits for its next try, and when it is given up. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const DELAYS: readonly number[] = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
const LONGEST = 12 * HOUR;
/** A mail is tried for so long after it was written. */
export const GIVE_UP_AFTER = 72 * HOUR;

/** @param tries that failed, 1 or more @returns milliseconds */
export function retryDelay(tries: number): number {
  return DELAYS[tries - 1] ?? LONGEST;
}
