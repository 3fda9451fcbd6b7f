/**
 * The one download job of this page. Lives outside the screen, so that leaving it does not end the job,
 * and outside React, so that nothing is fetched twice because something was rendered twice.
 *
 * Owns the job's start, its brake, its record in the browser and what the screen knows of it.
 */
import type { CollectorRow } from '@leadloom/shared/contract/linkedin';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import { createStore } from 'zustand/vanilla';
import { createCandidateMemory } from '../download/candidate-memory.ts';
import type { Clock } from '../download/clock.ts';
import type { DownloadApi } from '../download/download-api.ts';
import type { SendFetch } from '../download/linkedin-reader.ts';
import { nextExperiencePage } from '../download/next-experience-page.ts';
import { createRunControl, type RunControl } from '../download/run-control.ts';
import { type RowOutcome, runDownload } from '../download/run-download.ts';
import type { StopNotice } from '../download/stop-reason.ts';
import type { CollectorStorage, JobProgress } from '../storage/collector-storage.ts';
import { recoverAnswers } from './recover-answers.ts';
import { createRowSaver } from './row-saver.ts';
import { createLaterSaving } from './save-later.ts';
import { watchExtension } from './watch-extension.ts';

export interface CollectorRunState {
  readonly phase: 'idle' | 'running' | 'stopping';
  /** The job under way, or the last one; null before the first. */
  readonly progress: JobProgress | null;
  /** A parse call of this job was not answered with 200. */
  readonly isSomethingOff: boolean;
}

export interface CollectorRunDependencies {
  readonly storage: CollectorStorage;
  readonly api: DownloadApi;
  readonly send: SendFetch;
  readonly clock: Clock;
  readonly loadCatalogue: () => Promise<Catalogue>;
  /** Whether the extension answers right now. */
  readonly isExtensionThere: () => Promise<boolean>;
  /** Runs the action unless another tab is at it; answers whether it ran. */
  readonly runExclusively: (action: () => Promise<void>) => Promise<boolean>;
  /** A row's result is known. */
  readonly onRow: (row: CollectorRow) => void;
  readonly log: (what: string, details?: unknown) => void;
}

export type CollectorRun = ReturnType<typeof createCollectorRun>;

export function createCollectorRun(dependencies: CollectorRunDependencies) {
  const { storage, api, clock, log, runExclusively } = dependencies;
  const store = createStore<CollectorRunState>(() => ({ phase: 'idle', progress: null, isSomethingOff: false }));
  const saver = createRowSaver({ api, storage, log });
  const later = createLaterSaving({ saver, clock, onSaved: forgetServerWasAway });
  const memory = createCandidateMemory();
  const deleted = new Set<string>();
  let control: RunControl | null = null;
  let recovery: Promise<void> | null = null;

  async function setProgress(change: Partial<JobProgress>): Promise<void> {
    const { progress } = store.getState();
    if (progress === null) return;
    const next = { ...progress, ...change };
    store.setState({ progress: next });
    await storage.writeProgress(next);
  }

  function onSomethingOff(what: string, code: string): void {
    log(`Something is off: ${what} was not answered with 200.`, code);
    store.setState({ isSomethingOff: true });
  }

  async function onOutcome(outcome: RowOutcome): Promise<void> {
    const { row } = outcome;
    if (outcome.kind === 'failed') log(`A profile could not be downloaded: ${row.url}`, outcome.code);
    else if (!deleted.has(row.id)) {
      await saver.add(row);
      dependencies.onRow(row);
    }
    const { progress } = store.getState();
    if (progress === null || !progress.remaining.includes(row.id)) return;
    const counter = ({ ok: 'downloaded', not_found: 'notFound', failed: 'failed' } as const)[outcome.kind];
    const remaining = progress.remaining.filter((rowId) => rowId !== row.id);
    await setProgress({ [counter]: progress[counter] + 1, remaining });
  }

  async function saveAll(): Promise<boolean> {
    const isSaved = await saver.flush();
    if (!isSaved) later.begin();
    return isSaved;
  }

  /** Nothing waits for the server any more: what it said about that is out of date. */
  async function forgetServerWasAway(): Promise<void> {
    const { phase, progress } = store.getState();
    if (phase === 'idle' && progress?.stop?.reason === 'server_away' && progress.remaining.length === 0)
      await setProgress({ stop: null });
  }

  async function runJob(rows: readonly CollectorRow[], concurrency: number): Promise<void> {
    const running = createRunControl();
    const over = new AbortController();
    control = running;
    running.stopSignal.addEventListener('abort', () => {
      store.setState({ phase: 'stopping' });
      void setProgress({ stop: running.notice() });
    });
    store.setState({ isSomethingOff: false, progress: freshProgress(rows) });
    await setProgress({});
    try {
      if (!(await dependencies.isExtensionThere())) {
        running.stop(notice('extension_gone'));
        return;
      }
      const catalogue = await dependencies.loadCatalogue().catch((cause: unknown) => {
        log('The endpoint catalogue could not be loaded.', cause);
        running.stop(notice('server_away'));
        return null;
      });
      if (catalogue === null) return;
      void watchExtension(dependencies.isExtensionThere, clock, over.signal, () => running.abandon(notice('extension_gone')));
      await runDownload({
        ...{ rows, concurrency, catalogue, memory, api, clock, onOutcome, onSomethingOff, nextExperiencePage },
        control: running,
        records: storage.records,
        send: dependencies.send,
        isWanted: (row) => !deleted.has(row.id),
      });
      if (!(await saveAll())) running.stop(notice('server_away'));
    } finally {
      over.abort();
      control = null;
      await setProgress({ hasEnded: true, stop: running.notice() });
    }
  }

  return {
    store,

    /** Answers when the job is over; does nothing while one runs. @param concurrency already within its limits */
    async start(rows: readonly CollectorRow[], concurrency: number): Promise<void> {
      if (store.getState().phase !== 'idle' || rows.length === 0) return;
      store.setState({ phase: 'running' });
      try {
        const hasRun = await runExclusively(() => runJob(rows, concurrency));
        // Not written to storage: what is kept there belongs to the other tab's job.
        if (!hasRun) store.setState({ progress: { ...freshProgress(rows), hasEnded: true, stop: notice('other_tab') } });
      } catch (cause) {
        log('The download job ended by a fault.', cause);
      } finally {
        store.setState({ phase: 'idle' });
      }
    },

    /** Starts no new request; what is on its way is still stored. */
    stop(): void {
      control?.stop(notice('user'));
    },

    /** For good: this account's page is gone. */
    close(): void {
      later.end();
      control?.stop(notice('user'));
    },

    /** Posts what earlier pages left behind, once per page. The extension is not needed for it. */
    recover(): Promise<void> {
      recovery ??= runExclusively(async () => {
        store.setState({ progress: await storage.readProgress() });
        await saveAll();
        await recoverAnswers({ storage, api, clock, onOutcome, onSomethingOff });
        await saveAll();
      }).then(
        () => undefined,
        (cause: unknown) => log('Downloaded answers could not be taken up again.', cause),
      );
      return recovery;
    },

    /** For rows that were deleted: nothing more is fetched or saved for them. */
    async forget(rowIds: readonly string[]): Promise<void> {
      for (const rowId of rowIds) deleted.add(rowId);
      await storage.forgetRows(rowIds);
      const { progress } = store.getState();
      if (progress !== null) await setProgress({ remaining: progress.remaining.filter((rowId) => !deleted.has(rowId)) });
    },

    dismissSomethingOff(): void {
      store.setState({ isSomethingOff: false });
    },
  };
}

function freshProgress(rows: readonly CollectorRow[]): JobProgress {
  const remaining = rows.map(({ id }) => id);
  return { total: rows.length, downloaded: 0, notFound: 0, failed: 0, remaining, hasEnded: false, stop: null };
}

function notice(reason: StopNotice['reason']): StopNotice {
  return { reason, continueAt: null };
}
