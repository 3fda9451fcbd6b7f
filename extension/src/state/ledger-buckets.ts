/**
 * How the ledger is stored: in small buckets, each under a key with its start time, so that little is read and
 * written at a time. Unreadable data is counted, never skipped: a broken bucket must not raise the allowance.
 */
import { messageErrorCodes } from '@leadloom/shared/messages/message-error';
import * as z from 'zod/mini';
import { readStored, removeStored, storedKeys, writeStored } from '../platform/storage.ts';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const RETENTION = 30 * DAY;
export const BUCKET_LENGTH = 32;
/** A bucket spans at most this time, so that its key is precise enough about its entries. */
export const BUCKET_SPAN = HOUR;
/** The most buckets that are older than a day. */
const MAX_OLD_BUCKETS = 1_000;
const KEY_PREFIX = 'ledger:';

const entrySchema = z.object({
  /** Milliseconds since 1970. */
  time: z.number(),
  /** The name of an endpoint of the grammar. */
  endpoint: z.string(),
  /** The page's id of its request, if it gave one. */
  requestId: z.optional(z.string()),
  /** The meter it counts on; absent if free. */
  meter: z.optional(z.enum(['profiles', 'searchPages', 'lookups'])),
  /** With `profiles`: a mark of the member that does not name them. */
  subject: z.optional(z.string()),
  /** `started` also stands for a request whose worker was terminated before it ended. */
  outcome: z.enum(['started', 'ok', ...messageErrorCodes]),
});
export type LedgerEntry = z.infer<typeof entrySchema>;

export interface StoredBucket {
  readonly key: string;
  readonly entries: readonly LedgerEntry[];
  /** How many entries are unreadable, or may be. */
  readonly unreadable: number;
}

/** Two workers, or two buckets, can start in the same millisecond; the random part distinguishes them. */
export function newBucketKey(start: number): string {
  return `${KEY_PREFIX}${start}:${Math.random().toString(36).slice(2, 8)}`;
}

export function startOfBucket(key: string): number {
  return Number(key.slice(KEY_PREFIX.length).split(':')[0]);
}

export function writeBucket(key: string, entries: readonly LedgerEntry[]): Promise<void> {
  return writeStored('local', { [key]: entries });
}

/** Buckets that may contain entries since that time, including buckets whose key is in the future. */
export async function readBucketsSince(moment: number): Promise<StoredBucket[]> {
  const keys = (await bucketKeys()).filter((key) => !(startOfBucket(key) <= moment - BUCKET_SPAN));
  return Object.entries(await readStored('local', keys)).map(([key, stored]) => ({ key, ...readBucket(stored) }));
}

/**
 * Moves entries from the future to now, because the clock was ahead. Otherwise they would count for longer than
 * 24 hours.
 */
export async function bringBucketsToNow(now: number): Promise<void> {
  for (const { key, entries, unreadable } of await readBucketsSince(now - DAY)) {
    if (startOfBucket(key) <= now && entries.every((entry) => entry.time <= now)) continue;
    const past = entries.map((entry) => ({ ...entry, time: Math.min(entry.time, now) }));
    const start = Math.min(now, ...past.map((entry) => entry.time));
    // Unreadable entries stay, and keep counting.
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
