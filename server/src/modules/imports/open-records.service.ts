/**
 * Loads what an open source says: prepared, staged and merged like the records of a file, under the rules of who may write
 * which cell. One load is one import of the log, and one transaction with the sources of its cells.
 */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Transaction } from '../../database/database.ts';
import type { OpenLoad, OpenRecord } from '../../open-sources/open-source.ts';
import type { Platform } from '../../platform.ts';
import { databaseName } from '../../schema/data-table.ts';
import { finishImport, type NewImport } from './log/imports.repository.ts';
import { type LoggedWork, runLogged } from './log/logged-import.ts';
import { planCells, RECORD_COLUMNS, type WritingSource } from './merge/cell-plan.ts';
import { type MergeCounts, type MergedRows, mergeRows } from './merge/merge-rows.ts';
import { createLostTally } from './report/tally-lost.ts';
import { createRowPreparer, RowProblems } from './rows/prepare-row.ts';
import { type ImportSession, withImportSession } from './staging/import-session.ts';
import { openStaging, type StagedRow, stagedLines } from './staging/staging-table.ts';

/** Records that are staged at once. */
const BATCH = 1_000;
/** The report quotes this many refused records. */
const REPORTED_REJECTS = 100;

export interface OpenRecordsLoad {
  readonly definition: TableDefinition;
  readonly source: WritingSource;
  /** What the log shows in the place of a file's name, such as `SEC Form D, 2026 Q2`. */
  readonly title: string;
  readonly load: OpenLoad;
  readonly now: Date;
  /** The key of the suppression list. */
  readonly suppressionKey: Buffer;
  /** Ends the load before its rows are merged, with the signal's reason. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: { readonly rows: number }) => void;
  /** The same as in `MergeOptions`. */
  readonly replacingRows?: number;
  /** Runs last in the transaction of the rows: what it writes is there exactly when they are. If it throws, nothing is stored. */
  readonly onLoaded: (transaction: Transaction, loaded: { readonly report: ImportReport }) => Promise<void>;
}

/** @throws {AppError} IMPORT.BUSY, IMPORT.STOPPED, and what the records or `onLoaded` throw; nothing is stored then */
export async function loadOpenRecords(
  { database, direct }: Pick<Platform, 'database' | 'direct'>,
  open: OpenRecordsLoad,
): Promise<ImportReport> {
  const { definition, source, title, now } = open;
  const started: NewImport = {
    tableName: databaseName(definition),
    fileName: title,
    by: { kind: 'source', id: source.id },
    options: {},
    isDryRun: false,
    undoes: null,
    now,
    actor: null,
  };
  return runLogged(database, started, (logged) =>
    withImportSession(direct, definition, { isWriting: true }, (session) => loadInSession(session, open, logged)),
  );
}

async function loadInSession(session: ImportSession, open: OpenRecordsLoad, logged: LoggedWork): Promise<ImportReport> {
  const { definition, source, load, now, suppressionKey, replacingRows, onLoaded } = open;
  const signal = AbortSignal.any([open.signal, logged.signal]);
  const onProgress = (rows: number) => {
    logged.onProgress({ rows });
    open.onProgress?.({ rows });
  };
  const { columns, read, ...staged } = await stageOpenRecords(session, open, { signal, onProgress });
  const reportOf = ({ changedColumns, folded, ambiguous: _, heldBack, homeless, ...counts }: MergeCounts): ImportReport => ({
    table: definition.name,
    is_dry_run: false,
    rows_read: read,
    ...staged,
    ...counts,
    held_back: heldBack,
    folded: folded.map(({ key, line, keptLine }) => ({ key, line, kept_line: keptLine })),
    changed_columns: changedColumns,
    mapping: {},
    notices: homeless === 0 ? [] : [homelessNotice(homeless)],
  });
  const finish = async (transaction: Transaction, report: ImportReport, firstVersion: number | null) => {
    await finishImport(transaction, logged.id, { report, firstVersion });
    await onLoaded(transaction, { report });
    signal.throwIfAborted();
  };
  if (read === staged.rejected) {
    const report = reportOf(NOTHING_MERGED);
    await session.connection.transaction((transaction) => finish(transaction, report, null));
    return report;
  }
  const counts = await mergeRows(session, definition, {
    columns,
    source: source.id,
    origin: source.id,
    now,
    keepsKnown: false,
    isDryRun: false,
    staged: read - staged.rejected,
    suppressionKey,
    ...(replacingRows === undefined ? {} : { replacingRows }),
    plan: planCells(definition, source, { fields: load.fields, columns }),
    alongside: (transaction, { counts, firstVersion }: MergedRows) => finish(transaction, reportOf(counts), firstVersion),
  });
  return reportOf(counts);
}

const NOTHING_MERGED: MergeCounts = {
  ...{ added: 0, changed: 0, unchanged: 0, homeless: 0, duplicates: 0, heldBack: 0 },
  ...{ folded: [], ambiguous: [], changedColumns: {} },
};

function homelessNotice(count: number): string {
  return count === 1
    ? '1 record is about a row that is not there.'
    : `${count.toLocaleString('en')} records are about rows that are not there.`;
}

interface StagedRecords extends Pick<ImportReport, 'rejected' | 'rejects' | 'left_blank'> {
  readonly columns: readonly string[];
  readonly read: number;
}

async function stageOpenRecords(
  session: ImportSession,
  { definition, load }: OpenRecordsLoad,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (rows: number) => void },
): Promise<StagedRecords> {
  const { fields } = load;
  const { columns, prepare } = createRowPreparer(definition, fields, { mayBePartial: true });
  const staging = await openStaging(session, definition, columns, RECORD_COLUMNS);
  const rejects: { line: number; reason: string }[] = [];
  const lost = createLostTally();
  let rejected = 0;
  let line = 0;

  function stagedRow(record: OpenRecord): StagedRow | null {
    const { cells, url, asOf, rowKey, isOnlyForStored = false } = record;
    const row = prepare(
      fields.map((field) => cells[field]),
      rowKey,
    );
    if (row instanceof RowProblems) {
      rejected += 1;
      if (rejects.length < REPORTED_REJECTS) rejects.push({ line, reason: row.reasons.join('; ') });
      return null;
    }
    lost.add(row.lost);
    return { line, ...row, cells: [...row.cells, url, asOf, absentFields(fields, cells), row.isPartial || isOnlyForStored] };
  }

  try {
    let batch: StagedRow[] = [];
    const store = async () => {
      signal.throwIfAborted();
      await staging.write(stagedLines(batch));
      onProgress(line);
      batch = [];
    };
    for await (const record of load.records()) {
      line += 1;
      const row = stagedRow(record);
      if (row !== null) batch.push(row);
      if (batch.length >= BATCH) await store();
    }
    await store();
    await staging.end();
  } catch (error) {
    await staging.abandon();
    throw error;
  }
  return { columns, read: line, rejected, rejects, left_blank: lost.report() };
}

/** The fields of which a record says nothing, as bits. */
function absentFields(fields: readonly string[], cells: OpenRecord['cells']): string {
  let bits = 0n;
  for (const [place, field] of fields.entries()) if (!(field in cells)) bits |= 1n << BigInt(place);
  return String(bits);
}
