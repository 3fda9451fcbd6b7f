/**
 * Sample rows in the data tables, loaded like a file: any number in the memory of one batch. Only the `source` marks a row
 * as a sample, and removal goes by it.
 */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { databaseName, SAMPLE_SOURCE } from '../../tables/data-table.ts';
import { withImportSession } from '../../tables/import/import-session.ts';
import { loadRecords } from '../../tables/import/load-records.ts';
import type { RecordSource, SourceRecord } from '../../tables/import/record-source.ts';
import { beginTableChange, CHUNK_BITS, endTableChange } from '../../tables/record-change.ts';
import { type SampleSize, sampleRow } from './sample-row.ts';

const BATCH_ROWS = 1_000;
/** Enough to page, filter and export, and quick to make. */
export const START_SIZE: SampleSize = { seed: 1, rows: 300 };

interface LoadSampleOptions {
  readonly now: Date;
  readonly onProgress?: (progress: { readonly rows: number; readonly isMerging: boolean }) => void;
}

/** @throws {AppError} IMPORT.BUSY */
export function loadSampleRows(
  database: Database,
  table: TableName,
  size: SampleSize,
  { now, onProgress }: LoadSampleOptions,
): Promise<ImportReport> {
  const definition = tableByName(table);
  const options = { source: SAMPLE_SOURCE, now, maxRejects: 0, keepsKnown: false, isDryRun: false, onProgress };
  return loadRecords(database, definition, async () => sampleSource(definition, table, size, now), options);
}

/**
 * Runs at every start. On: empty tables get sample rows. Off: sample rows are removed. If another server is doing this
 * already, nothing happens.
 */
export async function applySampleRows(database: Database, { isOn, now }: { isOn: boolean; now: Date }): Promise<void> {
  for (const table of tableNames) {
    try {
      if (!isOn) await removeSampleRows(database, tableByName(table));
      else if (await isEmpty(database, tableByName(table))) await loadSampleRows(database, table, START_SIZE, { now });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'IMPORT.BUSY')) throw error;
    }
  }
}

function sampleSource(definition: TableDefinition, table: TableName, size: SampleSize, now: Date): RecordSource {
  const fields = definition.columns.map(({ field }) => field);
  async function* records(): AsyncGenerator<readonly SourceRecord[]> {
    for (let from = 0; from < size.rows; from += BATCH_ROWS) {
      yield Array.from({ length: Math.min(BATCH_ROWS, size.rows - from) }, (_, offset) => {
        const row = sampleRow(table, size, { index: from + offset, now });
        return { line: from + offset + 1, raw: '', cells: fields.map((field) => row[field]) };
      });
    }
  }
  return { fields, records: records(), brought: () => fields, mapping: () => ({}) };
}

async function isEmpty(database: Database, definition: TableDefinition): Promise<boolean> {
  const { rows } = await database.execute(sql`select 1 from ${sql.identifier(databaseName(definition))} limit 1`);
  return rows.length === 0;
}

async function removeSampleRows(database: Database, definition: TableDefinition): Promise<void> {
  const table = sql.identifier(databaseName(definition));
  // Written out, so that the index made for this is seen to serve it.
  const isSample = sql`source = ${sql.raw(`'${SAMPLE_SOURCE}'`)}`;
  const { rows } = await database.execute(sql`select 1 from ${table} where ${isSample} limit 1`);
  if (rows.length === 0) return;
  await withImportSession(database, definition, { isWriting: true }, ({ connection }) =>
    connection.transaction(async (transaction) => {
      const change = await beginTableChange(transaction, definition);
      await transaction.execute(sql`select set_config('leadloom.delete_reason', ${SAMPLE_SOURCE}, true)`);
      const removed = await transaction.execute<{ chunk: number; count: number }>(sql`
        with removed as (delete from ${table} where ${isSample} returning id)
        select (id >> ${sql.raw(String(CHUNK_BITS))})::int as chunk, count(*)::int as count from removed group by 1`);
      const rowsRemoved = removed.rows.reduce((sum, { count }) => sum + count, 0);
      await endTableChange(transaction, change, { rowsAdded: -rowsRemoved, chunks: removed.rows.map(({ chunk }) => chunk) });
    }),
  );
}
