/**
 * What the collector keeps in this browser for one owner: raw answers, entries not saved yet, the last job. The owner is an
 * account, or an account in a shared workspace. What one of them collected waits until it is saved for the same one.
 */
import { collectorEntrySchema } from '@leadloom/shared/contract/linkedin';
import * as z from 'zod/mini';
import { accountOf, setForgotten } from '../../../lib/stored-answers/collector-database.ts';
import { forgetEntries } from '../../../lib/stored-answers/forget-answers.ts';
import { noteStoredAnswers } from '../../../lib/stored-answers/stored-note.ts';
import { isFresh, type RecordStore, rawRecordSchema } from '../download/raw-record.ts';
import { stopNoticeSchema } from '../download/stop-reason.ts';
import { type StoredValues, storeValues } from './stored-values.ts';

export const jobProgressSchema = z.object({
  total: z.int(),
  downloaded: z.int(),
  notFound: z.int(),
  failed: z.int(),
  /** Entries of the job without an outcome yet. */
  remaining: z.array(z.string()),
  /** false after a reload means that the page went away in the middle. */
  hasEnded: z.boolean(),
  stop: z.nullable(stopNoticeSchema),
  /** Profiles at once, so that a job that was cut off goes on as it was started. */
  concurrency: z._default(z.int().check(z.minimum(1)), 1),
});
export type JobProgress = z.infer<typeof jobProgressSchema>;

/** What became of an entry last time, where that is not `ok`. */
export const entryNoteSchema = z.object({
  entryId: z.string(),
  /** A message error, an error of the server, or one of the engine's own. */
  code: z.string(),
});
export type EntryNote = z.infer<typeof entryNoteSchema>;

/** A company whose name could not be found. */
const companySchema = z.object({ companyId: z.string(), triedAt: z.number() });

export interface CollectorStorage {
  readonly records: RecordStore;
  readonly unsavedEntries: StoredValues<z.infer<typeof collectorEntrySchema>>;
  readonly entryNotes: StoredValues<EntryNote>;
  readonly triedCompanies: StoredValues<z.infer<typeof companySchema>>;
  readonly readProgress: () => Promise<JobProgress | null>;
  /** The last job of the account, for whichever workspace. */
  readonly readAnyProgress: () => Promise<JobProgress | null>;
  readonly writeProgress: (progress: JobProgress) => Promise<void>;
  /** Forgets what belongs to entries that were deleted. */
  readonly forgetEntries: (entryIds: readonly string[]) => Promise<void>;
  readonly forgetStale: (now: number) => Promise<void>;
}

const LATEST = 'latest';

/** A browser has one job at a time, of one owner. */
const ownedProgressSchema = z.object({ ...jobProgressSchema.shape, owner: z.optional(z.string()) });

/** Values kept by an earlier version name the entry `rowId`; answers among them were paid for with the member's allowance. */
const olderValueSchema = z.looseObject({ rowId: z.string() });

function withEntryId(stored: unknown): unknown {
  const older = olderValueSchema.safeParse(stored);
  if (!older.success) return stored;
  const { rowId: entryId, ...kept } = older.data;
  return { ...kept, entryId };
}

/** @param owner as `ownerKey` names it */
export function openCollectorStorage(owner: string): CollectorStorage {
  const accountKey = accountOf(owner);
  setForgotten(accountKey, false);
  noteStoredAnswers(accountKey);
  const records = storeValues(owner, 'record', z.pipe(z.transform(withEntryId), rawRecordSchema));
  // The names of the kinds are stored: browsers hold values under them.
  const unsavedEntries = storeValues(owner, 'row', collectorEntrySchema);
  const entryNotes = storeValues(owner, 'note', z.pipe(z.transform(withEntryId), entryNoteSchema));
  const progress = storeValues(accountKey, 'progress', ownedProgressSchema);
  return {
    records: {
      put: (record) => records.put(record.entryId, record),
      remove: (entryId) => records.remove([entryId]),
      list: records.list,
    },
    unsavedEntries,
    entryNotes,
    triedCompanies: storeValues(owner, 'company', companySchema),
    readProgress: async () => {
      const last = await progress.get(LATEST);
      // What an earlier version kept names no owner and is of the personal workspace.
      return last === null || (last.owner ?? accountKey) !== owner ? null : jobProgressSchema.parse(last);
    },
    readAnyProgress: () => progress.get(LATEST),
    writeProgress: (value) => progress.put(LATEST, { ...value, owner }),
    forgetEntries: async (entryIds) => {
      await records.remove(entryIds);
      await unsavedEntries.remove(entryIds);
      await entryNotes.remove(entryIds);
      await forgetEntries(accountKey, entryIds);
    },
    forgetStale: async (now) => {
      const stale = (await records.list()).filter((record) => !isFresh(record, now));
      if (stale.length > 0) await records.remove(stale.map((record) => record.entryId));
    },
  };
}
