/**
 * The one download job of this page. It lives outside the screen, so that leaving it does not end the job, and outside
 * React, so that rendering twice fetches nothing twice.
 *
 * `use-download.ts` chooses entries and starts the job. One tab at a time has one, under a lock of the browser
 * (`run-exclusively.ts`). It runs in rounds and waits between them for what passes by itself (`run-rounds.ts`,
 * `waiting.ts`). Each outcome is counted and stored (`job-entries.ts`), and sent to the server where only this page knows
 * it (`entry-saver.ts`). What an earlier page or another tab left behind is taken over (`take-over.ts`).
 */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { createStore } from 'zustand/vanilla';
import { createCandidateMemory } from '../download/candidate-memory.ts';
import type { StopNotice } from '../download/stop-reason.ts';
import type { JobProgress } from '../storage/collector-storage.ts';
import type { CollectorRunDependencies, CollectorRunState } from './collector-run.types.ts';
import { createEntrySaver, createLaterSaving } from './entry-saver.ts';
import { createJobEntries } from './job-entries.ts';
import { freshProgress, isCutOff, resumedProgress } from './job-progress.ts';
import { createBrake, type RoundResult, runRound, runRounds } from './run-rounds.ts';
import { createTakeOver, recoverAnswers } from './take-over.ts';
import { createWaitingNotice, isPassing } from './waiting.ts';

export type CollectorRun = ReturnType<typeof createCollectorRun>;

const idle = { phase: 'idle', waiting: null, active: new Set<string>() } as const;

export function createCollectorRun(dependencies: CollectorRunDependencies) {
  const { storage, api, clock, log, runExclusively } = dependencies;
  const store = createStore<CollectorRunState>(() => ({
    ...idle,
    progress: null,
    isTakenOver: false,
    mayResume: false,
    elsewhere: null,
    notes: new Map(),
    isSomethingOff: false,
  }));
  const saver = createEntrySaver({ api, storage, log });
  const later = createLaterSaving({ saver, clock, onSaved: forgetServerWasAway });
  const jobEntries = createJobEntries({ ...dependencies, store, saver });
  const waitingNotice = createWaitingNotice(() => store.getState().waiting, store.setState);
  const memory = createCandidateMemory();
  const closing = new AbortController();
  let stopping = new AbortController();
  let recovery: Promise<void> | null = null;
  /** Resolves when the running job has ended; undefined: none runs. */
  let job: Promise<void> | undefined;
  /** The running job takes more entries: it has not begun to end. */
  let isOpen = false;
  const takesMore = (): boolean => isOpen && !stopping.signal.aborted;
  /** Entries were queued since the rounds began. */
  let hasQueued = false;

  function onSomethingOff(what: string, code: string): void {
    log(`Something is off: ${what} was not answered with 200.`, code);
    store.setState({ isSomethingOff: true });
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
      await jobEntries.changeProgress({ stop: null });
  }

  /** The reason that ends the job is written to disk before anything else happens. */
  function onStop(reason: StopNotice): void {
    // Answers in flight are still stored; the reason for stopping is shown immediately.
    if (isPassing(reason.reason)) {
      waitingNotice.announce(reason, clock.now());
      return;
    }
    isOpen = false;
    store.setState({ phase: 'stopping' });
    void jobEntries.changeProgress({ stop: reason });
  }

  async function takeTurn(): Promise<RoundResult | null> {
    let result: RoundResult | null = null;
    const { concurrency = 1 } = store.getState().progress ?? {};
    await runExclusively(async () => {
      result = await runRound({
        ...{ ...dependencies, ...waitingNotice, records: storage.records, concurrency, memory, onSomethingOff },
        createControl: () => createBrake(stopping.signal, onStop),
        onOutcome: jobEntries.onOutcome,
        isIncluded: jobEntries.isIncluded,
        onStart: ({ id }) => jobEntries.setActive(id, true),
        remainingEntries: jobEntries.remainingEntries,
      });
    });
    store.setState({ active: idle.active });
    return result;
  }

  async function runJob(): Promise<void> {
    jobEntries.own();
    await jobEntries.changeProgress({});
    let ending: StopNotice | null = notice('internal');
    try {
      do {
        hasQueued = false;
        ending = await runRounds({ ...dependencies, ...waitingNotice, stopped: stopping.signal, runRound: takeTurn });
        // Entries that were queued after the last round began get rounds of their own.
      } while (ending === null && hasQueued && takesMore());
      isOpen = false;
      if (stopping.signal.aborted) ending ??= notice('user');
      if (!(await saveAll())) ending ??= notice('server_away');
    } finally {
      isOpen = false;
      await jobEntries.changeProgress({ hasEnded: true, stop: ending });
      store.setState({ mayResume: ending?.reason === 'extension_gone' });
      dependencies.notifyOperator(memory.takeOutcomes());
    }
  }

  /** Takes over what an earlier page left behind. */
  async function takeOver(): Promise<void> {
    jobEntries.own();
    store.setState({ progress: await storage.readProgress() });
    await saveAll();
    await recoverAnswers({ storage, api, clock, onOutcome: jobEntries.onOutcome, onSomethingOff });
    await saveAll();
    const { progress } = store.getState();
    const mayResume = progress !== null && isCutOff(progress);
    store.setState({ isTakenOver: true, mayResume });
    // A job of another workspace continues there.
    const last = await storage.readAnyProgress();
    dependencies.noteOpenJob(last !== null && isCutOff(last));
  }

  const otherTabs = createTakeOver({
    ...{ ...dependencies, takeOver },
    isIdle: () => store.getState().phase === 'idle',
    onElsewhere: (elsewhere) => {
      if (elsewhere !== null) jobEntries.disown();
      store.setState({ elsewhere });
    },
  });

  /** Resolves when the job has ended; does nothing while one runs. Takes more entries from the first moment on. */
  async function run(entries: readonly CollectorEntry[], initial: JobProgress): Promise<void> {
    if (job !== undefined || closing.signal.aborted || entries.length === 0) return;
    stopping = new AbortController();
    isOpen = true;
    jobEntries.begin(entries, initial);
    store.setState({ phase: 'running', mayResume: false, elsewhere: null, isSomethingOff: false });
    job = runLocked();
    await job;
  }

  async function runLocked(): Promise<void> {
    try {
      const hasRun = await runExclusively(runJob, 'download');
      // The stop is not written to storage: what is stored there belongs to the other tab's job.
      if (!hasRun) await jobEntries.changeProgress({ hasEnded: true, stop: notice('other_tab') });
    } catch (cause) {
      log('The download job failed.', cause);
    } finally {
      job = undefined;
      store.setState(idle);
    }
  }

  async function queue(entries: readonly CollectorEntry[]): Promise<void> {
    const added = entries.filter(({ id }) => !jobEntries.isPending(id));
    hasQueued ||= added.length > 0;
    await jobEntries.add(added);
  }

  return {
    store,

    /**
     * The running job takes the entries at its end; without one, a job is started. One that is ending is waited for, and what
     * it still finishes is not downloaded again. Resolves when the job that took them has ended.
     * @param concurrency of a new job; already within its limits
     */
    async download(entries: readonly CollectorEntry[], concurrency: number): Promise<void> {
      await otherTabs.whenFree();
      let left = entries;
      while (job !== undefined) {
        if (takesMore()) {
          await queue(left);
          return job;
        }
        const before = new Set(store.getState().progress?.remaining);
        await job;
        left = left.filter(({ id }) => !before.has(id) || jobEntries.isPending(id));
      }
      await run(left, freshProgress(left, concurrency));
    },

    /** Resumes an interrupted job where it stopped. @param listed the list as the server has it */
    async resume(listed: readonly CollectorEntry[]): Promise<void> {
      await otherTabs.whenFree();
      const { progress, mayResume } = store.getState();
      if (!mayResume || progress === null) return;
      const entries = listed.filter(({ id }) => progress.remaining.includes(id));
      await run(entries, resumedProgress(progress, entries));
    },

    /** Takes an entry out of the running job. One that is being worked on stays. */
    unqueue: jobEntries.takeOut,

    /** Starts no new request, in this tab or the one that works on the job; answers in flight are still stored. */
    stop(): void {
      if (store.getState().elsewhere !== null) dependencies.stopElsewhere();
      stopping.abort();
    },

    /** Ends the wait and retries now. */
    tryAgain(): void {
      waitingNotice.retryNow();
    },

    /** Ends the run for good: this account's page is gone. */
    close(): void {
      later.stop();
      closing.abort();
      stopping.abort();
    },

    /** Posts what earlier pages left behind, once per page. The extension is not needed for it. */
    recover(): Promise<void> {
      recovery ??= Promise.all([jobEntries.loadNotes(), otherTabs.now()]).then(
        ([, hasTaken]) => void otherTabs.watch(closing.signal, hasTaken),
        (cause: unknown) => log('Downloaded answers could not be recovered.', cause),
      );
      return recovery;
    },

    /** Sends finished entries that the server does not have yet; if it is unreachable, they stay kept. */
    async saveFinished(): Promise<void> {
      await saver.flush();
    },

    /** Sets aside entries about to be deleted: nothing more is fetched or saved for them, unless they come back. */
    setAside: jobEntries.setAside,

    /** Takes back `setAside` for entries whose deletion failed. */
    bringBack: jobEntries.bringBack,

    /** Forgets entries that were deleted: nothing more is fetched or saved for them. */
    forget: jobEntries.forget,

    dismissSomethingOff(): void {
      store.setState({ isSomethingOff: false });
    },
  };
}

function notice(reason: StopNotice['reason']): StopNotice {
  return { reason, continueAt: null };
}
