/**
 * What a page does about a job that another page started: it takes over what an earlier one left behind, and while
 * another tab works on the job, it shows how far that tab is and takes over when the tab is closed.
 */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { hasOpenJob, onOtherTabsNote } from '../../../lib/open-job-note.ts';
import type { Clock } from '../download/clock.ts';
import type { DownloadApi } from '../download/download-api.ts';
import { type EntryOutcome, entryOutcome } from '../download/entry-outcome.ts';
import { isReadyToStore, type RawRecord } from '../download/raw-record.ts';
import type { CollectorStorage, JobProgress } from '../storage/collector-storage.ts';
import type { runExclusively } from './run-exclusively.ts';

const STOP = 'stop';

interface TakeOverDependencies {
  readonly storage: Pick<CollectorStorage, 'readAnyProgress'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly runExclusively: typeof runExclusively;
  readonly isIdle: () => boolean;
  /** Runs while no other tab works on the job. */
  readonly takeOver: () => Promise<void>;
  /** Entries may have been finished by another tab. */
  readonly onTakenOver: () => Promise<void>;
  /** The job of another tab; null: no other tab has one. */
  readonly onElsewhere: (progress: JobProgress | null) => void;
  /** Resolves when another tab starts a job, or the signal is aborted. */
  readonly whenOpenedElsewhere: (signal: AbortSignal) => Promise<void>;
}

/** How often a tab checks again while another tab is downloading. */
const TAKE_OVER_MS = 5_000;

export function createTakeOver(dependencies: TakeOverDependencies) {
  const { clock, storage, runExclusively, isIdle, takeOver, onTakenOver, onElsewhere, whenOpenedElsewhere } = dependencies;
  let looking: Promise<unknown> = Promise.resolve();

  /** false: another tab works on the job. */
  async function now(): Promise<boolean> {
    const taken = runExclusively(takeOver, 'download');
    looking = taken.catch(() => undefined);
    const hasTaken = await taken;
    onElsewhere(hasTaken ? null : await storage.readAnyProgress());
    return hasTaken;
  }

  return {
    now,

    /** Resolves once this page does not hold the lock of jobs for looking: a job that starts would find it taken. */
    whenFree: async (): Promise<void> => void (await looking),

    /** Looks for a job to take over until the page is closed. @param isFree no other tab works on a job yet */
    async watch(closed: AbortSignal, isFree: boolean): Promise<void> {
      let mustWait = isFree;
      while (!closed.aborted) {
        if (mustWait) await whenOpenedElsewhere(closed);
        mustWait = false;
        await clock.sleep(TAKE_OVER_MS, closed);
        if (closed.aborted) return;
        // The job is this tab's own by now.
        if (!isIdle()) {
          onElsewhere(null);
          mustWait = true;
        } else if (await now()) {
          await onTakenOver();
          mustWait = true;
        }
      }
    },
  };
}

interface RecoveryDependencies {
  readonly storage: CollectorStorage;
  readonly api: DownloadApi;
  readonly clock: Clock;
  readonly onOutcome: (outcome: EntryOutcome) => Promise<void>;
  readonly onSomethingOff: (what: string, code: string) => void;
}

/** Posts, after a reload and without LinkedIn, what an earlier page fetched and did not get stored. */
export async function recoverAnswers({ storage, api, clock, onOutcome, onSomethingOff }: RecoveryDependencies): Promise<void> {
  await storage.forgetStale(clock.now());
  const signal = AbortSignal.abort();
  for (const record of await storage.records.list()) {
    if (!isReadyToStore(record)) continue;
    const { storeProfile } = await import('../download/store-profile.ts');
    const outcome = await storeProfile(record, {
      ...{ api, records: storage.records, clock, signal, onSomethingOff },
      network: null,
    });
    // The others would fail too; the next job handles them.
    if (outcome.kind === 'server_away' || outcome.kind === 'storage_full') return;
    const settled = entryOutcome(pendingEntry(record), outcome);
    if (settled === null) continue;
    await onOutcome(settled);
    if (outcome.kind !== 'incomplete') await storage.records.remove(record.entryId);
  }
}

function pendingEntry({ entryId, url }: RawRecord): CollectorEntry {
  return { id: entryId, url, collected: false, status: null, profile_id: null, user_id: null, profile_url: null, email: null };
}

/** What the tabs of one account tell each other about its download job. */
interface TabChannel {
  /** Reaches every other tab; the one with the job stops it. */
  readonly askToStop: () => void;
  readonly close: () => void;
}

export function openTabChannel(accountKey: string, onStop: () => void): TabChannel {
  const channel = new BroadcastChannel(`leadloom-collector-${accountKey}`);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === STOP) onStop();
  };
  return { askToStop: () => channel.postMessage(STOP), close: () => channel.close() };
}

/** Resolves when another tab has a job that is not finished, or the signal is aborted. */
export function whenOpenedElsewhere(accountKey: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unsubscribe();
      resolve();
    };
    const unsubscribe = onOtherTabsNote(accountKey, () => {
      if (hasOpenJob(accountKey)) end();
    });
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}
