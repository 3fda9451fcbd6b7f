/**
 * The one download job of this page. Lives outside the screen, so that leaving it does not end the job, and outside
 * React, so that rendering twice fetches nothing twice.
 *
 * Owns the job's start, its brake, its record in the browser and what the screen knows of it.
 */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import { createStore } from 'zustand/vanilla';
import { createCandidateMemory } from '../download/candidate-memory.ts';
import type { Clock } from '../download/clock.ts';
import type { DownloadApi } from '../download/download-api.ts';
import { type EntryOutcome, INCOMPLETE_CODE } from '../download/entry-outcome.ts';
import type { SendFetch } from '../download/linkedin-reader.ts';
import type { StopNotice } from '../download/stop-reason.ts';
import type { CollectorStorage, EntryNote, JobProgress } from '../storage/collector-storage.ts';
import { createBrake } from './create-brake.ts';
import { createEntryNotes } from './entry-notes.ts';
import { createEntrySaver } from './entry-saver.ts';
import { countOutcome, freshProgress, isCutOff, resumedProgress } from './job-progress.ts';
import { recoverAnswers } from './recover-answers.ts';
import type { runExclusively } from './run-exclusively.ts';
import { runRound } from './run-round.ts';
import { type RoundResult, type RoundsDependencies, runRounds } from './run-rounds.ts';
import { createLaterSaving } from './save-later.ts';
import { isPassing, type Waiting } from './waiting.ts';
import { createWaitingNotice } from './waiting-notice.ts';

export interface CollectorRunState {
  readonly phase: 'idle' | 'running' | 'waiting' | 'stopping';
  /** Set in the phase `waiting`, and while the job retries until an answer arrives. */
  readonly waiting: Waiting | null;
  /** The running job, or the last one; null before the first. */
  readonly progress: JobProgress | null;
  /** The job shown was interrupted and may resume by itself. */
  readonly mayResume: boolean;
  /** Entries being worked on, by id. */
  readonly active: ReadonlySet<string>;
  /** What became of entries that are not `ok`, by entry id. */
  readonly notes: ReadonlyMap<string, EntryNote>;
  /** A parse call of this job was not answered with 200. */
  readonly isSomethingOff: boolean;
}

export interface CollectorRunDependencies extends Pick<RoundsDependencies, 'whenOnline' | 'readContinuesAt'> {
  readonly storage: CollectorStorage;
  readonly api: DownloadApi;
  readonly send: SendFetch;
  readonly clock: Clock;
  readonly loadCatalogue: () => Promise<Catalogue>;
  /** Whether the extension answers right now. */
  readonly isExtensionThere: () => Promise<boolean>;
  readonly runExclusively: typeof runExclusively;
  /** An entry's result is known. */
  readonly onEntry: (entry: CollectorEntry) => void;
  /** Entries may have been finished by another tab. */
  readonly onTakenOver: () => Promise<void>;
  readonly log: (what: string, details?: unknown) => void;
}

export type CollectorRun = ReturnType<typeof createCollectorRun>;

/** How often a tab checks again while another tab is downloading. */
const TAKE_OVER_MS = 5_000;

const idle = { phase: 'idle', waiting: null, active: new Set<string>() } as const;

export function createCollectorRun(dependencies: CollectorRunDependencies) {
  const { storage, api, clock, log, runExclusively } = dependencies;
  const store = createStore<CollectorRunState>(() => ({
    ...idle,
    progress: null,
    mayResume: false,
    notes: new Map(),
    isSomethingOff: false,
  }));
  const saver = createEntrySaver({ api, storage, log });
  const later = createLaterSaving({ saver, clock, onSaved: forgetServerWasAway });
  const notes = createEntryNotes(storage.entryNotes, (all) => store.setState({ notes: all }));
  const waitingNotice = createWaitingNotice(() => store.getState().waiting, store.setState);
  const memory = createCandidateMemory();
  const deleted = new Set<string>();
  const closing = new AbortController();
  let stopping = new AbortController();
  let recovery: Promise<void> | null = null;

  async function setProgress(next: JobProgress): Promise<void> {
    store.setState({ progress: next });
    await storage.writeProgress(next);
  }

  async function changeProgress(change: Partial<JobProgress>): Promise<void> {
    const { progress } = store.getState();
    if (progress !== null) await setProgress({ ...progress, ...change });
  }

  function onSomethingOff(what: string, code: string): void {
    log(`Something is off: ${what} was not answered with 200.`, code);
    store.setState({ isSomethingOff: true });
  }

  function setActive(entryId: string, isActive: boolean): void {
    const active = new Set(store.getState().active);
    if (isActive) active.add(entryId);
    else active.delete(entryId);
    store.setState({ active });
  }

  async function onOutcome(outcome: EntryOutcome): Promise<void> {
    const { entry, kind } = outcome;
    setActive(entry.id, false);
    const isIncomplete = kind === 'failed' && outcome.code === INCOMPLETE_CODE;
    if (kind === 'failed' && !isIncomplete) log(`A profile could not be downloaded: ${entry.url}`, outcome.code);
    if (deleted.has(entry.id)) return;
    await notes.note(outcome);
    const isSaved = kind === 'ok' && outcome.isSaved;
    if (kind === 'not_found' || (kind === 'ok' && !isSaved)) await saver.add(entry);
    // Most of an incomplete profile is stored and can be opened.
    if (kind === 'ok' || kind === 'not_found' || isIncomplete) dependencies.onEntry(entry);
    const { progress } = store.getState();
    if (progress?.remaining.includes(entry.id) === true && kind !== 'returned')
      await setProgress(countOutcome(progress, outcome));
  }

  async function saveAll(): Promise<boolean> {
    const isSaved = await saver.flush();
    if (!isSaved) later.start();
    return isSaved;
  }

  /** Nothing is waiting for the server any more, so the notice about it is outdated. */
  async function forgetServerWasAway(): Promise<void> {
    const { phase, progress } = store.getState();
    if (phase === 'idle' && progress?.stop?.reason === 'server_away' && progress.remaining.length === 0)
      await changeProgress({ stop: null });
  }

  /** The reason that ends the job is written to disk before anything else happens. */
  function onStop(reason: StopNotice): void {
    // Answers in flight are still stored; the reason for stopping is shown immediately.
    if (isPassing(reason.reason)) {
      waitingNotice.announce(reason, clock.now());
      return;
    }
    store.setState({ phase: 'stopping' });
    void changeProgress({ stop: reason });
  }

  async function takeTurn(entries: ReadonlyMap<string, CollectorEntry>): Promise<RoundResult | null> {
    let result: RoundResult | null = null;
    const { concurrency = 1 } = store.getState().progress ?? {};
    await runExclusively(async () => {
      result = await runRound({
        ...{ ...dependencies, records: storage.records, concurrency, memory },
        ...{ createControl: () => createBrake(stopping.signal, onStop), onOutcome, onSomethingOff, ...waitingNotice },
        isWanted: (entry) => !deleted.has(entry.id),
        onStart: (entry) => setActive(entry.id, true),
        remainingEntries: () => (store.getState().progress?.remaining ?? []).flatMap((entryId) => entries.get(entryId) ?? []),
      });
    });
    store.setState({ active: idle.active });
    return result;
  }

  async function runJob(entries: readonly CollectorEntry[], initial: JobProgress): Promise<void> {
    store.setState({ isSomethingOff: false });
    await setProgress(initial);
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    let ending: StopNotice | null = notice('internal');
    try {
      ending = await runRounds({
        ...{ ...dependencies, ...waitingNotice },
        stopped: stopping.signal,
        runRound: () => takeTurn(byId),
      });
      if (stopping.signal.aborted) ending ??= notice('user');
      if (!(await saveAll())) ending ??= notice('server_away');
    } finally {
      await changeProgress({ hasEnded: true, stop: ending });
      store.setState({ mayResume: ending?.reason === 'extension_gone' });
    }
  }

  /** Takes over what an earlier page left behind. false: another tab is doing so. */
  function takeOver(): Promise<boolean> {
    return runExclusively(async () => {
      store.setState({ progress: await storage.readProgress() });
      await saveAll();
      await recoverAnswers({ storage, api, clock, onOutcome, onSomethingOff });
      await saveAll();
      const { progress } = store.getState();
      store.setState({ mayResume: progress !== null && isCutOff(progress) });
    }, 'download');
  }

  /** If the tab with the job is closed, this one continues it. */
  async function takeOverLater(): Promise<void> {
    while (!closing.signal.aborted && store.getState().phase === 'idle') {
      await clock.sleep(TAKE_OVER_MS, closing.signal);
      if (closing.signal.aborted || store.getState().phase !== 'idle' || !(await takeOver())) continue;
      await dependencies.onTakenOver();
      return;
    }
  }

  /** Resolves when the job has ended; does nothing while one runs. */
  async function run(entries: readonly CollectorEntry[], initial: JobProgress): Promise<void> {
    if (store.getState().phase !== 'idle' || entries.length === 0) return;
    stopping = new AbortController();
    store.setState({ phase: 'running', mayResume: false });
    try {
      const hasRun = await runExclusively(() => runJob(entries, initial), 'download');
      // Not written to storage: what is kept there belongs to the other tab's job.
      if (!hasRun) store.setState({ progress: { ...initial, hasEnded: true, stop: notice('other_tab') } });
    } catch (cause) {
      log('The download job failed.', cause);
    } finally {
      store.setState(idle);
    }
  }

  return {
    store,

    /** @param concurrency already within its limits */
    start: (entries: readonly CollectorEntry[], concurrency: number): Promise<void> =>
      run(entries, freshProgress(entries, concurrency)),

    /** Resumes an interrupted job where it stopped. @param listed the list as the server has it */
    async resume(listed: readonly CollectorEntry[]): Promise<void> {
      const { progress, mayResume } = store.getState();
      if (!mayResume || progress === null) return;
      const entries = listed.filter(({ id }) => progress.remaining.includes(id));
      await run(entries, resumedProgress(progress, entries));
    },

    /** Starts no new request; answers in flight are still stored. */
    stop(): void {
      stopping.abort();
    },

    /** Ends the wait and retries now. */
    tryAgain(): void {
      waitingNotice.retryNow();
    },

    /** For good: this account's page is gone. */
    close(): void {
      later.stop();
      closing.abort();
      stopping.abort();
    },

    /** Posts what earlier pages left behind, once per page. The extension is not needed for it. */
    recover(): Promise<void> {
      recovery ??= Promise.all([notes.load(), takeOver()]).then(
        ([, hasTaken]) => {
          if (!hasTaken) void takeOverLater();
        },
        (cause: unknown) => log('Downloaded answers could not be recovered.', cause),
      );
      return recovery;
    },

    /** Sends finished entries that the server does not have yet; if it is unreachable, they stay kept. */
    async saveFinished(): Promise<void> {
      await saver.flush();
    },

    /** For entries about to be deleted: nothing more is fetched or saved for them, unless they come back. */
    setAside(entryIds: readonly string[]): void {
      for (const entryId of entryIds) deleted.add(entryId);
    },

    /** For entries whose deletion failed. */
    bringBack(entryIds: readonly string[]): void {
      for (const entryId of entryIds) deleted.delete(entryId);
    },

    /** For entries that were deleted: nothing more is fetched or saved for them. */
    async forget(entryIds: readonly string[]): Promise<void> {
      for (const entryId of entryIds) deleted.add(entryId);
      await storage.forgetEntries(entryIds);
      notes.drop(entryIds);
      const { progress } = store.getState();
      if (progress !== null) await changeProgress({ remaining: progress.remaining.filter((entryId) => !deleted.has(entryId)) });
    },

    dismissSomethingOff(): void {
      store.setState({ isSomethingOff: false });
    },
  };
}

function notice(reason: StopNotice['reason']): StopNotice {
  return { reason, continueAt: null };
}
