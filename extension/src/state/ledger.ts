/**
 * Every request sent to LinkedIn in the last 30 days: when, to which endpoint, how it ended. A request
 * is written down before it is sent, so a killed worker never forgets one. The background writes it;
 * the popup only reads.
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
  /** Resolves once the request is on record; call it before sending. */
  begin(request: NewRequest, now: number): Promise<LedgerTicket>;
}

export interface LedgerTicket {
  /** Written with the next request, or soon: who waits for an answer need not wait for this. */
  end(outcome: LedgerEntry['outcome']): void;
  /** It was not sent after all. */
  withdraw(): Promise<void>;
}

export interface LedgerDay {
  /** Of the last 24 hours, oldest first. */
  readonly entries: readonly LedgerEntry[];
  /** The moments of requests that cannot be read any more. */
  readonly unreadable: readonly number[];
}

interface Bucket {
  readonly key: string;
  readonly start: number;
  readonly entries: LedgerEntry[];
  /** How many it ever had: what was withdrawn keeps its place. */
  length: number;
}

/** @param outcomeDelay milliseconds after which an outcome is written on its own */
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

  /** A worker that was ended never continues a bucket: it opens one of its own. */
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

/** For the background, before it counts: a clock that was ahead must neither free nor block anything. */
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
    // A key without a moment cannot say when it ends to count; it counts on.
    Array.from({ length: count }, () => Math.min(startOfBucket(key) || now, now)),
  );
  return { entries: inOrder(entries), unreadable };
}

/** Of the last 30 days, newest first, each with a name of its own; for reading, not for counting. */
export async function readRequestLog(now: number): Promise<LedgerEntry[]> {
  const buckets = await readBucketsSince(now - 30 * DAY);
  return inOrder(buckets.flatMap(({ entries }) => entries).filter((entry) => entry.time > now - 30 * DAY)).reverse();
}

function inOrder(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.toSorted((one, other) => one.time - other.time);
}
