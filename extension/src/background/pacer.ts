/**
 * Paces requests to LinkedIn: how many run at once, the pause between two starts, and how many may wait. More
 * are refused at once, so a flood of messages sends nothing to LinkedIn and the page gets an error.
 */
import pLimit from 'p-limit';
import type { Clock } from '../state/clock.ts';

export interface Pace {
  readonly concurrency: number;
  /** Work beyond this many waiting requests is refused. */
  readonly maxWaiting: number;
  /** Milliseconds between the starts of two requests: a random value in this range each time. */
  readonly pause: readonly [shortest: number, longest: number];
}

/** A member's own pace: the wait for the 16th slot stays within the 180 s a page waits. */
export const memberPace: Pace = { concurrency: 3, maxWaiting: 16, pause: [3_000, 9_000] };
/** The pace for a stand-in: all limits apply, without pauses. */
export const noPause: Pace = { ...memberPace, pause: [0, 0] };

/** Waits for the pause. @returns false if there was nothing to wait for */
export type NextTurn = () => Promise<boolean>;

export interface Pacer {
  hasRoom(): boolean;
  /**
   * Runs the work when a slot is free. The work must await `nextTurn` before every single request.
   * @returns undefined, without running it, if too many are waiting
   */
  run<Result>(work: (nextTurn: NextTurn) => Promise<Result>): Promise<Result> | undefined;
  /** The approximate time until there is room again, in whole seconds. */
  secondsUntilRoom(): number;
}

/**
 * @param lastStart when the last request before this worker started was sent, in milliseconds since 1970: a
 * restarted worker must keep the pause
 * @param random like Math.random
 */
export function createPacer(
  pace: Pace,
  clock: Clock,
  lastStart: () => Promise<number>,
  random: () => number = Math.random,
): Pacer {
  const limit = pLimit(pace.concurrency);
  const [shortest, longest] = pace.pause;
  let earliest: Promise<number> | undefined;

  const pause = () => shortest + random() * (longest - shortest);

  async function nextTurn(): Promise<boolean> {
    // Slots are assigned one after another; each needs the start of the one before.
    const start = (earliest ?? lastStart().then((last) => last + (last > 0 ? pause() : 0))).then((time) => {
      const now = clock.now();
      // Farther away than all slots together means that the clock was set back; nothing waits for it.
      return time > now + longest * (pace.concurrency + 1) ? now + longest : Math.max(time, now);
    });
    earliest = start.then((time) => time + pause());
    const wait = (await start) - clock.now();
    if (wait <= 0) return false;
    await clock.sleep(wait);
    return true;
  }

  return {
    hasRoom: () => limit.pendingCount < pace.maxWaiting,
    run: (work) => (limit.pendingCount < pace.maxWaiting ? limit(() => work(nextTurn)) : undefined),
    secondsUntilRoom: () => Math.max(1, Math.ceil(longest / 1000)),
  };
}
