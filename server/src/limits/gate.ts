/**
 * Limits how many run something costly at once in this process. Without a free slot, a caller waits in a queue for a
 * while. An account gets few slots, in the queue too, and only one while slots are scarce, so that no account blocks
 * the others. A gate without a number of slots limits each account alone.
 */
import { AppError } from '../http/app-error.ts';

interface GateLimits {
  /** Calls that run at once; no limit where absent. */
  readonly slots?: number;
  /** Calls in the queue; no limit where absent. */
  readonly waiting?: number;
  readonly waitMilliseconds: number;
  /** Calls of one account, running or in the queue. */
  readonly perAccount: number;
  /** Running calls of one account; `perAccount` where absent. */
  readonly atOnce?: number;
  /** Slots that are reserved for accounts that have none; 0 where absent. */
  readonly reservedSlots?: number;
}

/** Releases the slot; a second call does nothing. */
export type Leave = () => void;

/** The owner whose calls are counted together: the id of an account, or another name. */
export type GateOwner = number | string;

export interface Gate {
  /**
   * @param owner an account, for which `perAccount`, `atOnce` and `reservedSlots` hold
   * @param tooMany thrown when the account has reached its own limit, or waited too long for its own slots
   * @throws {AppError} `tooMany`; SERVER.BUSY when the queue is full, or the wait for other accounts was too long
   */
  enter(owner: GateOwner, tooMany: AppError, signal?: AbortSignal): Promise<Leave>;
}

interface Waiting {
  readonly owner: GateOwner;
  readonly admit: () => void;
}

export function createGate(limits: GateLimits): Gate {
  const { slots = Number.POSITIVE_INFINITY, waiting = Number.POSITIVE_INFINITY, waitMilliseconds, perAccount } = limits;
  const { atOnce = perAccount, reservedSlots = 0 } = limits;
  const queues = new Map<GateOwner, Set<Waiting>>();
  /** How many calls of each account run or wait; `held` counts those that have a slot. */
  const accounts = new Map<GateOwner, number>();
  const held = new Map<GateOwner, number>();
  let taken = 0;

  /** The queue in which a call waits. Where there are no slots that all share, nobody waits for another account. */
  function queueNameOf(owner: GateOwner): GateOwner {
    return slots === Number.POSITIVE_INFINITY ? owner : 'all';
  }

  function leaveQueue(entry: Waiting): void {
    const name = queueNameOf(entry.owner);
    const queue = queues.get(name);
    queue?.delete(entry);
    if (queue?.size === 0) queues.delete(name);
  }

  function hasSlotFor(owner: GateOwner): boolean {
    const own = held.get(owner) ?? 0;
    return own < atOnce && slots - taken > (own === 0 ? 0 : reservedSlots);
  }

  function takeSlot(owner: GateOwner): void {
    taken += 1;
    change(held, owner, 1);
  }

  function wait(owner: GateOwner, tooMany: AppError, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      leaveQueue(entry);
      reject((held.get(owner) ?? 0) >= atOnce ? tooMany : new AppError('SERVER.BUSY'));
    };
    const entry: Waiting = {
      owner,
      admit: () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      },
    };
    signal.addEventListener('abort', giveUp);
    const name = queueNameOf(owner);
    queues.set(name, (queues.get(name) ?? new Set()).add(entry));
    return promise;
  }

  async function waitForSlot(owner: GateOwner, tooMany: AppError, signal: AbortSignal | undefined): Promise<void> {
    if (hasSlotFor(owner)) {
      takeSlot(owner);
      return;
    }
    if ((queues.get(queueNameOf(owner))?.size ?? 0) >= waiting) throw new AppError('SERVER.BUSY');
    const patience = AbortSignal.timeout(waitMilliseconds);
    await wait(owner, tooMany, signal === undefined ? patience : AbortSignal.any([signal, patience]));
  }

  /** Gives free slots to those who waited for this account, the longest wait first. */
  function admitAfter(owner: GateOwner): void {
    for (const entry of queues.get(queueNameOf(owner)) ?? []) {
      if (!hasSlotFor(entry.owner)) continue;
      leaveQueue(entry);
      takeSlot(entry.owner);
      entry.admit();
    }
  }

  return {
    enter: async (owner, tooMany, signal) => {
      if ((accounts.get(owner) ?? 0) >= perAccount) throw tooMany;
      change(accounts, owner, 1);
      try {
        signal?.throwIfAborted();
        await waitForSlot(owner, tooMany, signal);
      } catch (error) {
        change(accounts, owner, -1);
        throw error;
      }
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        change(accounts, owner, -1);
        change(held, owner, -1);
        taken -= 1;
        admitAfter(owner);
      };
    },
  };
}

/** Accounts without entries take no memory. */
function change(counts: Map<GateOwner, number>, owner: GateOwner, by: 1 | -1): void {
  const count = (counts.get(owner) ?? 0) + by;
  if (count > 0) counts.set(owner, count);
  else counts.delete(owner);
}
