/**
 * Every request sent to LinkedIn in the last 24 hours: when, to which endpoint, how it ended. A request
 * is written down before it is sent, so a killed worker never forgets one. Kept in small buckets named
 * by their first moment, because a write costs as much as its bucket is long; old ones are dropped.
 */
import { messageErrorCodes } from '@leadloom/shared/messages/message-error';
import { z } from 'zod';
import { readStored, removeStored, storedKeys, writeStored } from '../platform/storage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const KEY_PREFIX = 'ledger:';
const BUCKET_LENGTH = 32;
/** A bucket of a quiet time is closed, so that its age says enough about its entries. */
const BUCKET_SPAN = HOUR;

const entrySchema = z.object({
  /** Milliseconds since 1970. */
  time: z.number(),
  /** The name of a row of the endpoint grammar. */
  endpoint: z.string(),
  /** The page's own id of its request, where it gave one. */
  requestId: z.string().optional(),
  /** `started` also stands for a request whose end the worker did not live to see. */
  outcome: z.enum(['started', 'ok', ...messageErrorCodes]),
});
export type LedgerEntry = z.infer<typeof entrySchema>;
const bucketSchema = z.array(entrySchema);

interface Bucket {
  readonly key: string;
  readonly start: number;
  readonly entries: LedgerEntry[];
}

/** Written by the background alone; the popup only reads. */
export interface Ledger {
  /** Resolves once the request is on record; call it before sending. */
  begin(endpoint: string, now: number, requestId?: string): Promise<LedgerTicket>;
}

export interface LedgerTicket {
  /** Written with the next request, or soon: who waits for an answer need not wait for this. */
  end(outcome: LedgerEntry['outcome']): void;
}

/** @param outcomeDelay milliseconds after which an outcome is written on its own */
export function createLedger(outcomeDelay = 1_000): Ledger {
  let bucket: Bucket | undefined;
  const unwritten = new Set<Bucket>();

  function write(written: Bucket): Promise<void> {
    unwritten.delete(written);
    return writeStored('local', { [written.key]: written.entries });
  }

  function writeSoon(changed: Bucket): void {
    unwritten.add(changed);
    setTimeout(() => {
      if (unwritten.has(changed)) void write(changed).catch(() => undefined);
    }, outcomeDelay);
  }

  /** A worker that was ended never continues a bucket: it opens one of its own. */
  function bucketAt(now: number): Bucket {
    const isOpen =
      bucket !== undefined && bucket.entries.length < BUCKET_LENGTH && now - bucket.start < BUCKET_SPAN && now >= bucket.start;
    if (bucket !== undefined && isOpen) return bucket;
    // Two workers, or two buckets, can begin in one millisecond; the random part keeps them apart.
    const key = `${KEY_PREFIX}${now}:${Math.random().toString(36).slice(2, 8)}`;
    bucket = { key, start: now, entries: [] };
    void dropExpired(now).catch(() => undefined);
    return bucket;
  }

  return {
    async begin(endpoint, now, requestId) {
      const current = bucketAt(now);
      const entry: LedgerEntry = { time: now, endpoint, ...(requestId === undefined ? {} : { requestId }), outcome: 'started' };
      current.entries.push(entry);
      await write(current);
      return {
        end(outcome) {
          entry.outcome = outcome;
          writeSoon(current);
        },
      };
    },
  };
}

/** Oldest first. */
export async function readLedger(now: number): Promise<LedgerEntry[]> {
  const keys = (await ledgerKeys()).filter((key) => startOf(key) > now - DAY - BUCKET_SPAN);
  const buckets = Object.values(await readStored('local', keys));
  return buckets
    .flatMap((stored) => bucketSchema.safeParse(stored).data ?? [])
    .filter((entry) => entry.time > now - DAY && entry.time <= now)
    .sort((one, other) => one.time - other.time);
}

async function dropExpired(now: number): Promise<void> {
  await removeStored(
    'local',
    (await ledgerKeys()).filter((key) => startOf(key) <= now - DAY - BUCKET_SPAN),
  );
}

async function ledgerKeys(): Promise<string[]> {
  return (await storedKeys('local')).filter((key) => key.startsWith(KEY_PREFIX));
}

function startOf(key: string): number {
  return Number(key.slice(KEY_PREFIX.length).split(':')[0]);
}
