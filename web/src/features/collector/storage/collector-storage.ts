/** What the collector keeps in this browser for one account: raw answers, rows not saved yet, the last job. */
import { collectorEntrySchema } from '@leadloom/shared/contract/linkedin';
import { z } from 'zod';
import { isFresh, type RecordStore, rawRecordSchema } from '../download/raw-record.ts';
import { stopNoticeSchema } from '../download/stop-reason.ts';
import { type KeptValues, keepValues } from './kept-values.ts';

export const jobProgressSchema = z.object({
  total: z.int(),
  downloaded: z.int(),
  notFound: z.int(),
  failed: z.int(),
  /** Rows of the job without an outcome yet. */
  remaining: z.array(z.string()),
  /** false after a reload means that the page went away in the middle. */
  hasEnded: z.boolean(),
  stop: stopNoticeSchema.nullable(),
  /** Profiles at once, so that a job that was cut off goes on as it was started. */
  concurrency: z.int().min(1).default(1),
});
export type JobProgress = z.infer<typeof jobProgressSchema>;

/** What became of a row last time, where that is not `ok`. */
export const rowNoteSchema = z.object({
  rowId: z.string(),
  /** A message error, an error of the server, or one of the engine's own. */
  code: z.string(),
});
export type RowNote = z.infer<typeof rowNoteSchema>;

/** A company whose name could not be had. */
const companySchema = z.object({ companyId: z.string(), triedAt: z.number() });

export interface CollectorStorage {
  readonly records: RecordStore;
  readonly unsavedRows: KeptValues<z.infer<typeof collectorEntrySchema>>;
  readonly rowNotes: KeptValues<RowNote>;
  readonly triedCompanies: KeptValues<z.infer<typeof companySchema>>;
  readonly readProgress: () => Promise<JobProgress | null>;
  readonly writeProgress: (progress: JobProgress) => Promise<void>;
  /** Forgets what belongs to rows that were deleted. */
  readonly forgetRows: (rowIds: readonly string[]) => Promise<void>;
  readonly forgetStale: (now: number) => Promise<void>;
}

const LATEST = 'latest';

export function openCollectorStorage(accountKey: string): CollectorStorage {
  const records = keepValues(accountKey, 'record', rawRecordSchema);
  const unsavedRows = keepValues(accountKey, 'row', collectorEntrySchema);
  const rowNotes = keepValues(accountKey, 'note', rowNoteSchema);
  const progress = keepValues(accountKey, 'progress', jobProgressSchema);
  return {
    records: {
      put: (record) => records.put(record.rowId, record),
      remove: (rowId) => records.remove([rowId]),
      list: records.list,
    },
    unsavedRows,
    rowNotes,
    triedCompanies: keepValues(accountKey, 'company', companySchema),
    readProgress: () => progress.get(LATEST),
    writeProgress: (value) => progress.put(LATEST, value),
    forgetRows: async (rowIds) => {
      await records.remove(rowIds);
      await unsavedRows.remove(rowIds);
      await rowNotes.remove(rowIds);
    },
    forgetStale: async (now) => {
      const stale = (await records.list()).filter((record) => !isFresh(record, now));
      if (stale.length > 0) await records.remove(stale.map((record) => record.rowId));
    },
  };
}
