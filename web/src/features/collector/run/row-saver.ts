/**
 * Saves what the server cannot know of a finished row: that LinkedIn has no such member, or shows no more of one.
 * Everything else is written by the calls that store the profile. Each row is kept in the browser first, then sent
 * together with whatever else is waiting; what the server did not take stays kept and goes with the next attempt.
 */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { DownloadApi } from '../download/download-api.ts';
import type { CollectorStorage } from '../storage/collector-storage.ts';

export interface RowSaver {
  /** Resolves once the row is kept; sending goes on by itself. */
  readonly add: (row: CollectorEntry) => Promise<void>;
  /** Sends everything waiting. false: the server is away, the rows stay kept. */
  readonly flush: () => Promise<boolean>;
}

interface SaverDependencies {
  readonly api: Pick<DownloadApi, 'saveRows'>;
  readonly storage: Pick<CollectorStorage, 'unsavedRows'>;
  readonly log: (what: string, details?: unknown) => void;
}

/** What one call may carry. */
const LARGEST_SAVE = 1000;

export function createRowSaver({ api, storage, log }: SaverDependencies): RowSaver {
  let running: Promise<boolean> | null = null;
  let isDirty = false;

  async function sendAll(): Promise<boolean> {
    do {
      isDirty = false;
      const rows = (await storage.unsavedRows.list()).slice(0, LARGEST_SAVE);
      if (rows.length === 0) return true;
      if (!(await send(rows))) return false;
      if (rows.length === LARGEST_SAVE) isDirty = true;
    } while (isDirty);
    return true;
  }

  /** A refusal concerns all rows of a call, so the one that caused it is found by sending each alone. */
  async function send(rows: readonly CollectorEntry[]): Promise<boolean> {
    const result = await api.saveRows(rows);
    if (result.kind === 'away') return false;
    if (result.kind === 'refused' && rows.length > 1) {
      for (const row of rows) if (!(await send([row]))) return false;
      return true;
    }
    if (result.kind === 'refused') log('The server refused to save a downloaded row.', result.code);
    await storage.unsavedRows.remove(rows.map(({ id }) => id));
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
    add: async (row) => {
      await storage.unsavedRows.put(row.id, row);
      void flush();
    },
    flush,
  };
}
