/** Calls of the running window on one server: at most so many in any window, wherever it begins. */
export interface SpeedLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

/** How a limit stands after a call. */
export interface SpeedState {
  readonly isAllowed: boolean;
  /** Calls that are left now. */
  readonly remaining: number;
  /** Milliseconds until all of them are, if no more come. */
  readonly resetMilliseconds: number;
  /** Milliseconds until one more is; 0 where one is. */
  readonly waitMilliseconds: number;
}

/** Calls are kept one by one up to this many; with a higher limit those that come close together share an entry. */
const ENTRIES = 120;

export interface CallWindow {
  /** @param time milliseconds, never less than before @param isCounted false: only looks */
  take(time: number, isCounted?: boolean): SpeedState;
  /** Calls in the window that ends at this time. */
  count(time: number): number;
}

export function createCallWindow({ max, windowSeconds }: SpeedLimit): CallWindow {
  const length = windowSeconds * 1_000;
  /** An entry ends with the last call it may hold, so no call ever counts for too short a time. */
  const span = max > ENTRIES ? length / ENTRIES : 0;
  /** The moments at which entries stop being counted, oldest first, and how many calls each entry holds. */
  const ends: number[] = [];
  const counts: number[] = [];
  let total = 0;

  function forget(time: number): void {
    while (ends[0] !== undefined && ends[0] <= time) {
      ends.shift();
      total -= counts.shift() ?? 0;
    }
  }

  function add(time: number): void {
    total += 1;
    const last = counts.length - 1;
    if (last >= 0 && time + length <= (ends[last] ?? 0)) counts[last] = (counts[last] ?? 0) + 1;
    else {
      ends.push(time + span + length);
      counts.push(1);
    }
  }

  return {
    take(time, isCounted = true) {
      forget(time);
      const isAllowed = total < max;
      if (isAllowed && isCounted) add(time);
      const until = (end: number | undefined) => Math.max(0, (end ?? time) - time);
      return {
        isAllowed,
        remaining: max - total,
        resetMilliseconds: until(ends.at(-1)),
        waitMilliseconds: total < max ? 0 : until(ends[0]),
      };
    },
    count(time) {
      forget(time);
      return total;
    },
  };
}
