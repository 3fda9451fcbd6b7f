/** The parts that were started, to be stopped in reverse order, also while the start is still in progress. */
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './start-error.ts';

export interface Cleanup {
  /** Runs at the end, before everything added earlier. @param limit milliseconds after which the next step begins anyway */
  add(step: () => Promise<unknown>, limit: number): void;
  /** Makes `throwIfEnded` throw from now on. */
  end(): void;
  /** Called between the steps of a start, so that a start that is being stopped goes no further. */
  throwIfEnded(): void;
  /** A failed step does not prevent the others. */
  run(onError: (error: unknown) => void): Promise<void>;
}

export function createCleanup(): Cleanup {
  const steps: { readonly step: () => Promise<unknown>; readonly limit: number }[] = [];
  let hasEnded = false;
  return {
    add: (step, limit) => void steps.push({ step, limit }),
    end: () => {
      hasEnded = true;
    },
    throwIfEnded: () => {
      if (hasEnded) throw new StartError('Stopped while starting.');
    },
    run: async (onError) => {
      for (let next = steps.pop(); next !== undefined; next = steps.pop()) {
        const { step, limit } = next;
        await Promise.race([step().catch(onError), sleep(limit, undefined, { ref: false })]);
      }
    },
  };
}
