/** Counts attempts per key in fixed windows. Holds a bounded number of keys and forgets the oldest first. */
export interface AttemptLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

export interface AttemptLimiter {
  /** Counts one attempt. Answers null when it is allowed, else the seconds until it would be. */
  take(key: string): number | null;
  /** Takes back one attempt that turned out to be none. */
  giveBack(key: string): void;
  /** Forgets the key's attempts. */
  clear(key: string): void;
}

const MAX_KEYS = 50_000;

export function createAttemptLimiter({ max, windowSeconds }: AttemptLimit, now: () => Date): AttemptLimiter {
  const windows = new Map<string, { count: number; readonly endsAt: number }>();

  function makeRoom(time: number): void {
    // Windows are all of one length, so the map's order is also the order in which they end.
    for (const [key, window] of windows) {
      if (window.endsAt > time && windows.size < MAX_KEYS) return;
      windows.delete(key);
    }
  }

  return {
    take(key) {
      const time = now().getTime();
      const window = windows.get(key);
      if (window !== undefined && window.endsAt > time) {
        if (window.count >= max) return Math.max(1, Math.ceil((window.endsAt - time) / 1000));
        window.count += 1;
        return null;
      }
      windows.delete(key);
      makeRoom(time);
      windows.set(key, { count: 1, endsAt: time + windowSeconds * 1000 });
      return null;
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window !== undefined && window.count > 0) window.count -= 1;
    },
    clear: (key) => void windows.delete(key),
  };
}
