/** Sample rows in the data tables. Only their `source` distinguishes them from other rows. */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { databaseName, isSampleRow, SAMPLE_SOURCE, SOURCES_COLUMN } from '../../schema/data-table.ts';
import { type LoadOptions, loadRecords } from './load-records.ts';
import type { RecordSource, SourceRecord } from './source/record-source.ts';
import { withImportSession } from './staging/import-session.ts';

export type SampleBatch = readonly Readonly<Record<string, unknown>>[];

export type SampleLoad = Pick<LoadOptions, 'now' | 'onProgress'>;

/** Loads rows in the same way as a file. @throws {AppError} IMPORT.BUSY */
export function addSampleRows(
  database: Database,
  definition: TableDefinition,
  batches: () => Iterable<SampleBatch>,
  options: SampleLoad,
): Promise<ImportReport> {
  const load = { ...options, source: SAMPLE_SOURCE, origin: SAMPLE_SOURCE, maxRejects: 0, keepsKnown: false, isDryRun: false };
  return loadRecords(database, definition, async () => sampleSource(definition, batches()), load);
}

function sampleSource(definition: TableDefinition, batches: Iterable<SampleBatch>): RecordSource {
  const fields = definition.columns.map(({ field }) => field).filter((field) => field !== SOURCES_COLUMN);
  async function* records(): AsyncGenerator<readonly SourceRecord[]> {
    let line = 0;
    for (const batch of batches) {
      yield batch.map((row) => {
        line += 1;
        return { line, raw: '', cells: fields.map((field) => row[field]) };
      });
    }
  }
  const meanings = () => new Map();
  return { fields, records: records(), brought: () => fields, meanings, units: {}, layout: null, notices: () => [] };
}

export async function isTableEmpty(database: Database, definition: TableDefinition): Promise<boolean> {
  const { rows } = await database.execute(sql`select 1 from ${sql.identifier(databaseName(definition))} limit 1`);
  return rows.length === 0;
}

/** Does not touch a table without sample rows. @throws {AppError} IMPORT.BUSY */
export async function removeSampleRows(database: Database, definition: TableDefinition): Promise<void> {
  const table = sql.identifier(databaseName(definition));
  const { rows } = await database.execute(sql`select 1 from ${table} where ${isSampleRow} limit 1`);
  if (rows.length === 0) return;
  await withImportSession(database, definition, { isWriting: true }, ({ connection }) =>
    connection.transaction(async (transaction) => {
      await transaction.execute(sql`select set_config('leadloom.delete_reason', ${SAMPLE_SOURCE}, true)`);
      await transaction.execute(sql`delete from ${table} where ${isSampleRow}`);
    }),
  );
}
