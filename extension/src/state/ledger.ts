/**
 * Every request sent to LinkedIn in the last 24 hours: when, to which endpoint, how it ended. A request
 * is written down before it is sent, so a killed worker never forgets one. Kept in one bucket per hour,
 * so that a write stays small; buckets older than a day are dropped.
 */
import { messageErrorCodes } from '@leadloom/shared/messages/message-error';
import { z } from 'zod';
import { readStored, removeStored, storedKeys, writeStored } from '../platform/storage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const KEY_PREFIX = 'ledger:';

const entrySchema = z.object({
  /** Milliseconds since 1970. */
  time: z.number(),
  /** The name of a row of the endpoint grammar. */
  endpoint: z.string(),
  /** `started` also stands for a request whose end the worker did not live to see. */
  outcome: z.enum(['started', 'ok', ...messageErrorCodes]),
});
export type LedgerEntry = z.infer<typeof entrySchema>;
const bucketSchema = z.array(entrySchema);

/** Written by the background alone; the popup only reads. */
export interface Ledger {
  /** Resolves once the request is on record; call it before sending. */
  begin(endpoint: string, now: number): Promise<LedgerTicket>;
}

export interface LedgerTicket {
  end(outcome: LedgerEntry['outcome']): Promise<void>;
}

export function createLedger(): Ledger {
  let hour = -1;
  let bucket: LedgerEntry[] = [];
  let loading: Promise<void> = Promise.resolve();

  async function open(newHour: number): Promise<void> {
    bucket = await readBuckets([newHour]);
    hour = newHour;
    const keys = await storedKeys('local');
    await removeStored(
      'local',
      keys.filter((key) => isLedgerKey(key) && Number(key.slice(KEY_PREFIX.length)) < newHour - 24),
    );
  }

  return {
    async begin(endpoint, now) {
      const entry: LedgerEntry = { time: now, endpoint, outcome: 'started' };
      const entryHour = Math.floor(now / HOUR);
      loading = loading.catch(() => undefined).then(() => (hour === entryHour ? undefined : open(entryHour)));
      await loading;
      const entries = bucket;
      entries.push(entry);
      const write = () => writeStored('local', { [keyOf(entryHour)]: entries });
      await write();
      return {
        async end(outcome) {
          entry.outcome = outcome;
          await write();
        },
      };
    },
  };
}

/** Oldest first. */
export async function readLedger(now: number): Promise<LedgerEntry[]> {
  const hour = Math.floor(now / HOUR);
  const entries = await readBuckets(Array.from({ length: 25 }, (_, age) => hour - 24 + age));
  return entries.filter((entry) => entry.time > now - DAY && entry.time <= now);
}

export function isLedgerKey(key: string): boolean {
  return key.startsWith(KEY_PREFIX);
}

async function readBuckets(hours: readonly number[]): Promise<LedgerEntry[]> {
  const stored = await readStored('local', hours.map(keyOf));
  return hours.flatMap((hour) => {
    const parsed = bucketSchema.safeParse(stored[keyOf(hour)]);
    return parsed.success ? parsed.data : [];
  });
}

function keyOf(hour: number): string {
  return `${KEY_PREFIX}${hour}`;
}
