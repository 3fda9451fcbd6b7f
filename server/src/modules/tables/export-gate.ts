/**
 * How many may do something costly at once in this process. Whoever finds every place taken waits in line for a
 * while; an account takes up few places, in the line too, so that none keeps the others out.
 */
import { AppError } from '../../http/app-error.ts';

interface GateLimits {
  /** At once. */
  readonly places: number;
  /** In line. */
  readonly waiting: number;
  readonly waitMilliseconds: number;
  /** Of one account, in line or not. */
  readonly perAccount: number;
}

/** Gives the place back; a second call does nothing. */
export type Leave = () => void;

export interface Gate {
  /**
   * @param tooMany what an account is told that is here often enough already
   * @throws {AppError} `tooMany`; SERVER.BUSY when the line is full, or stands for too long
   */
  enter(accountId: number, tooMany: AppError, signal?: AbortSignal): Promise<Leave>;
}

export function createGate({ places, waiting, waitMilliseconds, perAccount }: GateLimits): Gate {
  const line = new Set<() => void>();
  const accounts = new Map<number, number>();
  let taken = 0;

  function wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leaveLine = () => {
      line.delete(callIn);
      reject(new AppError('SERVER.BUSY'));
    };
    const callIn = () => {
      signal.removeEventListener('abort', leaveLine);
      resolve();
    };
    signal.addEventListener('abort', leaveLine);
    line.add(callIn);
    return promise;
  }

  async function takePlace(signal: AbortSignal | undefined): Promise<void> {
    if (taken < places) {
      taken += 1;
      return;
    }
    if (line.size >= waiting) throw new AppError('SERVER.BUSY');
    const patience = AbortSignal.timeout(waitMilliseconds);
    await wait(signal === undefined ? patience : AbortSignal.any([signal, patience]));
  }

  /** A place that is given back goes to the next in line, who waited longest. */
  function givePlaceBack(): void {
    const [next] = line;
    if (next === undefined) taken -= 1;
    else {
      line.delete(next);
      next();
    }
  }

  return {
    enter: async (accountId, tooMany, signal) => {
      const inside = accounts.get(accountId) ?? 0;
      if (inside >= perAccount) throw tooMany;
      accounts.set(accountId, inside + 1);
      const forget = () => {
        const left = (accounts.get(accountId) ?? 0) - 1;
        if (left > 0) accounts.set(accountId, left);
        else accounts.delete(accountId);
      };
      try {
        signal?.throwIfAborted();
        await takePlace(signal);
      } catch (error) {
        forget();
        throw error;
      }
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        forget();
        givePlaceBack();
      };
    },
  };
}
