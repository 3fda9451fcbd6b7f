/**
 * Takes requests for simultaneous calls together: while one reservation of an account runs, further calls wait for the next,
 * which covers all of them. With one write for each call, an account would be limited to the speed at which the disk
 * confirms single writes.
 */

import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { type Reservation, takeRequests } from './usage.service.ts';

interface Waiting {
  readonly amount: number;
  readonly resolve: (reservation: Reservation | null) => void;
  readonly reject: (cause: unknown) => void;
}

/** Requests of the month, by default one; null if fewer are left. @param limit null: none */
export type TakeRequest = (workspaceId: WorkspaceId, limit: number | null, amount?: number) => Promise<Reservation | null>;

export function createRequestTaker(platform: Platform): TakeRequest {
  /** The waiting calls, by account and limit; an entry exists as long as a call is served. */
  const lanes = new Map<string, Waiting[]>();

  async function serve(lane: string, workspaceId: WorkspaceId, limit: number | null): Promise<void> {
    for (;;) {
      const batch = lanes.get(lane) ?? [];
      if (batch.length === 0) {
        lanes.delete(lane);
        return;
      }
      lanes.set(lane, []);
      try {
        const amounts = batch.map(({ amount }) => amount);
        const taken = await takeAll(platform, workspaceId, limit, amounts);
        for (const [at, { resolve }] of batch.entries()) resolve(taken[at] ?? null);
      } catch (cause) {
        for (const { reject } of batch) reject(cause);
      }
    }
  }

  return (workspaceId, limit, amount = 1) => {
    const { promise, resolve, reject } = Promise.withResolvers<Reservation | null>();
    const lane = `${workspaceId} ${limit}`;
    const waiting = lanes.get(lane);
    if (waiting !== undefined) waiting.push({ amount, resolve, reject });
    else {
      lanes.set(lane, [{ amount, resolve, reject }]);
      void serve(lane, workspaceId, limit);
    }
    return promise;
  };
}

/** Takes as many of the reservations as the limit allows, in their order; null for those that it does not. */
async function takeAll(
  platform: Platform,
  workspaceId: WorkspaceId,
  limit: number | null,
  amounts: readonly number[],
): Promise<readonly (Reservation | null)[]> {
  const all = amounts.reduce((sum, amount) => sum + amount, 0);
  const together = await takeRequests(platform, workspaceId, limit, all);
  if (together !== null) return split(together, amounts);
  const taken: (Reservation | null)[] = [];
  // Fewer requests are left. Reservations are taken one by one, but none as large as one that was refused.
  let refused = amounts.length === 1 ? all : Number.POSITIVE_INFINITY;
  for (const amount of amounts) {
    const one = amount >= refused ? null : await takeRequests(platform, workspaceId, limit, amount);
    if (one === null) refused = Math.min(refused, amount);
    taken.push(one);
  }
  return taken;
}

function split(together: Reservation, amounts: readonly number[]): readonly Reservation[] {
  if (amounts.length === 1) return [together];
  let count = together.count - together.amount;
  return amounts.map((amount) => {
    count += amount;
    return { ...together, amount, count };
  });
}
