/** Imports a file and keeps the import in the log, in this process, which is a command. */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Database } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { COMMAND_LINE } from '../../audit/operator-audit.service.ts';
import { type FileOptions, importFile } from '../import-file.ts';
import type { LoadOptions } from '../load-records.ts';
import { finishImport, type NewImport } from './imports.repository.ts';
import { runLogged } from './logged-import.ts';

export interface LoggedFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** @param database past a pooler @throws {AppError} as `importFile` does; the log says so too */
export async function importLoggedFile(
  database: Database,
  definition: TableDefinition,
  { name: fileName, bytes }: LoggedFile,
  { onOpen, onReject, onProgress, now, ...options }: FileOptions & Omit<LoadOptions, 'signal' | 'onLoaded'>,
): Promise<{ readonly id: string; readonly report: ImportReport }> {
  const tableName = databaseName(definition);
  const { isDryRun } = options;
  const started: NewImport = {
    tableName,
    fileName,
    by: { kind: 'command' },
    options,
    isDryRun,
    undoes: null,
    now,
    actor: COMMAND_LINE,
  };
  return runLogged(database, started, async ({ id, signal, onProgress: noteProgress }) => {
    const report = await importFile(database, definition, bytes, {
      ...options,
      now,
      onOpen,
      onReject,
      signal,
      onProgress: (progress) => {
        noteProgress(progress);
        return onProgress?.(progress);
      },
      onLoaded: (transaction, loaded) => finishImport(transaction, id, loaded),
    });
    return { id, report };
  });
}
