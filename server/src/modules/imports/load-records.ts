/**
 * Loads the records of an import: prepares and stages each one, then merges all of them, or none. Memory is that of a few
 * batches, whatever the number of rows.
 */
import type { ImportChoice } from '@leadloom/shared/contract/import-uploads';
import type { ImportReport } from '@leadloom/shared/contract/tables';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Database, Transaction } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import { ambiguityNotice } from './merge/find-again.ts';
import { type MergeCounts, type MergedRows, type MergeOptions, mergeRows } from './merge/merge-rows.ts';
import type { SourceFormat } from './report/rejects-file.ts';
import { createLostTally } from './report/tally-lost.ts';
import type { ProblemTally } from './report/tally-problems.ts';
import type { DateOrder } from './rows/cells/read-moment.ts';
import { judgeIds } from './rows/judge-ids.ts';
import { createRowPreparer, type PreparedRow, RowProblems } from './rows/prepare-row.ts';
import { settleDays } from './rows/settle-days.ts';
import type { RecordSource, SourceRecord } from './source/record-source.ts';
import { checkAmounts } from './staging/check-amounts.ts';
import { type FoldedRow, foldedColumns, readFoldedRows } from './staging/folded-rows.ts';
import { type ImportSession, withImportSession } from './staging/import-session.ts';
import { openStaging, type StagedRow, stagedLines } from './staging/staging-table.ts';

/** The report quotes this many; a file of rejects contains them all. */
const REPORTED_REJECTS = 100;
/** After a file is refused, this many more of its invalid rows are reported, so that they can be fixed together. */
const REJECTS_BEYOND_LIMIT = 1_000;

export interface Reject {
  readonly line: number;
  readonly reason: string;
  readonly raw: string;
}

export interface LoadedRows {
  readonly report: ImportReport;
  /** The same as in `MergedRows`; null: no row was written. */
  readonly firstVersion: number | null;
}

/** How the cells of a file are read. */
export interface ReadingOptions {
  /** Whether a row is refused for an optional cell that cannot be read; by default the cell is left blank. */
  readonly refusesUnreadable?: boolean;
  /** The order of numeric dates such as 3/4/2024; null or absent: each column settles its own. */
  readonly dateOrder?: DateOrder | null;
  /** The same as in `PrepareOptions`. */
  readonly listSeparator?: string | null;
  readonly choices?: readonly ImportChoice[];
}

export interface LoadOptions extends ReadingOptions {
  /** The source that is stored with each row, such as the name of the file. */
  readonly source: string;
  /** The same as in `MergeOptions`. */
  readonly origin?: MergeOptions['origin'];
  readonly now: Date;
  /** The number of refused rows above which nothing is loaded; null: no limit. */
  readonly maxRejects: number | null;
  /** Blank cells keep the stored value. */
  readonly keepsKnown: boolean;
  readonly isDryRun: boolean;
  /** Receives the rows that were folded into later rows of the file, once all rows are merged; with the columns of their cells. */
  readonly onFolded?: ((rows: readonly FoldedRow[], columns: readonly string[]) => void | Promise<void>) | undefined;
  /** The same as in `MergeOptions`. */
  readonly suppressionKey?: MergeOptions['suppressionKey'];
  readonly replacingRows?: number;
  /** Counts what could not be read. */
  readonly problems?: ProblemTally | undefined;
  /** The same as in `MergeOptions`. */
  readonly onCounted?: MergeOptions['onCounted'];
  /** Runs last in the transaction of the rows: what it writes is there exactly when they are. */
  readonly onLoaded?: ((transaction: Transaction, loaded: LoadedRows) => Promise<void>) | undefined;
  /** Stops it between two batches, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, before any record, with the format of the file. */
  readonly onOpen?: ((format: SourceFormat) => void) | undefined;
  readonly onReject?: ((reject: Reject) => void) | undefined;
  /** Called after every batch, and once more before the rows are merged. */
  readonly onProgress?: ((progress: { readonly rows: number; readonly isMerging: boolean }) => void | Promise<void>) | undefined;
}

/** @throws {AppError} IMPORT.BUSY, IMPORT.TOO_MANY_REJECTS, IMPORT.UNREADABLE; nothing is loaded then */
export function loadRecords(
  database: Database,
  definition: TableDefinition,
  openSource: () => Promise<RecordSource>,
  options: LoadOptions,
): Promise<ImportReport> {
  return withImportSession(database, definition, { isWriting: !options.isDryRun }, (session) =>
    loadInSession({ session, definition }, openSource, options),
  );
}

interface Loading {
  readonly session: ImportSession;
  readonly definition: TableDefinition;
}

async function loadInSession(
  { session, definition }: Loading,
  openSource: () => Promise<RecordSource>,
  options: LoadOptions,
): Promise<ImportReport> {
  const source = await openSource();
  const { layout, encoding } = source;
  if (layout !== null && encoding !== undefined) options.onOpen?.({ layout, encoding });
  const staged = await stageRecords({ session, definition }, source, options);
  await checkAmounts(session, definition, source);
  const reportOf = ({ changedColumns, folded, ambiguous, heldBack, homeless: _, ...counts }: MergeCounts): ImportReport => ({
    table: definition.name,
    is_dry_run: options.isDryRun,
    ...staged,
    ...counts,
    held_back: heldBack,
    folded: folded.map(({ key, line, keptLine }) => ({ key, line, kept_line: keptLine })),
    changed_columns: changedColumns,
    mapping: Object.fromEntries([...source.meanings()].map(([header, { column }]) => [header, column])),
    notices: [...source.notices(), ...ambiguous.map(ambiguityNotice)],
  });
  const { onLoaded, isDryRun } = options;
  const hasRows = staged.rows_read > staged.rejected;
  const merge = {
    ...options,
    staged: staged.rows_read - staged.rejected,
    columns: broughtColumns(definition, source.brought()),
  };
  if (hasRows && !isDryRun) {
    const alongside = async (transaction: Transaction, { counts, firstVersion }: MergedRows) => {
      await handFolded(session, definition, counts, { ...options, columns: merge.columns });
      await onLoaded?.(transaction, { report: reportOf(counts), firstVersion });
    };
    return reportOf(await mergeRows(session, definition, { ...merge, alongside }));
  }
  const counts = hasRows ? await mergeRows(session, definition, merge) : NO_ROWS;
  const report = reportOf(counts);
  await handFolded(session, definition, counts, { ...options, columns: merge.columns });
  await session.connection.transaction(async (transaction) => onLoaded?.(transaction, { report, firstVersion: null }));
  return report;
}

const NO_ROWS: MergeCounts = {
  added: 0,
  changed: 0,
  unchanged: 0,
  homeless: 0,
  duplicates: 0,
  folded: [],
  ambiguous: [],
  changedColumns: {},
  heldBack: 0,
};

async function handFolded(
  { connection }: ImportSession,
  definition: TableDefinition,
  { duplicates }: MergeCounts,
  { onFolded, columns }: Pick<LoadOptions, 'onFolded'> & { readonly columns: readonly string[] },
): Promise<void> {
  if (onFolded === undefined || duplicates === 0) return;
  const fields = foldedColumns(definition, columns);
  for await (const rows of readFoldedRows(connection, definition, fields)) await onFolded(rows, fields);
}

/** The columns with values in the file, and those derived from them. */
function broughtColumns(definition: TableDefinition, fields: readonly string[]): readonly string[] {
  return createRowPreparer(definition, fields).columns;
}

/** The positions of the cells with dates and times. */
export function dayColumns({ columns }: TableDefinition, fields: readonly string[]): readonly number[] {
  const holdsDays = new Set(columns.flatMap(({ field, kind }) => (kind === 'date' || kind === 'time' ? [field] : [])));
  return fields.flatMap((field, index) => (holdsDays.has(field) ? [index] : []));
}

type StagedRecords = Pick<ImportReport, 'rows_read' | 'rejected' | 'rejects' | 'left_blank'>;

async function stageRecords(
  { session, definition }: Loading,
  source: RecordSource,
  options: LoadOptions,
): Promise<StagedRecords> {
  const { maxRejects, onReject, onProgress, problems, signal, ...reading } = options;
  const { dateOrder = null } = reading;
  const preparer = createRowPreparer(definition, source.fields, {
    ...reading,
    units: source.units,
    conventions: source.conventions,
  });
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
  const note = (record: SourceRecord, row: PreparedRow | RowProblems) => {
    if (row instanceof RowProblems) {
      reject(record, row.reasons);
      if (problems !== undefined) noteRefused(problems, record.line, row);
      return;
    }
    if (problems !== undefined) for (const { field, value } of row.lost) problems.add(record.line, 'blank', field, value, null);
    lost.add(row.lost);
    if (record.problem === undefined && record.lost !== undefined) lost.add(record.lost);
  };
  try {
    const judged = judgeIds(source.records, source.fields);
    for await (const batch of settleDays(judged, dayColumns(definition, source.fields), dateOrder)) {
      signal?.throwIfAborted();
      const rows: StagedRow[] = [];
      for (const record of batch) {
        const row = record.problem === undefined ? preparer.prepare(record.cells) : new RowProblems([record.problem]);
        note(record, row);
        if (!(row instanceof RowProblems)) rows.push({ line: record.line, ...row });
        if (rejected > limit + REJECTS_BEYOND_LIMIT) throw tooMany(rejected, limit, rejects);
      }
      read += batch.length;
      if (rejected <= limit) await staging.write(stagedLines(rows));
      await onProgress?.({ rows: read, isMerging: false });
    }
    if (rejected > limit) throw tooMany(rejected, limit, rejects);
    await onProgress?.({ rows: read, isMerging: true });
    await staging.end();
  } catch (error) {
    await staging.abandon();
    throw error;
  }
  // Rows that had to wait for the end of the file were refused last.
  rejects.sort((one, other) => one.line - other.line);
  return { rows_read: read, rejected, rejects, left_blank: lost.report() };
}

function noteRefused(problems: ProblemTally, line: number, { reasons, cells }: Pick<RowProblems, 'reasons' | 'cells'>): void {
  for (const { field, value, reason } of cells) problems.add(line, 'refused', field, value, reason);
  if (cells.length === 0) problems.add(line, 'refused', null, '', reasons.join('; '));
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
