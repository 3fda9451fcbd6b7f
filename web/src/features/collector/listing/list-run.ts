/**
 * One kind of list this page may be reading: the connections, or a search. It lives outside the screen, so that leaving it
 * does not end the job, and outside React, so that rendering twice fetches nothing twice. Owns the start, the brake, what is
 * kept in this browser and what the screen knows of it. What reads a list is loaded when one is started.
 */
import type { CheckLine } from '@leadloom/shared/contract/catalogue-checks';
import type { CollectorEntry, FoundBy } from '@leadloom/shared/contract/linkedin';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import { createStore } from 'zustand/vanilla';
import type { CandidateMemory } from '../download/candidate-memory.ts';
import type { Clock } from '../download/clock.ts';
import type { SendFetch } from '../download/linkedin-reader.ts';
import { createRunControl, type RunControl } from '../download/run-control.ts';
import type { StopReason } from '../download/stop-reason.ts';
import { findExtension, watchExtension } from '../status/watch-extension.ts';
import type { ListApi, ListResult } from './list-api.ts';
import { freshProgress, type ListProgress, type ListStorage } from './list-progress.ts';
import { listStop } from './list-stop.ts';
import type { ReadPage } from './read-page.ts';
import type { ListEnd, ListOutcome } from './run-list.ts';

export interface ListRunState {
  readonly phase: 'idle' | 'running' | 'stopping';
  /** Something else is being read from LinkedIn: this run starts when that has ended, or gives up. */
  readonly isWaiting: boolean;
  /** The page asked for, and the last one wanted; null before the first of this run. */
  readonly page: number | null;
  readonly lastPage: number | null;
  /** The running job, or the last one of this page; null before the first. */
  readonly progress: ListProgress | null;
  /** How the last one of this page ended; null when it did not. */
  readonly end: ListEnd | null;
  /** What this browser keeps of lists that were cut off, by the list's id. */
  readonly interrupted: ReadonlyMap<string, ListProgress>;
}

/** A list that is ready to be read. */
export interface OpenList {
  readonly id: string;
  readonly foundBy: FoundBy;
  /** Ascending. */
  readonly pages: readonly number[];
  readonly readPage: ReadPage;
  readonly saveLeft: (left: readonly number[]) => Promise<ListResult<unknown>>;
}

export interface ListPlan {
  /** Called when nothing else is being read, before the first request to LinkedIn. */
  readonly open: () => Promise<ListResult<OpenList>>;
  /** Reads its pages again from the first one, whatever was read before. */
  readonly isFresh: boolean;
}

export interface ListRunDependencies {
  readonly storage: ListStorage;
  readonly api: ListApi;
  readonly send: SendFetch;
  readonly clock: Clock;
  readonly memory: CandidateMemory;
  readonly loadCatalogue: () => Promise<Catalogue>;
  readonly isExtensionThere: () => Promise<boolean>;
  readonly requireRiskAccepted: () => Promise<boolean>;
  /** Runs the action unless something else is being read, here or in another tab; answers whether it ran. */
  readonly runExclusively: (action: () => Promise<void>) => Promise<boolean>;
  readonly onEntries: (entries: readonly CollectorEntry[]) => void;
  /** How LinkedIn answered, at the end of a run. */
  readonly notifyOperator: (lines: readonly CheckLine[]) => void;
  readonly log: (what: string, details?: unknown) => void;
}

export type ListRun = ReturnType<typeof createListRun>;

/** Reading two company names when the screen opens takes the lock for some seconds, too. */
const TURN_WAITS_MS = [500, 1_500, 3_000, 4_000, 4_000] as const;

export function createListRun(dependencies: ListRunDependencies) {
  const { storage, api, clock, log } = dependencies;
  const store = createStore<ListRunState>(() => ({
    ...{ phase: 'idle', isWaiting: false, page: null, lastPage: null, progress: null, end: null },
    interrupted: new Map(),
  }));
  let control: RunControl | null = null;
  let isClosed = false;

  async function keep(progress: ListProgress): Promise<void> {
    store.setState(({ interrupted }) => ({ progress, interrupted: new Map(interrupted).set(progress.id, progress) }));
    await storage.put(progress.id, progress);
  }

  async function drop(id: string): Promise<void> {
    store.setState(({ interrupted }) => ({ interrupted: new Map([...interrupted].filter(([key]) => key !== id)) }));
    await storage.remove([id]);
  }

  function showStop(stop: ListProgress['stop']): void {
    const { progress } = store.getState();
    store.setState({ progress: { ...(progress ?? freshProgress('', 1)), stop } });
  }

  async function runPlan(plan: ListPlan, running: RunControl): Promise<void> {
    const over = new AbortController();
    store.setState({ isWaiting: false });
    try {
      const outcome = await readPlan(plan, running, over.signal);
      const { progress, interrupted } = store.getState();
      // A restart that read nothing must not replace earlier progress.
      const isWorthKeeping = progress !== null && (!plan.isFresh || interrupted.get(progress.id) === progress);
      if (outcome.kind === 'ended') {
        store.setState({ end: outcome.end });
        if (progress !== null) await drop(progress.id);
      } else if (isWorthKeeping) await keep({ ...progress, stop: outcome.stop });
      else showStop(outcome.stop);
    } finally {
      over.abort();
    }
  }

  /** Whether the lock was free before the waits ended or the person stopped waiting. */
  async function takeTurn(action: () => Promise<void>, { stopSignal }: RunControl): Promise<boolean> {
    for (const wait of TURN_WAITS_MS) {
      if (await dependencies.runExclusively(action)) return true;
      store.setState({ isWaiting: true });
      await clock.sleep(wait, stopSignal);
      if (stopSignal.aborted) return false;
    }
    return dependencies.runExclusively(action);
  }

  async function readPlan(plan: ListPlan, running: RunControl, over: AbortSignal): Promise<ListOutcome> {
    const stopped = (reason: StopReason): ListOutcome => ({ kind: 'stopped', stop: listStop(reason) });
    const [{ createLinkedInReader }, { runList }] = await Promise.all([
      import('../download/linkedin-reader.ts'),
      import('./run-list.ts'),
    ]);
    const catalogue = await dependencies.loadCatalogue().catch((cause: unknown) => {
      log('The endpoint catalogue could not be loaded.', cause);
      return null;
    });
    if (catalogue === null) return stopped('server_away');
    // The extension is asked after the catalogue was loaded: asking it hands over the operator's limits.
    if (!(await findExtension(dependencies.isExtensionThere))) return stopped('extension_gone');
    const opened = await plan.open();
    if (opened.kind === 'away') return stopped('server_away');
    if (opened.kind === 'refused') return { kind: 'stopped', stop: listStop('server_refused', opened.message) };
    const { id, foundBy, pages, readPage, saveLeft } = opened.value;
    const progress = startOf(await storage.get(id), id, pages, plan.isFresh);
    store.setState({ progress, lastPage: pages.at(-1) ?? null });
    void watchExtension(dependencies.isExtensionThere, clock, over, () =>
      running.abandon({ reason: 'extension_gone', continueAt: null }),
    );
    const reader = createLinkedInReader({ ...dependencies, concurrency: 1, control: running });
    return runList({
      ...{ foundBy, pages, progress, clock, api, saveLeft },
      control: running,
      readPage: (page) => readPage(page, reader, catalogue),
      onPage: (page) => store.setState({ page }),
      onProgress: keep,
      onEntries: dependencies.onEntries,
    });
  }

  return {
    store,

    /** Resolves when the job has ended; does nothing while one runs. */
    async start(plan: ListPlan): Promise<void> {
      if (store.getState().phase !== 'idle') return;
      store.setState({ phase: 'running' });
      const running = createRunControl();
      control = running;
      running.stopSignal.addEventListener('abort', () => store.setState({ phase: 'stopping' }));
      try {
        if (!(await dependencies.requireRiskAccepted()) || isClosed) return;
        store.setState({ page: null, lastPage: null, progress: null, end: null });
        const hasRun = await takeTurn(() => runPlan(plan, running), running);
        // The stop is not stored: what is stored belongs to the job that runs.
        if (!hasRun) showStop(listStop(running.notice() === null ? 'other_tab' : 'user'));
      } catch (cause) {
        log('Reading a list failed.', cause);
        showStop(listStop('internal'));
      } finally {
        control = null;
        store.setState({ phase: 'idle', isWaiting: false });
        dependencies.notifyOperator(dependencies.memory.takeOutcomes());
      }
    },

    /** Starts no new request; requests in flight are still used. */
    stop(): void {
      control?.stop({ reason: 'user', continueAt: null });
    },

    /** Ends the run for good: this account's page is gone. */
    close(): void {
      isClosed = true;
      control?.stop({ reason: 'user', continueAt: null });
    },

    /** Finds what earlier pages and other tabs left behind. Sends no request. */
    async load(): Promise<void> {
      const stored = new Map((await storage.list()).map((progress) => [progress.id, progress]));
      // A run of this page knows its own progress better.
      store.setState(({ phase, interrupted }) => ({
        interrupted: phase === 'idle' ? stored : new Map([...stored, ...interrupted]),
      }));
    },

    /** Saves what a list left in this browser, then forgets the list. false: the server did not take it, all is kept. */
    async forget(id: string): Promise<boolean> {
      const left = (await storage.get(id))?.unsaved ?? [];
      if (left.length > 0) {
        const result = await api.saveEntries(left);
        if (result.kind !== 'ok') return false;
        dependencies.onEntries(result.value);
      }
      await drop(id);
      return true;
    },
  };
}

/** Profiles read and not saved are kept even if reading restarts from page 1. */
function startOf(interrupted: ListProgress | null, id: string, pages: readonly number[], isFresh: boolean): ListProgress {
  const fresh = freshProgress(id, pages.at(0) ?? 1);
  if (interrupted === null) return fresh;
  return isFresh ? { ...fresh, unsaved: interrupted.unsaved } : { ...interrupted, stop: null };
}
