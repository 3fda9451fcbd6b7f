/**
 * Lets a few tasks run at once and a bounded number wait. Password hashes take tens of megabytes and
 * all of a core each: a flood of sign-ins must end in quick refusals, not in a server without memory.
 */
import { AppError } from '../../http/app-error.ts';

export interface QueueLimits {
  readonly running: number;
  readonly waiting: number;
}

export type RunQueued = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** The returned function throws {AppError} SERVER.BUSY once the queue is full. */
export function createHashQueue({ running: maxRunning, waiting: maxWaiting }: QueueLimits): RunQueued {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (task) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new AppError('SERVER.BUSY', { retryAfterSeconds: 2 });
      // The task that ends hands its place over, so a newcomer cannot slip in between.
      await new Promise<void>((start) => waiting.push(start));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
