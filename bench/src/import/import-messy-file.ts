import type { Login } from '@leadloom/server/embedded/embedded-database';
import type { TableName } from '@leadloom/shared/tables/tables';
import { askProcess } from '../tables/load/ask-process.ts';

export interface FileToImport {
  readonly table: TableName;
  readonly login: Login;
  readonly path: string;
}

export interface ImportedFile {
  readonly milliseconds: number;
  readonly rejected: number;
  /** Memory of the process that imports, before it begins. */
  readonly startMegabytes: number;
  /** Its peak memory. */
  readonly peakMegabytes: number;
}

export function importMessyFile(file: FileToImport): Promise<ImportedFile> {
  return askProcess(new URL('./import-process.ts', import.meta.url), file);
}
