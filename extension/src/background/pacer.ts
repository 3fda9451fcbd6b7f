/**
 * Paces requests to LinkedIn: how many run at once, the pause between two starts, and how many may wait. More than that
 * is refused at once, so that a flood of messages sends nothing to LinkedIn and the page is told.
 */
import pLimit from 'p-limit';
import type { Clock } from '../state/clock.ts';

export interface Pace {
  readonly concurrency: number;
  /** Work beyond this many waiting requests is refused. */
  readonly maxWaiting: number;
  /** Milliseconds between the starts of two requests: a fresh value in this range each time. */
  readonly pause: readonly [shortest: number, longest: number];
}

/** A member's own pace: the wait for the 16th slot stays within the 180 s a page waits. */
export const memberPace: Pace = { concurrency: 3, maxWaiting: 16, pause: [3_000, 9_000] };
/** Against a stand-in: all limits stay, only the pauses go. */
export const noPause: Pace = { ...memberPace, pause: [0, 0] };

/** Waits for the pause. false when there was nothing to wait for. */
export type NextTurn = () => Promise<boolean>;

export interface Pacer {
  hasRoom(): boolean;
  /**
   * Runs the work when one of the places is free. Inside, `nextTurn` must be awaited before every single
   * request. Answers undefined, without running it, when too many wait.
   */
  run<Result>(work: (nextTurn: NextTurn) => Promise<Result>): Promise<Result> | undefined;
  /** How long it takes until there is room again, roughly, in whole seconds. */
  secondsUntilRoom(): number;
}

/**
 * @param lastStart when the last request before this worker started was sent, in milliseconds since 1970: a restarted
 * worker must keep the pause. @param random like Math.random
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
      // Farther away than all slots together means that the clock was set back; nothing waits for it to catch up.
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
