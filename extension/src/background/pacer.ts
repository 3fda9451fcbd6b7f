/**
 * Whose turn it is. Owns the limits every request to LinkedIn passes: how many run at once, how long
 * the pause between two starts is, and how many may wait. Refuses work beyond that at once, so that a
 * flood of messages costs LinkedIn nothing and the page hears about it.
 */
import pLimit from 'p-limit';
import type { Clock } from '../state/clock.ts';

export interface Pace {
  readonly concurrency: number;
  /** Beyond these waiting ones, work is refused. */
  readonly maxWaiting: number;
  /** Milliseconds between the starts of two requests: a fresh value in this range each time. */
  readonly pause: readonly [shortest: number, longest: number];
}

/** A member's own pace: waiting for the 16th turn stays within the 180 s a page waits. */
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
 * @param lastStart when the last request before this worker's life began, in milliseconds since 1970:
 *   a worker that was ended and woken again must not forget the pause. @param random like Math.random
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
    // Turns are handed out one after another; each waits for the one before to know its start.
    const start = (earliest ?? lastStart().then((last) => last + (last > 0 ? pause() : 0))).then((time) => {
      const now = clock.now();
      // Farther away than all turns together: the clock went back, and nobody waits until it is as late again.
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
