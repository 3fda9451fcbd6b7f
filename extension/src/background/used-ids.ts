/**
 * Request ids that were used, so that a repeated message fetches nothing twice. Sent requests are in the ledger with
 * their id for a day and so outlive the worker; claimed ids that were not sent are in memory. Pacing bounds their
 * number.
 */
import { readLedgerDay } from '../state/ledger.ts';

export interface UsedIds {
  /** true only the first time an id is claimed. */
  claim(id: string): Promise<boolean>;
}

/** Above this the oldest is dropped; a day at the fastest pace is 28,800 requests. */
const MAX_IDS = 30_000;

/** @param now milliseconds since 1970 */
export function createUsedIds(now: () => number): UsedIds {
  let loaded: Promise<Set<string>> | undefined;

  return {
    async claim(id) {
      loaded ??= readUsedIds(now());
      const used = await loaded;
      if (used.has(id)) return false;
      used.add(id);
      const [oldest] = used;
      if (used.size > MAX_IDS && oldest !== undefined) used.delete(oldest);
      return true;
    },
  };
}

async function readUsedIds(now: number): Promise<Set<string>> {
  const { entries } = await readLedgerDay(now);
  return new Set(entries.flatMap(({ requestId }) => (requestId === undefined ? [] : [requestId])));
}
