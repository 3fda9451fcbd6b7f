/**
 * One download job: rows in, outcomes out. Owns how many profiles are with LinkedIn at once, and lets the
 * server work on the answers meanwhile, so that LinkedIn's own time is the only thing to wait for.
 *
 * Never throws for anything LinkedIn, the extension or the server answers. A row is only ever reported as
 * done (`ok`, `not_found`) when that is certain; every other row stays pending for the next job.
 */

import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import pLimit from 'p-limit';
import type { CandidateMemory } from './candidate-memory.ts';
import type { Clock } from './clock.ts';
import type { DownloadApi } from './download-api.ts';
import { asNotFound, createFailureStreak, type FailureStreak } from './failure-streak.ts';
import { fetchProfile } from './fetch-profile.ts';
import { createLinkedInReader, type LinkedInReader, type SendFetch } from './linkedin-reader.ts';
import { emptyRecord, isFresh, type RawRecord, type RecordStore } from './raw-record.ts';
import type { RunControl } from './run-control.ts';
import { type StoreOutcome, storeProfile } from './store-profile.ts';

export type RowOutcome =
  | {
      readonly kind: 'ok';
      readonly row: CollectorEntry;
      /** The server has the row as it is. */
      readonly isSaved: boolean;
    }
  | { readonly kind: 'not_found'; readonly row: CollectorEntry; readonly code: 'forbidden' | 'not_found' | 'no_profile_id' }
  /** Could not be read this time; the row stays pending. */
  | { readonly kind: 'failed'; readonly row: CollectorEntry; readonly code: string }
  /** Nothing is known about this member: the trouble was the session's. The row is still to be done. */
  | { readonly kind: 'returned'; readonly row: CollectorEntry };

export interface DownloadJob {
  readonly rows: readonly CollectorEntry[];
  /** Profiles, and requests, with LinkedIn at the same time. */
  readonly concurrency: number;
  readonly catalogue: Catalogue;
  readonly memory: CandidateMemory;
  readonly control: RunControl;
  readonly send: SendFetch;
  readonly api: DownloadApi;
  readonly records: RecordStore;
  readonly clock: Clock;
  /** Rows deleted while the job runs are not worth a request any more. */
  readonly isWanted: (row: CollectorEntry) => boolean;
  /** Its answers are removed once this resolved. */
  readonly onOutcome: (outcome: RowOutcome) => void | Promise<void>;
  /** Work on a row begins. */
  readonly onBegin: (row: CollectorEntry) => void;
  readonly onSomethingOff: (what: string, code: string) => void;
}

/**
 * Profiles under way. Of several, one more is begun than may be asked about at once: while the answers of one are
 * written to the disk, another takes its place. How many requests run at once is the reader's matter.
 */
const profilesUnderWay = (concurrency: number): number => (concurrency === 1 ? 1 : concurrency + 1);
/** Profiles fetched and not yet stored: beyond these, a slow server holds the job back. */
const STORE_BACKLOG = 8;

export async function runDownload(job: DownloadJob): Promise<void> {
  const reader = createLinkedInReader(job);
  const profiles = pLimit(profilesUnderWay(job.concurrency));
  const storing = pLimit(STORE_BACKLOG);
  const streak = createFailureStreak(job);
  const kept = new Map((await job.records.list()).map((record) => [record.rowId, record]));
  const stored: Promise<void>[] = [];
  await Promise.all(
    job.rows.map((row) =>
      profiles(async () => {
        const record = await fetchRow(row, kept.get(row.id), job, reader, streak);
        if (record === null) return;
        const storage = storing(() => storeRow(row, record, job, reader));
        stored.push(storage);
        if (storing.pendingCount > 0) await storage;
      }),
    ),
  );
  await Promise.all(stored);
  await streak.end();
}

/** The row's complete record, or null when the row is settled or the job stopped. */
async function fetchRow(
  row: CollectorEntry,
  kept: RawRecord | undefined,
  job: DownloadJob,
  reader: LinkedInReader,
  streak: FailureStreak,
): Promise<RawRecord | null> {
  const { control, records, clock, catalogue } = job;
  if (control.notice() !== null || !job.isWanted(row)) return null;
  job.onBegin(row);
  const start = kept !== undefined && isFresh(kept, clock.now()) ? kept : emptyRecord(row.id, row.url, clock.now());
  const outcome = await fetchProfile(start, { reader, records, catalogue });
  if (outcome.kind === 'ready') {
    await streak.succeeded();
    return outcome.record;
  }
  if (outcome.kind === 'no_member') {
    if (outcome.code === 'forbidden') streak.refused(row);
    else await job.onOutcome({ kind: 'not_found', row: asNotFound(row), code: outcome.code });
  } else if (outcome.kind === 'failed') {
    if (outcome.code === 'stale_endpoint') stopWhenAllAreStale(job);
    streak.failed();
    await job.onOutcome({ kind: 'failed', row, code: outcome.code });
  }
  return null;
}

async function storeRow(row: CollectorEntry, record: RawRecord, job: DownloadJob, reader: LinkedInReader): Promise<void> {
  const { api, records, clock, control, catalogue, onSomethingOff } = job;
  const outcome = await storeProfile(record, {
    api,
    records,
    clock,
    onSomethingOff,
    signal: control.stopSignal,
    network: { reader, catalogue },
  });
  if (outcome.kind === 'server_away') control.stop({ reason: 'server_away', continueAt: null });
  const settled = rowOutcome(row, outcome);
  if (settled === null) return;
  await job.onOutcome(settled);
  // What was fetched of an incomplete one is not asked for again.
  if (outcome.kind !== 'incomplete') await records.remove(row.id);
}

/** The code of a row whose email or later roles are still to be read. */
export const INCOMPLETE_CODE = 'incomplete';

/** What a row becomes; null while its answers are kept for later. */
export function rowOutcome(row: CollectorEntry, outcome: StoreOutcome): RowOutcome | null {
  switch (outcome.kind) {
    case 'stored':
      return { kind: 'ok', row: { ...row, ...outcome.profile, collected: true, status: 'ok' }, isSaved: outcome.isSaved };
    case 'incomplete':
      return { kind: 'failed', row: { ...row, ...outcome.profile }, code: INCOMPLETE_CODE };
    case 'no_profile_id':
      return { kind: 'not_found', row: asNotFound(row), code: 'no_profile_id' };
    case 'refused':
      return { kind: 'failed', row, code: outcome.code };
    case 'kept':
    case 'server_away':
      return null;
  }
}

/** When none of the known ids has answered in this session, the next profile would fail the same way. */
function stopWhenAllAreStale({ memory, control }: DownloadJob): void {
  if (!memory.isProven('profile')) control.stop({ reason: 'stale_catalogue', continueAt: null });
  memory.forget('profile');
}
