/**
 * The right to one of a limited number of things at once, across all servers of a database: rows with a lease. A slow
 * export holds no connection, and the slots of a server that is killed come free when their lease ends.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { keepLease } from '../leased-work/keep-lease.ts';
import { isLeaseFree, leaseEnd } from '../leased-work/leases.ts';
import { slots } from '../schema/limits.table.ts';

/** An account whose export ran on a killed server may start another one after this many seconds. */
const LEASE_SECONDS = 5;
const RENEW_MILLISECONDS = 1_000;
/** How long the database may be away. Afterwards a holder finds its slots as it left them, unless somebody took them. */
const TRUSTED_MILLISECONDS = 30_000;
/** Milliseconds between two attempts to take a slot that is to come free. */
const LOOK_MILLISECONDS = 100;

export interface HeldSlots {
  /** Renews the lease. False: another server may have held the same slots meanwhile. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

export interface SharedSlots {
  /** Takes one slot from each list of names; null if one of the lists has none free. */
  take(lists: readonly (readonly string[])[]): Promise<HeldSlots | null>;
  /** Waits for one. @param signal rejects with its reason when it is aborted */
  wait(names: readonly string[], signal: AbortSignal): Promise<HeldSlots>;
}

interface SlotLimits {
  readonly leaseSeconds: number;
  readonly renewMilliseconds: number;
}

export function createSharedSlots(
  database: Database,
  { leaseSeconds, renewMilliseconds }: SlotLimits = { leaseSeconds: LEASE_SECONDS, renewMilliseconds: RENEW_MILLISECONDS },
): SharedSlots {
  async function takeName(name: string, leaseToken: string): Promise<boolean> {
    const lease = { leaseToken, leaseUntil: leaseEnd(leaseSeconds) };
    const rows = await database
      .insert(slots)
      .values({ name, ...lease })
      .onConflictDoUpdate({ target: slots.name, set: lease, setWhere: isLeaseFree(slots.leaseUntil) })
      .returning({ name: slots.name });
    return rows.length > 0;
  }

  async function takeOne(names: readonly string[], token: string): Promise<boolean> {
    for (const name of names) if (await takeName(name, token)) return true;
    return false;
  }

  /** Frees the slots. Those that cannot be given back now come free when their lease ends. */
  async function giveBack(token: string): Promise<void> {
    await database
      .delete(slots)
      .where(eq(slots.leaseToken, token))
      .catch(() => undefined);
  }

  /** @returns whether all of them are still held */
  async function renew(token: string, count: number): Promise<boolean> {
    const { rowCount } = await database
      .update(slots)
      .set({ leaseUntil: leaseEnd(leaseSeconds) })
      .where(eq(slots.leaseToken, token));
    return rowCount === count;
  }

  function hold(token: string, count: number): HeldSlots {
    let isLost = false;
    const stopRenewing = keepLease({
      renew: () => renew(token, count),
      every: renewMilliseconds,
      validFor: Math.max(TRUSTED_MILLISECONDS, leaseSeconds * 1_000),
      onLost: () => {
        isLost = true;
      },
    });
    return {
      isHeld: async () => !isLost && (await renew(token, count)),
      release: async () => {
        await stopRenewing();
        await giveBack(token);
      },
    };
  }

  async function take(lists: readonly (readonly string[])[]): Promise<HeldSlots | null> {
    const token = randomUUID();
    try {
      for (const names of lists) {
        if (await takeOne(names, token)) continue;
        await giveBack(token);
        return null;
      }
    } catch (error) {
      await giveBack(token);
      throw error;
    }
    return hold(token, lists.length);
  }

  return {
    take,
    wait: async (names, signal) => {
      for (;;) {
        signal.throwIfAborted();
        const held = await take([names]);
        if (held !== null) return held;
        await sleep(LOOK_MILLISECONDS, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}

/** Frees all slots for a server that is alone: their holders are gone. */
export async function freeAllSlots(database: Database): Promise<void> {
  await database.delete(slots);
}
