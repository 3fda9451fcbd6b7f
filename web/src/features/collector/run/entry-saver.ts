/**
 * Saves what the server cannot know of a finished entry: that LinkedIn has no such member, or shows no more about one.
 * Everything else is written by the calls that store the profile. Each entry is kept in the browser first, then sent
 * together with whatever else is waiting; what the server did not take stays kept and goes with the next attempt.
 */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { Clock } from '../download/clock.ts';
import type { DownloadApi } from '../download/download-api.ts';
import type { CollectorStorage } from '../storage/collector-storage.ts';

/** The pause is short enough for a person, and long enough for a server that is restarting. */
const PAUSE_MS = 30_000;

export interface EntrySaver {
  /** Resolves once the entry is kept; sending goes on by itself. */
  readonly add: (entry: CollectorEntry) => Promise<void>;
  /** Sends everything waiting. false: the server is unreachable, the entries stay kept. */
  readonly flush: () => Promise<boolean>;
}

interface SaverDependencies {
  readonly api: Pick<DownloadApi, 'saveEntries'>;
  readonly storage: Pick<CollectorStorage, 'unsavedEntries'>;
  readonly log: (what: string, details?: unknown) => void;
}

/** What one call may carry. */
const LARGEST_SAVE = 1000;

export function createEntrySaver({ api, storage, log }: SaverDependencies): EntrySaver {
  let running: Promise<boolean> | null = null;
  let isDirty = false;

  async function sendAll(): Promise<boolean> {
    do {
      isDirty = false;
      const entries = (await storage.unsavedEntries.list()).slice(0, LARGEST_SAVE);
      if (entries.length === 0) return true;
      if (!(await send(entries))) return false;
      if (entries.length === LARGEST_SAVE) isDirty = true;
    } while (isDirty);
    return true;
  }

  /** A refusal concerns all entries of a call, so each is sent alone to find the one that caused it. */
  async function send(entries: readonly CollectorEntry[]): Promise<boolean> {
    const result = await api.saveEntries(entries);
    if (result.kind === 'away') return false;
    if (result.kind === 'refused' && entries.length > 1) {
      for (const entry of entries) if (!(await send([entry]))) return false;
      return true;
    }
    if (result.kind === 'refused') log('The server refused to save a finished entry.', result.code);
    await storage.unsavedEntries.remove(entries.map(({ id }) => id));
    return true;
  }

  function flush(): Promise<boolean> {
    isDirty = true;
    running ??= sendAll().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    add: async (entry) => {
      await storage.unsavedEntries.put(entry.id, entry);
      void flush();
    },
    flush,
  };
}

interface LaterDependencies {
  readonly saver: Pick<EntrySaver, 'flush'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly onSaved: () => Promise<void>;
}

/** Entries the server did not accept are sent again from time to time while the page is open, so no reload is needed. */
interface LaterSaving {
  /** Does nothing while it is already running. */
  readonly start: () => void;
  readonly stop: () => void;
}

export function createLaterSaving({ saver, clock, onSaved }: LaterDependencies): LaterSaving {
  const over = new AbortController();
  let isRetrying = false;

  async function saveLater(): Promise<void> {
    do {
      await clock.sleep(PAUSE_MS, over.signal);
      if (over.signal.aborted) return;
    } while (!(await saver.flush()));
    await onSaved();
  }

  return {
    start: () => {
      if (isRetrying) return;
      isRetrying = true;
      void saveLater().finally(() => {
        isRetrying = false;
      });
    },
    stop: () => over.abort(),
  };
}
