/**
 * Takes requests for simultaneous calls together: while one reservation of an account runs, further calls wait for the next,
 * which covers all of them. With one write for each call, an account would be limited to the speed at which the disk
 * confirms single writes.
 */
import type { Platform } from '../../platform.ts';
import { type Reservation, takeRequests } from './usage.service.ts';

interface Waiting {
  readonly resolve: (reservation: Reservation | null) => void;
  readonly reject: (cause: unknown) => void;
}

/** One request of the month; null if none is left. @param limit null: none */
export type TakeRequest = (accountId: number, limit: number | null) => Promise<Reservation | null>;

export function createRequestTaker(platform: Platform): TakeRequest {
  /** The waiting calls, by account and limit; an entry exists as long as a call is served. */
  const lanes = new Map<string, Waiting[]>();

  async function serve(lane: string, accountId: number, limit: number | null): Promise<void> {
    for (;;) {
      const batch = lanes.get(lane) ?? [];
      if (batch.length === 0) {
        lanes.delete(lane);
        return;
      }
      lanes.set(lane, []);
      try {
        const taken = await takeAll(platform, accountId, limit, batch.length);
        for (const [at, { resolve }] of batch.entries()) resolve(taken[at] ?? null);
      } catch (cause) {
        for (const { reject } of batch) reject(cause);
      }
    }
  }

  return (accountId, limit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Reservation | null>();
    const lane = `${accountId} ${limit}`;
    const waiting = lanes.get(lane);
    if (waiting !== undefined) waiting.push({ resolve, reject });
    else {
      lanes.set(lane, [{ resolve, reject }]);
      void serve(lane, accountId, limit);
    }
    return promise;
  };
}

/** As many reservations of one request as the limit allows. */
async function takeAll(
  platform: Platform,
  accountId: number,
  limit: number | null,
  amount: number,
): Promise<readonly Reservation[]> {
  const together = await takeRequests(platform, accountId, limit, amount);
  if (together !== null) return split(together, amount);
  const taken: Reservation[] = [];
  // Fewer are left: they are taken one by one until one is refused.
  while (amount > 1 && taken.length < amount) {
    const one = await takeRequests(platform, accountId, limit);
    if (one === null) break;
    taken.push(one);
  }
  return taken;
}

function split(together: Reservation, amount: number): readonly Reservation[] {
  if (amount === 1) return [together];
  return Array.from({ length: amount }, (_, at) => ({ ...together, amount: 1, count: together.count - amount + 1 + at }));
}
