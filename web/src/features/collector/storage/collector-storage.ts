/** What the collector keeps in this browser for one account: raw answers, rows not saved yet, the last job. */
import { collectorRowSchema } from '@leadloom/shared/contract/linkedin';
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
});
export type JobProgress = z.infer<typeof jobProgressSchema>;

export interface CollectorStorage {
  readonly records: RecordStore;
  readonly unsavedRows: KeptValues<z.infer<typeof collectorRowSchema>>;
  readonly readProgress: () => Promise<JobProgress | null>;
  readonly writeProgress: (progress: JobProgress) => Promise<void>;
  /** Forgets what belongs to rows that were deleted. */
  readonly forgetRows: (rowIds: readonly string[]) => Promise<void>;
  readonly forgetStale: (now: number) => Promise<void>;
}

const LATEST = 'latest';

export function openCollectorStorage(accountKey: string): CollectorStorage {
  const records = keepValues(accountKey, 'record', rawRecordSchema);
  const unsavedRows = keepValues(accountKey, 'row', collectorRowSchema);
  const progress = keepValues(accountKey, 'progress', jobProgressSchema);
  return {
    records: {
      put: (record) => records.put(record.rowId, record),
      remove: (rowId) => records.remove([rowId]),
      list: records.list,
    },
    unsavedRows,
    readProgress: () => progress.get(LATEST),
    writeProgress: (value) => progress.put(LATEST, value),
    forgetRows: async (rowIds) => {
      await records.remove(rowIds);
      await unsavedRows.remove(rowIds);
    },
    forgetStale: async (now) => {
      const stale = (await records.list()).filter((record) => !isFresh(record, now));
      if (stale.length > 0) await records.remove(stale.map((record) => record.rowId));
    },
  };
}
