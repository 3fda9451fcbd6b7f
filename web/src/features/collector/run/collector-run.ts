/**
 * The one download job of this page. Lives outside the screen, so that leaving it does not end the job, and outside
 * React, so that rendering twice fetches nothing twice.
 *
 * Owns the job's start, its brake, its record in the browser and what the screen knows of it.
 */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { createStore } from 'zustand/vanilla';
import { createCandidateMemory } from '../download/candidate-memory.ts';
import { type EntryOutcome, INCOMPLETE_CODE } from '../download/entry-outcome.ts';
import type { StopNotice } from '../download/stop-reason.ts';
import type { JobProgress } from '../storage/collector-storage.ts';
import type { CollectorRunDependencies, CollectorRunState } from './collector-run.types.ts';
import { createBrake } from './create-brake.ts';
import { createEntryNotes } from './entry-notes.ts';
import { createEntrySaver } from './entry-saver.ts';
import { countOutcome, freshProgress, isCutOff, queuedProgress, resumedProgress, unqueuedProgress } from './job-progress.ts';
import { recoverAnswers } from './recover-answers.ts';
import { runRound } from './run-round.ts';
import { type RoundResult, runRounds } from './run-rounds.ts';
import { createLaterSaving } from './save-later.ts';
import { takeOverNow, watchOtherTabs } from './take-over.ts';
import { isPassing } from './waiting.ts';
import { createWaitingNotice } from './waiting-notice.ts';

export type CollectorRun = ReturnType<typeof createCollectorRun>;

const idle = { phase: 'idle', waiting: null, active: new Set<string>() } as const;

export function createCollectorRun(dependencies: CollectorRunDependencies) {
  const { storage, api, clock, log, runExclusively } = dependencies;
  const store = createStore<CollectorRunState>(() => ({
    ...idle,
    progress: null,
    mayResume: false,
    elsewhere: null,
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
  /** Of the running job, by id; those queued meanwhile included. */
  let jobEntries = new Map<string, CollectorEntry>();
  /** Entries were queued since the round began. */
  let hasQueued = false;
  const isPending = (entryId: string): boolean => store.getState().progress?.remaining.includes(entryId) === true;

  async function setProgress(next: JobProgress): Promise<void> {
    store.setState({ progress: next });
    dependencies.noteOpenJob(isCutOff(next));
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
    if (progress !== null && isPending(entry.id) && kind !== 'returned') await setProgress(countOutcome(progress, outcome));
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

  /** Entries that were queued during the last round get one of their own. */
  async function takeTurns(): Promise<RoundResult | null> {
    for (;;) {
      hasQueued = false;
      const result = await takeTurn();
      if (result?.notice !== null || !hasQueued) return result;
    }
  }

  async function takeTurn(): Promise<RoundResult | null> {
    let result: RoundResult | null = null;
    const { concurrency = 1 } = store.getState().progress ?? {};
    await runExclusively(async () => {
      result = await runRound({
        ...{ ...dependencies, records: storage.records, concurrency, memory },
        ...{ createControl: () => createBrake(stopping.signal, onStop), onOutcome, onSomethingOff, ...waitingNotice },
        isWanted: ({ id }) => !deleted.has(id) && isPending(id),
        onStart: (entry) => setActive(entry.id, true),
        remainingEntries: () => (store.getState().progress?.remaining ?? []).flatMap((entryId) => jobEntries.get(entryId) ?? []),
      });
    });
    store.setState({ active: idle.active });
    return result;
  }

  async function runJob(entries: readonly CollectorEntry[], initial: JobProgress): Promise<void> {
    store.setState({ isSomethingOff: false });
    await setProgress(initial);
    jobEntries = new Map(entries.map((entry) => [entry.id, entry]));
    let ending: StopNotice | null = notice('internal');
    try {
      ending = await runRounds({
        ...{ ...dependencies, ...waitingNotice },
        stopped: stopping.signal,
        runRound: takeTurns,
      });
      if (stopping.signal.aborted) ending ??= notice('user');
      if (!(await saveAll())) ending ??= notice('server_away');
    } finally {
      await changeProgress({ hasEnded: true, stop: ending });
      store.setState({ mayResume: ending?.reason === 'extension_gone' });
      dependencies.tellOperator(memory.takeOutcomes());
    }
  }

  /** Takes over what an earlier page left behind. */
  async function takeOver(): Promise<void> {
    store.setState({ progress: await storage.readProgress() });
    await saveAll();
    await recoverAnswers({ storage, api, clock, onOutcome, onSomethingOff });
    await saveAll();
    const { progress } = store.getState();
    const mayResume = progress !== null && isCutOff(progress);
    store.setState({ mayResume });
    dependencies.noteOpenJob(mayResume);
  }

  const otherTabs = {
    ...{ ...dependencies, takeOver },
    isIdle: () => store.getState().phase === 'idle',
    onElsewhere: (elsewhere: JobProgress | null) => store.setState({ elsewhere }),
  };

  /** Resolves when the job has ended; does nothing while one runs. */
  async function run(entries: readonly CollectorEntry[], initial: JobProgress): Promise<void> {
    if (store.getState().phase !== 'idle' || entries.length === 0) return;
    stopping = new AbortController();
    store.setState({ phase: 'running', mayResume: false, elsewhere: null });
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

    /** Adds entries to the end of the running job; false: none is running. */
    async queue(entries: readonly CollectorEntry[]): Promise<boolean> {
      const { phase, progress } = store.getState();
      if (progress === null || phase === 'idle' || phase === 'stopping') return false;
      const added = entries.filter(({ id }) => !isPending(id));
      for (const entry of added) jobEntries.set(entry.id, entry);
      hasQueued ||= added.length > 0;
      await setProgress(queuedProgress(progress, added));
      return true;
    },

    /** Takes an entry out of the running job. One that is being worked on stays. */
    async unqueue(entryId: string): Promise<void> {
      const { progress, active } = store.getState();
      if (progress !== null && !active.has(entryId)) await setProgress(unqueuedProgress(progress, entryId));
    },

    /** Starts no new request, in this tab or the one that works on the job; answers in flight are still stored. */
    stop(): void {
      if (store.getState().elsewhere !== null) dependencies.stopElsewhere();
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
      recovery ??= Promise.all([notes.load(), takeOverNow(otherTabs)]).then(
        ([, hasTaken]) => void watchOtherTabs(otherTabs, closing.signal, hasTaken),
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
