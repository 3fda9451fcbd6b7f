/** A clock that moves only when told, and lets everything that is due run before it goes on. */
import type { Clock } from '../state/clock.ts';

export interface ManualClock extends Clock {
  advance(milliseconds: number): Promise<void>;
  /** Turns the clock back, as when somebody sets the machine's clock right. */
  turnBack(milliseconds: number): void;
}

export function createManualClock(start = Date.UTC(2026, 0, 15, 12)): ManualClock {
  let time = start;
  let sleepers: { readonly until: number; readonly wake: () => void }[] = [];

  return {
    now: () => time,
    sleep: (milliseconds) =>
      milliseconds <= 0
        ? Promise.resolve()
        : new Promise((wake) => {
            sleepers.push({ until: time + milliseconds, wake });
          }),
    turnBack: (milliseconds) => {
      time -= milliseconds;
    },
    async advance(milliseconds) {
      const end = time + milliseconds;
      await settle();
      for (;;) {
        const next = sleepers.filter(({ until }) => until <= end).sort((one, other) => one.until - other.until)[0];
        if (next === undefined) break;
        time = next.until;
        sleepers = sleepers.filter((sleeper) => sleeper !== next);
        next.wake();
        await settle();
      }
      time = end;
      await settle();
    },
  };
}

/** Lets promises and their followers run until nothing moves any more. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    // Hashing goes on in other threads: a round is over when one that was begun after all others is.
    await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** Waits, in real time, for something that will come about. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}
