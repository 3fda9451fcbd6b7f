/**
 * What this page knows of its job and of the entries in it, in the store that the screen reads and in the browser's
 * storage: how far the job is, which entries are being worked on, why one was not downloaded, and which were deleted.
 * Another tab's job is stored in the same place, so the progress is not stored while that may be the case.
 */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { StoreApi } from 'zustand/vanilla';
import { type EntryOutcome, INCOMPLETE_CODE } from '../download/entry-outcome.ts';
import type { EntryNote, JobProgress } from '../storage/collector-storage.ts';
import type { StoredValues } from '../storage/stored-values.ts';
import type { CollectorRunDependencies, CollectorRunState } from './collector-run.types.ts';
import type { EntrySaver } from './entry-saver.ts';
import { countOutcome, isCutOff, queuedProgress, unqueuedProgress } from './job-progress.ts';

interface JobEntriesDependencies extends Pick<CollectorRunDependencies, 'storage' | 'noteOpenJob' | 'onEntry' | 'log'> {
  readonly store: StoreApi<CollectorRunState>;
  readonly saver: Pick<EntrySaver, 'add'>;
}

/** The code of an entry whose session was in doubt. */
export const RETURNED_CODE = 'session_doubtful';

export function createJobEntries({ store, storage, saver, noteOpenJob, onEntry, log }: JobEntriesDependencies) {
  const notes = createEntryNotes(storage.entryNotes, (all) => store.setState({ notes: all }));
  const deleted = new Set<string>();
  /** The entries of the running job by id, those queued meanwhile included. */
  let jobEntries = new Map<string, CollectorEntry>();
  /** The stored progress is this page's: it holds the lock of jobs, and no other tab has had a job since. */
  let isOwn = false;
  const isPending = (entryId: string): boolean => store.getState().progress?.remaining.includes(entryId) === true;

  /** Shows the progress at once; resolves when it is stored. */
  async function setProgress(next: JobProgress): Promise<void> {
    store.setState({ progress: next });
    if (!isOwn) return;
    noteOpenJob(isCutOff(next));
    await storage.writeProgress(next);
  }

  async function changeProgress(change: Partial<JobProgress>): Promise<void> {
    const { progress } = store.getState();
    if (progress !== null) await setProgress({ ...progress, ...change });
  }

  function setActive(entryId: string, isActive: boolean): void {
    const active = new Set(store.getState().active);
    if (isActive) active.add(entryId);
    else active.delete(entryId);
    store.setState({ active });
  }

  return {
    loadNotes: notes.load,
    changeProgress,
    isPending,
    setActive,

    /** The entries of a new job. Its progress is shown, and stored once this page holds the lock. */
    begin(entries: readonly CollectorEntry[], progress: JobProgress): void {
      isOwn = false;
      jobEntries = new Map(entries.map((entry) => [entry.id, entry]));
      store.setState({ progress });
    },

    /** This page holds the lock of jobs: the progress is stored from now on. */
    own(): void {
      isOwn = true;
    },

    /** From now on, another tab may have a job. */
    disown(): void {
      isOwn = false;
    },

    /** Entries of the job without an outcome yet, in its order. */
    remainingEntries: (): readonly CollectorEntry[] =>
      (store.getState().progress?.remaining ?? []).flatMap((entryId) => jobEntries.get(entryId) ?? []),

    /** Whether an entry is still to be downloaded. */
    isIncluded: ({ id }: CollectorEntry): boolean => !deleted.has(id) && isPending(id),

    /** Adds entries that are not in the job yet to its end. */
    async add(entries: readonly CollectorEntry[]): Promise<void> {
      const { progress } = store.getState();
      for (const entry of entries) jobEntries.set(entry.id, entry);
      if (progress !== null) await setProgress(queuedProgress(progress, entries));
    },

    /** Takes an entry out of the job. One that is being worked on stays. */
    async takeOut(entryId: string): Promise<void> {
      const { progress, active } = store.getState();
      if (progress !== null && !active.has(entryId)) await setProgress(unqueuedProgress(progress, entryId));
    },

    /** Counts an outcome, and stores what the server cannot know of it. */
    async onOutcome(outcome: EntryOutcome): Promise<void> {
      const { entry, kind } = outcome;
      setActive(entry.id, false);
      const isIncomplete = kind === 'failed' && outcome.code === INCOMPLETE_CODE;
      if (kind === 'failed' && !isIncomplete) log(`A profile could not be downloaded: ${entry.url}`, outcome.code);
      if (deleted.has(entry.id)) return;
      await notes.note(outcome);
      const isSaved = kind === 'ok' && outcome.isSaved;
      if (kind === 'not_found' || (kind === 'ok' && !isSaved)) await saver.add(entry);
      // Most of an incomplete profile is stored and can be opened.
      if (kind === 'ok' || kind === 'not_found' || isIncomplete) onEntry(entry);
      const { progress } = store.getState();
      if (progress !== null && isPending(entry.id) && kind !== 'returned') await setProgress(countOutcome(progress, outcome));
    },

    setAside(entryIds: readonly string[]): void {
      for (const entryId of entryIds) deleted.add(entryId);
    },

    bringBack(entryIds: readonly string[]): void {
      for (const entryId of entryIds) deleted.delete(entryId);
    },

    async forget(entryIds: readonly string[]): Promise<void> {
      for (const entryId of entryIds) deleted.add(entryId);
      await storage.forgetEntries(entryIds);
      notes.drop(entryIds);
      const { progress } = store.getState();
      if (progress !== null) await changeProgress({ remaining: progress.remaining.filter((entryId) => !deleted.has(entryId)) });
    },
  };
}

interface EntryNotes {
  readonly load: () => Promise<void>;
  readonly note: (outcome: EntryOutcome) => Promise<void>;
  /** Drops notes from memory alone; storage forgets entries by itself. */
  readonly drop: (entryIds: readonly string[]) => void;
}

/** Why an entry is not downloaded, stored in this browser: the server knows outcomes, not reasons. */
function createEntryNotes(
  stored: StoredValues<EntryNote>,
  onChange: (notes: ReadonlyMap<string, EntryNote>) => void,
): EntryNotes {
  let notes: ReadonlyMap<string, EntryNote> = new Map();

  function change(edit: (all: Map<string, EntryNote>) => void): void {
    const next = new Map(notes);
    edit(next);
    notes = next;
    onChange(notes);
  }

  return {
    load: async () => {
      const loaded = await stored.list();
      change((all) => {
        for (const note of loaded) if (!all.has(note.entryId)) all.set(note.entryId, note);
      });
    },
    note: async (outcome) => {
      const entryId = outcome.entry.id;
      if (outcome.kind === 'ok') {
        if (!notes.has(entryId)) return;
        change((all) => all.delete(entryId));
        await stored.remove([entryId]);
        return;
      }
      const note = { entryId, code: outcome.kind === 'returned' ? RETURNED_CODE : outcome.code };
      change((all) => all.set(entryId, note));
      await stored.put(entryId, note);
    },
    drop: (entryIds) =>
      change((all) => {
        for (const entryId of entryIds) all.delete(entryId);
      }),
  };
}
