/**
 * Loads the records of an import: prepares and stages each one, then merges all of them, or none. Memory is that of a few
 * batches, whatever the number of rows.
 */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DateOrder } from './cells/read-moment.ts';
import { checkAmounts } from './check-amounts.ts';
import { type ImportSession, withImportSession } from './import-session.ts';
import { judgeIds } from './judge-ids.ts';
import { type MergeCounts, mergeRows } from './merge-rows.ts';
import { createRowPreparer, RowProblems } from './prepare-row.ts';
import type { RecordSource, SourceRecord } from './record-source.ts';
import { settleDays } from './settle-days.ts';
import { openStaging, type StagedRow } from './staging-table.ts';
import { createLostTally } from './tally-lost.ts';

/** The report quotes this many; a file of rejects contains them all. */
const REPORTED_REJECTS = 100;
/** After a file is refused, this many more of its invalid rows are reported, so that they can be fixed together. */
const REJECTS_BEYOND_LIMIT = 1_000;

export interface Reject {
  readonly line: number;
  readonly reason: string;
  readonly raw: string;
}

export interface LoadOptions {
  /** Stored with each row, such as the name of the file. */
  readonly source: string;
  readonly now: Date;
  /** Nothing is loaded when more rows are refused; null: no limit. */
  readonly maxRejects: number | null;
  /** Blank cells keep the stored value. */
  readonly keepsKnown: boolean;
  /** Whether a row is refused for an optional cell that cannot be read; by default the cell is left blank. */
  readonly refusesUnreadable?: boolean;
  /** The order of numeric dates such as 3/4/2024; null or absent: each column settles its own. */
  readonly dateOrder?: DateOrder | null;
  readonly isDryRun: boolean;
  /** As `MergeOptions` has it. */
  readonly replacingRows?: number;
  readonly onReject?: ((reject: Reject) => void) | undefined;
  /** Called after every batch, and once more before the rows are merged. */
  readonly onProgress?: ((progress: { readonly rows: number; readonly isMerging: boolean }) => void) | undefined;
}

/** @throws {AppError} IMPORT.BUSY, IMPORT.TOO_MANY_REJECTS, IMPORT.UNREADABLE; nothing is loaded then */
export function loadRecords(
  database: Database,
  definition: TableDefinition,
  openSource: () => Promise<RecordSource>,
  options: LoadOptions,
): Promise<ImportReport> {
  return withImportSession(database, definition, { isWriting: !options.isDryRun }, async (session) => {
    const source = await openSource();
    const staged = await stageRecords(session, definition, source, options);
    await checkAmounts(session, definition, source);
    const mapping = source.mapping();
    const counts: MergeCounts =
      staged.rows_read > staged.rejected
        ? await mergeRows(session, definition, { ...options, columns: broughtColumns(definition, source.brought()) })
        : { added: 0, changed: 0, unchanged: 0, duplicates: 0, changedColumns: {} };
    const { changedColumns, ...merged } = counts;
    return {
      table: definition.name,
      is_dry_run: options.isDryRun,
      ...staged,
      ...merged,
      changed_columns: changedColumns,
      mapping,
      notices: [...source.notices],
    };
  });
}

/** The columns with values in the file, and those derived from them. */
function broughtColumns(definition: TableDefinition, fields: readonly string[]): readonly string[] {
  return createRowPreparer(definition, fields).columns;
}

/** Where the cells of dates and times are. */
function dayColumns({ columns }: TableDefinition, fields: readonly string[]): readonly number[] {
  const holdsDays = new Set(columns.flatMap(({ field, kind }) => (kind === 'date' || kind === 'time' ? [field] : [])));
  return fields.flatMap((field, index) => (holdsDays.has(field) ? [index] : []));
}

async function stageRecords(
  session: ImportSession,
  definition: TableDefinition,
  source: RecordSource,
  { maxRejects, onReject, onProgress, refusesUnreadable = false, dateOrder = null }: LoadOptions,
): Promise<Pick<ImportReport, 'rows_read' | 'rejected' | 'rejects' | 'left_blank'>> {
  const preparer = createRowPreparer(definition, source.fields, { refusesUnreadable, units: source.units });
  const staging = await openStaging(session, definition, preparer.columns);
  const rejects: { line: number; reason: string }[] = [];
  const lost = createLostTally();
  const limit = maxRejects ?? Number.POSITIVE_INFINITY;
  let read = 0;
  let rejected = 0;

  const reject = ({ line, raw }: SourceRecord, reasons: readonly string[]) => {
    rejected += 1;
    const reason = reasons.join('; ');
    if (rejects.length < REPORTED_REJECTS) rejects.push({ line, reason });
    onReject?.({ line, reason, raw });
  };
  try {
    const judged = judgeIds(source.records, source.fields);
    for await (const batch of settleDays(judged, dayColumns(definition, source.fields), dateOrder)) {
      const rows: StagedRow[] = [];
      for (const record of batch) {
        const prepared = record.problem === undefined ? preparer.prepare(record.cells) : new RowProblems([record.problem]);
        if (prepared instanceof RowProblems) reject(record, prepared.reasons);
        else {
          rows.push({ line: record.line, ...prepared });
          lost.add(prepared.lost);
          if (record.problem === undefined && record.lost !== undefined) lost.add(record.lost);
        }
        if (rejected > limit + REJECTS_BEYOND_LIMIT) throw tooMany(rejected, limit, rejects);
      }
      read += batch.length;
      if (rejected <= limit) await staging.write(rows);
      onProgress?.({ rows: read, isMerging: false });
    }
    if (rejected > limit) throw tooMany(rejected, limit, rejects);
    onProgress?.({ rows: read, isMerging: true });
    await staging.end();
  } catch (error) {
    await staging.abandon();
    throw error;
  }
  // Rows that had to wait for the end of the file were refused last.
  return { rows_read: read, rejected, rejects: rejects.sort((one, other) => one.line - other.line), left_blank: lost.report() };
}

function tooMany(rejected: number, limit: number, [first]: readonly { line: number; reason: string }[]): AppError {
  const count =
    rejected > limit + REJECTS_BEYOND_LIMIT ? `more than ${(rejected - 1).toLocaleString('en')}` : rejected.toLocaleString('en');
  const rows = rejected === 1 ? 'row was' : 'rows were';
  const allowed = limit === 0 ? 'none is allowed' : `at most ${limit.toLocaleString('en')} are allowed`;
  return new AppError('IMPORT.TOO_MANY_REJECTS', {
    message: `${count} ${rows} refused; ${allowed}. The first is line ${first?.line}: ${first?.reason}. Nothing was loaded.`,
  });
}
