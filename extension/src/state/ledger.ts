/**
 * Every request sent to LinkedIn in the last 30 days: when, to which endpoint, and how it ended. A request is
 * recorded before it is sent, so it survives a terminated worker. The background writes the ledger; the popup
 * only reads it.
 */
import {
  BUCKET_LENGTH,
  BUCKET_SPAN,
  bringBucketsToNow,
  DAY,
  dropOldBuckets,
  type LedgerEntry,
  newBucketKey,
  readBucketsSince,
  startOfBucket,
  writeBucket,
} from './ledger-buckets.ts';

export type NewRequest = Omit<LedgerEntry, 'time' | 'outcome'>;

export interface Ledger {
  /** Resolves once the request is recorded; call it before sending. */
  begin(request: NewRequest, now: number): Promise<LedgerTicket>;
}

export interface LedgerTicket {
  /** The outcome is written with the next request, or after a delay, so that callers need not wait for it. */
  end(outcome: LedgerEntry['outcome']): void;
  /** Removes the request because it was not sent. */
  withdraw(): Promise<void>;
}

export interface LedgerDay {
  /** The requests of the last 24 hours, oldest first. */
  readonly entries: readonly LedgerEntry[];
  /** The times of requests that are unreadable. */
  readonly unreadable: readonly number[];
}

interface Bucket {
  readonly key: string;
  readonly start: number;
  readonly entries: LedgerEntry[];
  /** How many entries it ever had, including withdrawn ones. */
  length: number;
}

/** @param outcomeDelay milliseconds after which an outcome is written by itself */
export function createLedger(outcomeDelay = 1_000): Ledger {
  let bucket: Bucket | undefined;
  const unwritten = new Set<Bucket>();

  function write(written: Bucket): Promise<void> {
    unwritten.delete(written);
    return writeBucket(written.key, written.entries);
  }

  function writeSoon(changed: Bucket): void {
    unwritten.add(changed);
    setTimeout(() => {
      if (unwritten.has(changed)) void write(changed).catch(() => undefined);
    }, outcomeDelay);
  }

  /** A new worker never continues the bucket of a terminated one; it opens its own. */
  function bucketAt(now: number): Bucket {
    const isOpen =
      bucket !== undefined && bucket.length < BUCKET_LENGTH && now - bucket.start < BUCKET_SPAN && now >= bucket.start;
    if (bucket !== undefined && isOpen) return bucket;
    bucket = { key: newBucketKey(now), start: now, entries: [], length: 0 };
    void dropOldBuckets(now).catch(() => undefined);
    return bucket;
  }

  return {
    async begin(request, now) {
      const current = bucketAt(now);
      const entry: LedgerEntry = { time: now, ...request, outcome: 'started' };
      current.entries.push(entry);
      current.length += 1;
      await write(current);
      return {
        end(outcome) {
          entry.outcome = outcome;
          writeSoon(current);
        },
        async withdraw() {
          current.entries.splice(current.entries.indexOf(entry), 1);
          await write(current);
        },
      };
    },
  };
}

/** The background calls this before it counts. A clock that was ahead must neither raise nor block the allowance. */
export async function readLedgerAtStart(now: number): Promise<LedgerDay> {
  await bringBucketsToNow(now);

  return readLedgerDay(now);
}

export async function readLedgerDay(now: number): Promise<LedgerDay> {
  const buckets = await readBucketsSince(now - DAY);
  const entries = buckets
    .flatMap((stored) => stored.entries)
    .map((entry) => ({ ...entry, time: Math.min(entry.time, now) }))
    .filter((entry) => entry.time > now - DAY);
  const unreadable = buckets.flatMap(({ key, unreadable: count }) =>
    // A key without a time never expires, so it keeps counting.
    Array.from({ length: count }, () => Math.min(startOfBucket(key) || now, now)),
  );
  return { entries: inOrder(entries), unreadable };
}

/** The requests of the last 30 days, newest first, each with a unique name. They are for display, not for counting. */
export async function readRequestLog(now: number): Promise<LedgerEntry[]> {
  const buckets = await readBucketsSince(now - 30 * DAY);
  return inOrder(buckets.flatMap(({ entries }) => entries).filter((entry) => entry.time > now - 30 * DAY)).reverse();
}

function inOrder(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.toSorted((one, other) => one.time - other.time);
}
