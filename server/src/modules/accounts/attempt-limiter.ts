/** Counts attempts per key in fixed windows. Stores a limited number of keys and drops the oldest first. */
export interface AttemptLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

export interface AttemptLimiter {
  /** Counts one attempt. Returns null if it is allowed, or else the seconds until it is. */
  take(key: string): number | null;
  /** Uncounts an attempt that turned out not to be one. */
  giveBack(key: string): void;
  /** Resets the key's count. */
  clear(key: string): void;
}

const MAX_KEYS = 50_000;

export function createAttemptLimiter({ max, windowSeconds }: AttemptLimit, now: () => Date): AttemptLimiter {
  const windows = new Map<string, { count: number; readonly endsAt: number }>();

  function makeRoom(time: number): void {
    // All windows have the same length, so the map's order is also the order in which they end.
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
