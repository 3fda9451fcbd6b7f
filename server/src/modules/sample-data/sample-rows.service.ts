/** Sample rows in the data tables: any number of them, in the memory of one batch. */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import { type SampleSize, sampleRow } from '../../sample-rows/sample-row.ts';
import {
  addSampleRows,
  isTableEmpty,
  removeSampleRows,
  type SampleBatch,
  type SampleLoad,
} from '../imports/sample-rows.service.ts';

const BATCH_ROWS = 1_000;
/** The size suffices to page, filter and export, and is made in a moment. */
export const START_SIZE: SampleSize = { seed: 1, rows: 300 };

/** @throws {AppError} IMPORT.BUSY */
export function loadSampleRows(
  database: Database,
  table: TableName,
  size: SampleSize,
  options: SampleLoad,
): Promise<ImportReport> {
  return addSampleRows(database, tableByName(table), () => sampleBatches(table, size, options.now), options);
}

/**
 * Runs at every start: when samples are on, tables without any row get some; when they are off, sample rows are removed. A
 * table that another server is writing to is left to that server.
 */
export async function applySampleRows(database: Database, { isOn, now }: { isOn: boolean; now: Date }): Promise<void> {
  for (const table of tableNames) {
    const definition = tableByName(table);
    try {
      if (!isOn) await removeSampleRows(database, definition);
      else if (await isTableEmpty(database, definition)) await loadSampleRows(database, table, START_SIZE, { now });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'IMPORT.BUSY')) throw error;
    }
  }
}

function* sampleBatches(table: TableName, size: SampleSize, now: Date): Generator<SampleBatch> {
  for (let from = 0; from < size.rows; from += BATCH_ROWS) {
    const count = Math.min(BATCH_ROWS, size.rows - from);
    yield Array.from({ length: count }, (_, offset) => sampleRow(table, size, { index: from + offset, now }));
  }
}
