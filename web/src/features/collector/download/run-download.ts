/**
 * One download job: entries in, outcomes out. Limits how many profiles are fetched at once, and stores answers in
 * parallel, so that LinkedIn's response time is the only wait.
 *
 * Never throws for anything LinkedIn, the extension or the server answers. An entry is only ever reported as done (`ok`,
 * `not_found`) when that is certain; every other entry stays pending for the next job.
 */

import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import pLimit from 'p-limit';
import type { CandidateMemory } from './candidate-memory.ts';
import type { Clock } from './clock.ts';
import type { DownloadApi } from './download-api.ts';
import { asNotFound, type EntryOutcome, entryOutcome } from './entry-outcome.ts';
import { createFailureStreak, type FailureStreak } from './failure-streak.ts';
import { fetchProfile } from './fetch-profile.ts';
import { createLinkedInReader, type LinkedInReader, type SendFetch } from './linkedin-reader.ts';
import { emptyRecord, isFresh, type RawRecord, type RecordStore } from './raw-record.ts';
import type { RunControl } from './run-control.ts';
import { storeProfile } from './store-profile.ts';

export interface DownloadJob {
  readonly entries: readonly CollectorEntry[];
  /** Profiles, and requests, in flight at the same time. */
  readonly concurrency: number;
  readonly catalogue: Catalogue;
  readonly memory: CandidateMemory;
  /** Whether the extension allows the addresses of sections. */
  readonly canReadSections: boolean;
  readonly control: RunControl;
  readonly send: SendFetch;
  readonly api: DownloadApi;
  readonly records: RecordStore;
  readonly clock: Clock;
  /** false for entries deleted while the job runs: nothing more is fetched for them. */
  readonly isIncluded: (entry: CollectorEntry) => boolean;
  /** Its answers are removed once this resolved. */
  readonly onOutcome: (outcome: EntryOutcome) => void | Promise<void>;
  /** Work on an entry starts. */
  readonly onStart: (entry: CollectorEntry) => void;
  readonly onSomethingOff: (what: string, code: string) => void;
}

/**
 * Profiles in progress. With several, one more is started than may be requested at once: while one profile's answers are
 * written to disk, another takes its place. The reader limits the requests.
 */
const profilesUnderWay = (concurrency: number): number => (concurrency === 1 ? 1 : concurrency + 1);
/** Profiles fetched and not yet stored; beyond this number the job waits for the server. */
const STORE_BACKLOG = 8;

export async function runDownload(job: DownloadJob): Promise<void> {
  const reader = createLinkedInReader(job);
  const profiles = pLimit(profilesUnderWay(job.concurrency));
  const storing = pLimit(STORE_BACKLOG);
  const streak = createFailureStreak(job);
  const earlier = new Map((await job.records.list()).map((record) => [record.entryId, record]));
  const stored: Promise<void>[] = [];
  await Promise.all(
    job.entries.map((entry) =>
      profiles(async () => {
        const record = await fetchEntry(entry, earlier.get(entry.id), job, reader, streak);
        if (record === null) return;
        const storage = storing(() => storeEntry(entry, record, job, reader));
        stored.push(storage);
        if (storing.pendingCount > 0) await storage;
      }),
    ),
  );
  await Promise.all(stored);
  await streak.end();
}

/** The entry's complete record, or null when the entry is settled or the job stopped. */
async function fetchEntry(
  entry: CollectorEntry,
  earlier: RawRecord | undefined,
  job: DownloadJob,
  reader: LinkedInReader,
  streak: FailureStreak,
): Promise<RawRecord | null> {
  const { control, records, clock, catalogue } = job;
  if (control.notice() !== null || !job.isIncluded(entry)) return null;
  job.onStart(entry);
  const start = earlier !== undefined && isFresh(earlier, clock.now()) ? earlier : emptyRecord(entry.id, entry.url, clock.now());
  const outcome = await fetchProfile(start, { reader, records, catalogue });
  if (outcome.kind === 'ready') {
    await streak.succeeded();
    return outcome.record;
  }
  if (outcome.kind === 'no_member') {
    if (outcome.code === 'forbidden') streak.refused(entry);
    else await job.onOutcome({ kind: 'not_found', entry: asNotFound(entry), code: outcome.code });
  } else if (outcome.kind === 'failed') {
    if (outcome.code === 'stale_endpoint') stopWhenAllAreStale(job);
    streak.failed();
    await job.onOutcome({ kind: 'failed', entry, code: outcome.code });
  }
  return null;
}

async function storeEntry(entry: CollectorEntry, record: RawRecord, job: DownloadJob, reader: LinkedInReader): Promise<void> {
  const { api, records, clock, control, catalogue, onSomethingOff } = job;
  const outcome = await storeProfile(record, {
    api,
    records,
    clock,
    onSomethingOff,
    signal: control.stopSignal,
    network: { reader, catalogue },
  });
  if (outcome.kind === 'server_away' || outcome.kind === 'storage_full') control.stop({ reason: outcome.kind, continueAt: null });
  const settled = entryOutcome(entry, outcome);
  if (settled === null) return;
  await job.onOutcome(settled);
  // What was fetched for an incomplete profile is not fetched again.
  if (outcome.kind !== 'incomplete') await records.remove(entry.id);
}

/** When none of the known ids has answered in this session, the next profile would fail the same way. */
function stopWhenAllAreStale({ memory, control }: DownloadJob): void {
  if (!memory.isProven('profile')) control.stop({ reason: 'stale_catalogue', continueAt: null });
  memory.forget('profile');
}
