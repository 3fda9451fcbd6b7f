/**
 * Stores records from memory in a data table, in the same way as those of a file: prepared, staged, and merged
 * by their keys. For writers that regularly store about a hundred rows.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { fileTable } from '@leadloom/shared/tables/file-table';
import type { Database, Transaction } from '../../database/database.ts';
import type { SourceRecord } from '../../sources/adapters.ts';
import { mergeRows } from './merge/merge-rows.ts';
import { createRowPreparer, RowProblems } from './rows/prepare-row.ts';
import { withImportSession } from './staging/import-session.ts';
import { openStaging, type StagedRow, stagedLines } from './staging/staging-table.ts';

export interface StoreOptions {
  /** The source that is stored with every row that is added or changed. */
  readonly source: string;
  /** The same as in `MergedColumns`. */
  readonly origin?: string;
  readonly now: Date;
  /** The same as in `MergeOptions`. */
  readonly suppressionKey?: Buffer | null;
  /** Runs last in the transaction of the rows. If it throws, no row is stored. */
  readonly alongside: (transaction: Transaction) => Promise<void>;
}

export interface StoredRecords {
  readonly added: number;
  readonly changed: number;
  /** Why records were refused, one line each. The others are stored. */
  readonly refused: readonly string[];
}

/**
 * Columns that no record fills stay unchanged. @param database past a pooler
 * @throws {AppError} IMPORT.BUSY while too many files are loaded into the table; then nothing is stored
 */
export async function storeRecords(
  database: Database,
  definition: TableDefinition,
  records: readonly SourceRecord[],
  { source, origin, now, suppressionKey = null, alongside }: StoreOptions,
): Promise<StoredRecords> {
  const { columns, rows, refused } = prepareRecords(definition, records);
  if (rows.length === 0) {
    await database.transaction(alongside);
    return { added: 0, changed: 0, refused };
  }
  return withImportSession(database, definition, { isWriting: true }, async (session) => {
    const staging = await openStaging(session, definition, columns);
    try {
      await staging.write(stagedLines(rows));
      await staging.end();
    } catch (error) {
      await staging.abandon();
      throw error;
    }
    const written = { columns, source, ...(origin === undefined ? {} : { origin }), now, keepsKnown: false };
    const merge = { ...written, staged: rows.length, isDryRun: false, suppressionKey, alongside };
    const { added, changed } = await mergeRows(session, definition, merge);
    return { added, changed, refused };
  });
}

function prepareRecords(definition: TableDefinition, records: readonly SourceRecord[]) {
  const fields = fileTable(definition)
    .columns.map(({ field }) => field)
    .filter((field) => records.some((record) => (record[field] ?? null) !== null));
  const { columns, prepare } = createRowPreparer(definition, fields);
  const rows: StagedRow[] = [];
  const refused: string[] = [];
  for (const [line, record] of records.entries()) {
    const prepared = prepare(fields.map((field) => record[field] ?? null));
    if (prepared instanceof RowProblems) refused.push(prepared.reasons.join('; '));
    else rows.push({ line, ...prepared });
  }
  return { columns, rows, refused };
}
