/**
 * Limits how many run something costly at once in this process. Without a free slot, a caller waits in a queue for a
 * while. An account gets few slots, in the queue too, and only one while slots are scarce, so that no account blocks
 * the others.
 */
import { AppError } from '../http/app-error.ts';

interface GateLimits {
  /** At once. */
  readonly slots: number;
  /** In queue. */
  readonly waiting: number;
  readonly waitMilliseconds: number;
  /** Of one account, running or in the queue. */
  readonly perAccount: number;
  /** Of one account, without the queue; `perAccount` where absent. */
  readonly atOnce?: number;
  /** So many slots are reserved for accounts that have none; 0 where absent. */
  readonly reservedSlots?: number;
}

/** Releases the slot; a second call does nothing. */
export type Leave = () => void;

export interface Gate {
  /**
   * @param tooMany thrown when the account has reached its own limit, or waited too long for its own slots
   * @throws {AppError} `tooMany`; SERVER.BUSY when the queue is full, or the wait for other accounts was too long
   */
  enter(accountId: number, tooMany: AppError, signal?: AbortSignal): Promise<Leave>;
}

interface Waiting {
  readonly accountId: number;
  readonly admit: () => void;
}

export function createGate(limits: GateLimits): Gate {
  const { slots, waiting, waitMilliseconds, perAccount, atOnce = perAccount, reservedSlots = 0 } = limits;
  const queue = new Set<Waiting>();
  /** By account: how many run or wait, and how many of these have a slot. */
  const accounts = new Map<number, number>();
  const held = new Map<number, number>();
  let taken = 0;

  function hasSlotFor(accountId: number): boolean {
    const own = held.get(accountId) ?? 0;
    return own < atOnce && slots - taken > (own === 0 ? 0 : reservedSlots);
  }

  function takeSlot(accountId: number): void {
    taken += 1;
    change(held, accountId, 1);
  }

  function wait(accountId: number, tooMany: AppError, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leaveQueue = () => {
      queue.delete(entry);
      reject((held.get(accountId) ?? 0) >= atOnce ? tooMany : new AppError('SERVER.BUSY'));
    };
    const entry: Waiting = {
      accountId,
      admit: () => {
        signal.removeEventListener('abort', leaveQueue);
        resolve();
      },
    };
    signal.addEventListener('abort', leaveQueue);
    queue.add(entry);
    return promise;
  }

  async function waitForSlot(accountId: number, tooMany: AppError, signal: AbortSignal | undefined): Promise<void> {
    if (hasSlotFor(accountId)) {
      takeSlot(accountId);
      return;
    }
    if (queue.size >= waiting) throw new AppError('SERVER.BUSY');
    const patience = AbortSignal.timeout(waitMilliseconds);
    await wait(accountId, tooMany, signal === undefined ? patience : AbortSignal.any([signal, patience]));
  }

  /** Gives free slots to the queue, the longest wait first. */
  function admit(): void {
    for (const entry of queue) {
      if (!hasSlotFor(entry.accountId)) continue;
      queue.delete(entry);
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
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        change(accounts, accountId, -1);
        change(held, accountId, -1);
        taken -= 1;
        admit();
      };
    },
  };
}

/** Accounts without entries take no memory. */
function change(counts: Map<number, number>, accountId: number, by: 1 | -1): void {
  const count = (counts.get(accountId) ?? 0) + by;
  if (count > 0) counts.set(accountId, count);
  else counts.delete(accountId);
}
