/**
 * How the ledger lies in storage: small buckets, each under a key that names its first moment, so that
 * a reader fetches the time it wants and a writer writes little. Whatever cannot be read is counted,
 * never passed over: a broken bucket must not give an allowance back.
 */
import { messageErrorCodes } from '@leadloom/shared/messages/message-error';
import { z } from 'zod';
import { readStored, removeStored, storedKeys, writeStored } from '../platform/storage.ts';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const RETENTION = 30 * DAY;
export const BUCKET_LENGTH = 32;
/** A bucket of a quiet time is closed, so that its key says enough about its entries. */
export const BUCKET_SPAN = HOUR;
/** Beyond the last day. The browser gives an extension 10 MB; an entry takes about 150 bytes. */
const MAX_OLD_BUCKETS = 1_000;
const KEY_PREFIX = 'ledger:';

const entrySchema = z.object({
  /** Milliseconds since 1970. */
  time: z.number(),
  /** The name of a row of the endpoint grammar. */
  endpoint: z.string(),
  /** The page's own id of its request, where it gave one. */
  requestId: z.string().optional(),
  /** What it is counted as; absent: free of charge. */
  meter: z.enum(['profiles', 'searchPages', 'lookups']).optional(),
  /** With `profiles`: which member, as a mark that does not name them. */
  subject: z.string().optional(),
  /** `started` also stands for a request whose end the worker did not live to see. */
  outcome: z.enum(['started', 'ok', ...messageErrorCodes]),
});
export type LedgerEntry = z.infer<typeof entrySchema>;

export interface StoredBucket {
  readonly key: string;
  readonly entries: readonly LedgerEntry[];
  /** How many entries there are, or may have been, that cannot be read. */
  readonly unreadable: number;
}

/** Two workers, or two buckets, can begin in one millisecond; the random part keeps them apart. */
export function newBucketKey(start: number): string {
  return `${KEY_PREFIX}${start}:${Math.random().toString(36).slice(2, 8)}`;
}

export function startOfBucket(key: string): number {
  return Number(key.slice(KEY_PREFIX.length).split(':')[0]);
}

export function writeBucket(key: string, entries: readonly LedgerEntry[]): Promise<void> {
  return writeStored('local', { [key]: entries });
}

/** Buckets that may hold entries since that moment; those of a clock that was ahead are among them. */
export async function readBucketsSince(moment: number): Promise<StoredBucket[]> {
  const keys = (await bucketKeys()).filter((key) => !(startOfBucket(key) <= moment - BUCKET_SPAN));
  return Object.entries(await readStored('local', keys)).map(([key, stored]) => ({ key, ...readBucket(stored) }));
}

/** Requests made while the clock was ahead happened now at the latest; otherwise they would count for as long as it was. */
export async function bringBucketsToNow(now: number): Promise<void> {
  for (const { key, entries, unreadable } of await readBucketsSince(now - DAY)) {
    if (startOfBucket(key) <= now && entries.every((entry) => entry.time <= now)) continue;
    const past = entries.map((entry) => ({ ...entry, time: Math.min(entry.time, now) }));
    const start = Math.min(now, ...past.map((entry) => entry.time));
    // What cannot be read stays as many things that cannot be read.
    await writeStored('local', { [newBucketKey(start)]: [...past, ...Array.from({ length: unreadable }, () => null)] });
    await removeStored('local', [key]);
  }
}

export async function dropOldBuckets(now: number): Promise<void> {
  const old = (await bucketKeys())
    .filter((key) => startOfBucket(key) <= now - DAY - BUCKET_SPAN)
    .sort((one, other) => startOfBucket(other) - startOfBucket(one));
  await removeStored(
    'local',
    old.filter((key, index) => index >= MAX_OLD_BUCKETS || startOfBucket(key) <= now - RETENTION - BUCKET_SPAN),
  );
}

async function bucketKeys(): Promise<string[]> {
  return (await storedKeys('local')).filter((key) => key.startsWith(KEY_PREFIX));
}

function readBucket(stored: unknown): Omit<StoredBucket, 'key'> {
  if (!Array.isArray(stored)) return { entries: [], unreadable: BUCKET_LENGTH };
  const entries = stored.flatMap((item) => entrySchema.safeParse(item).data ?? []);
  return { entries, unreadable: stored.length - entries.length };
}
