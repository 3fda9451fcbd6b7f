/** Loads the records of an open source into a data table: as an import of the log, in one transaction with what the run stores. */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Transaction } from '../../database/database.ts';
import type { OpenLoad, OpenSourceManifest } from '../../open-sources/open-source.ts';
import type { Platform } from '../../platform.ts';
import { databaseName } from '../../schema/data-table.ts';
import { type LoadedRows, loadRecords } from './load-records.ts';
import { finishImport } from './log/imports.repository.ts';
import { runLogged } from './log/logged-import.ts';
import type { RecordSource, SourceRecord } from './source/record-source.ts';

const BATCH_ROWS = 1_000;

interface OpenLoading {
  readonly definition: TableDefinition;
  readonly source: Pick<OpenSourceManifest, 'id' | 'weight'>;
  readonly title: string;
  readonly load: OpenLoad;
  readonly now: Date;
  readonly suppressionKey: Buffer | null;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: { readonly rows: number }) => void;
  /** Runs last in the transaction of the rows. If it throws, no row is stored. */
  readonly onLoaded: (transaction: Transaction, loaded: Pick<LoadedRows, 'report'>) => Promise<void>;
}

/** @throws {AppError} IMPORT.BUSY, IMPORT.STOPPED; nothing is loaded then */
export function loadOpenRecords(
  { database, direct }: Pick<Platform, 'database' | 'direct'>,
  { definition, source, title, load, now, suppressionKey, signal, onProgress, onLoaded }: OpenLoading,
): Promise<ImportReport> {
  const started = {
    tableName: databaseName(definition),
    fileName: title,
    by: { kind: 'source', id: source.id },
    options: {},
    isDryRun: false,
    undoes: null,
    now,
    actor: null,
  } as const;
  return runLogged(database, started, ({ id, signal: stopped, onProgress: note }) =>
    loadRecords(direct, definition, async () => sourceOf(load), {
      source: source.id,
      now,
      maxRejects: null,
      keepsKnown: true,
      isDryRun: false,
      suppressionKey,
      signal: AbortSignal.any([signal, stopped]),
      onProgress: (progress) => {
        note(progress);
        onProgress?.(progress);
      },
      onLoaded: async (transaction, loaded) => {
        await finishImport(transaction, id, loaded);
        await onLoaded(transaction, loaded);
      },
    }),
  );
}

function sourceOf({ fields, records }: OpenLoad): RecordSource {
  async function* batches(): AsyncGenerator<readonly SourceRecord[]> {
    let batch: SourceRecord[] = [];
    let line = 0;
    for await (const { cells } of records()) {
      line += 1;
      batch.push({ line, raw: '', cells: fields.map((field) => cells[field] ?? null) });
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
  const meanings = () => new Map();
  return { fields, records: batches(), brought: () => fields, meanings, units: {}, layout: null, notices: () => [] };
}
