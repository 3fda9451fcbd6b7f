/**
 * Lets a few tasks run at once and a bounded number wait. Password hashes take tens of megabytes and
 * all of a core each: a flood of sign-ins must end in quick refusals, not in a server without memory.
 * Who is known by more than an address waits in a lane of their own, which is served first, so that a
 * flood of strangers does not keep them out; one place for each name, so that nobody fills that lane alone.
 */
import { AppError } from '../../http/app-error.ts';

export interface QueueLimits {
  readonly running: number;
  /** Of each lane. */
  readonly waiting: number;
}

/** @param knownAs a name that strangers cannot take: of a browser signed in from before, of a session's account */
export type RunQueued = <Result>(task: () => Promise<Result>, knownAs?: string | null) => Promise<Result>;

/** The returned function throws {AppError} SERVER.BUSY once the queue is full. */
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
    // The task that ends hands its place over, so a newcomer cannot slip in between.
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
