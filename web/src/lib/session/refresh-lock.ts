/**
 * One refresh at a time across all tabs, using the Web Locks API. They exist in secure contexts only;
 * elsewhere, or when a frozen tab holds the lock too long, the refresh goes ahead and the server's grace
 * window for the previous token absorbs the race.
 */
const LOCK_NAME = 'leadloom-refresh';
const LOCK_TIMEOUT_MS = 10_000;

export type RunExclusively = <Value>(action: () => Promise<Value>) => Promise<Value>;

/** The part of `navigator.locks` that is used. */
interface Locks {
  request(name: string, options: { readonly signal: AbortSignal }, callback: () => Promise<void>): Promise<void>;
}

export function createRefreshLock(locks: Locks | undefined): RunExclusively {
  return async <Value>(action: () => Promise<Value>): Promise<Value> => {
    if (locks === undefined) return action();
    let running: Promise<Value> | undefined;
    try {
      await locks.request(LOCK_NAME, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, async () => {
        running = action();
        await running;
      });
    } catch (error) {
      if (running !== undefined) throw error;
    }
    return running ?? action();
  };
}
