/**
 * Runs a few tasks at once and lets a limited number wait. A password hash takes tens of megabytes and a whole
 * core, so a flood of sign-ins must be refused quickly instead of using up the memory. Known callers wait in a
 * separate queue that is served first, so that a flood by strangers does not keep them out. Each known caller
 * has one slot in it, so that none can fill it.
 */
import { AppError } from '../../../http/app-error.ts';

export interface QueueLimits {
  readonly running: number;
  /** Calls that wait in one queue. */
  readonly waiting: number;
}

/**
 * @param knownAs an identity that strangers cannot take: a browser that has signed in before, or a session's
 * account
 */
export type RunQueued = <Result>(task: () => Promise<Result>, knownAs?: string | null) => Promise<Result>;

/** The returned function throws {AppError} SERVER.BUSY if the queue is full. */
export function createHashQueue({ running: maxRunning, waiting: maxWaiting }: QueueLimits): RunQueued {
  const known = new Map<string, () => void>();
  const strangers: (() => void)[] = [];
  let running = 0;

  function waitForPlace(knownAs: string | null): Promise<void> {
    const { promise, resolve: start } = Promise.withResolvers<void>();
    if (knownAs !== null && !known.has(knownAs) && known.size < maxWaiting) known.set(knownAs, start);
    else if (strangers.length < maxWaiting) strangers.push(start);
    else throw new AppError('SERVER.BUSY', { retryAfterSeconds: 2 });
    return promise;
  }

  function takeNext(): (() => void) | undefined {
    for (const [name, start] of known) {
      known.delete(name);
      return start;
    }
    return strangers.shift();
  }

  return async (task, knownAs = null) => {
    // The task that ends passes on its slot, so that no newcomer can take it.
    if (running >= maxRunning) await waitForPlace(knownAs);
    else running += 1;
    try {
      return await task();
    } finally {
      const next = takeNext();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
