/**
 * How many may do something costly at once in this process. Whoever finds no slot waits in line for a while; an
 * account takes up few slots, in the line too, and only one while slots are scarce, so that none keeps the others out.
 */
import { AppError } from '../http/app-error.ts';

interface GateLimits {
  /** At once. */
  readonly slots: number;
  /** In line. */
  readonly waiting: number;
  readonly waitMilliseconds: number;
  /** Of one account, in line or not. */
  readonly perAccount: number;
  /** Of one account, not counting the line; as many as it may be where absent. */
  readonly atOnce?: number;
  /** So many slots go only to accounts that have none; 0 where absent. */
  readonly keptForOthers?: number;
}

/** Gives the slot back; a second call does nothing. */
export type Leave = () => void;

export interface Gate {
  /**
   * @param tooMany what an account is told that is here often enough already, or waited for too long for itself
   * @throws {AppError} `tooMany`; SERVER.BUSY when the line is full, or stands for too long for others
   */
  enter(accountId: number, tooMany: AppError, signal?: AbortSignal): Promise<Leave>;
}

interface Waiting {
  readonly accountId: number;
  readonly admit: () => void;
}

export function createGate(limits: GateLimits): Gate {
  const { slots, waiting, waitMilliseconds, perAccount, atOnce = perAccount, keptForOthers = 0 } = limits;
  const line = new Set<Waiting>();
  /** By account, how many are here, and how many of these have a slot. */
  const accounts = new Map<number, number>();
  const inside = new Map<number, number>();
  let taken = 0;

  function hasSlotFor(accountId: number): boolean {
    const own = inside.get(accountId) ?? 0;
    return own < atOnce && slots - taken > (own === 0 ? 0 : keptForOthers);
  }

  function takeSlot(accountId: number): void {
    taken += 1;
    change(inside, accountId, 1);
  }

  function wait(accountId: number, tooMany: AppError, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leaveLine = () => {
      line.delete(entry);
      reject((inside.get(accountId) ?? 0) >= atOnce ? tooMany : new AppError('SERVER.BUSY'));
    };
    const entry: Waiting = {
      accountId,
      admit: () => {
        signal.removeEventListener('abort', leaveLine);
        resolve();
      },
    };
    signal.addEventListener('abort', leaveLine);
    line.add(entry);
    return promise;
  }

  async function waitForSlot(accountId: number, tooMany: AppError, signal: AbortSignal | undefined): Promise<void> {
    if (hasSlotFor(accountId)) {
      takeSlot(accountId);
      return;
    }
    if (line.size >= waiting) throw new AppError('SERVER.BUSY');
    const patience = AbortSignal.timeout(waitMilliseconds);
    await wait(accountId, tooMany, signal === undefined ? patience : AbortSignal.any([signal, patience]));
  }

  /** Slots go to those in line who may have one, the longest wait first. */
  function admitWaiting(): void {
    for (const entry of line) {
      if (!hasSlotFor(entry.accountId)) continue;
      line.delete(entry);
      takeSlot(entry.accountId);
      entry.admit();
    }
  }

  return {
    enter: async (accountId, tooMany, signal) => {
      if ((accounts.get(accountId) ?? 0) >= perAccount) throw tooMany;
      change(accounts, accountId, 1);
      try {
        signal?.throwIfAborted();
        await waitForSlot(accountId, tooMany, signal);
      } catch (error) {
        change(accounts, accountId, -1);
        throw error;
      }
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        change(accounts, accountId, -1);
        change(inside, accountId, -1);
        taken -= 1;
        admitWaiting();
      };
    },
  };
}

/** Accounts that are not here take no memory. */
function change(counts: Map<number, number>, accountId: number, by: 1 | -1): void {
  const count = (counts.get(accountId) ?? 0) + by;
  if (count > 0) counts.set(accountId, count);
  else counts.delete(accountId);
}
