/** Uploads of files into the data tables. */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import type { TableName } from '@leadloom/shared/tables/tables';
import type { Pool } from 'pg';
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import { databaseName, SAMPLE_SOURCE } from '../../schema/data-table.ts';
import type { Actor } from '../audit/operator-audit.service.ts';
import { openSuppressionKey } from '../suppression/suppression-key.service.ts';
import type { Importer } from './log/imports.repository.ts';
import { type LoggedWork, runLogged } from './log/logged-import.ts';
import { readMapping } from './mapping/read-mapping.ts';
import type { DateOrder } from './rows/cells/read-moment.ts';
import { readEncoding } from './source/read-encoding.ts';
import { createImportWorkers, type ImportWorkers } from './worker/import-workers.ts';
import type { Upload } from './worker/worker-messages.ts';

export interface UploadRequest {
  readonly table: TableName;
  readonly format: 'csv' | 'jsonl' | null;
  readonly mustBeGzip: boolean;
  readonly isDryRun: boolean;
  readonly source: string;
  /** A JSON object, header → column or null; null: map headers by their names. */
  readonly mapping: string | null;
  readonly maxRejects: number | null;
  /** Blank cells keep the stored value. */
  readonly keepsKnown: boolean;
  /** Whether a row is refused for an optional cell that cannot be read, instead of leaving the cell blank. */
  readonly refusesUnreadable: boolean;
  /** The order of dates; null: it is inferred for each column. */
  readonly dateOrder: DateOrder | null;
  /** CSV: whether its first line is a header. */
  readonly hasHeader: boolean;
  /** The line of the header; null: the line that names most columns. */
  readonly headerLine: number | null;
  /** A label such as `windows-1252`; null: detect it. */
  readonly encoding: string | null;
  /** Of a workbook; null: the first that holds a table. */
  readonly sheet: string | null;
  /** The name of a file in an archive of several; null: there is only one. */
  readonly entry: string | null;
}

/** How an uploaded file is read and loaded. */
export type FileReading = Omit<Upload, 'task' | 'login' | 'now' | 'importId' | 'suppressionKey'>;

interface UploadedFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly by: Importer;
  /** The operator for the audit; null: the import is not in the operators' audit. */
  readonly actor: Actor | null;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Called once the import is in the log. */
  readonly onStart?: (id: string) => void;
  /** The upload that holds the file. The import begins again if its process ends. */
  readonly uploadId?: string;
  /** The id of an import that is in the log and begins again. */
  readonly importId?: string;
}

interface LoadedUpload {
  /** The id in the log; null: a dry run by token, of which nothing is stored. */
  readonly id: string | null;
  readonly report: ImportReport;
}

/** Files are read in processes of their own. */
export interface ImportPlatform extends Platform {
  readonly workers: ImportWorkers;
}

/** The caller must end its workers. */
export function openImportPlatform(platform: Platform): ImportPlatform {
  return { ...platform, workers: createImportWorkers() };
}

/** @throws {AppError} IMPORT.*, and REQUEST.INVALID for an invalid mapping or encoding; nothing is loaded then */
export async function importUpload(
  platform: ImportPlatform,
  { mapping, encoding, ...request }: UploadRequest,
  file: UploadedFile,
): Promise<LoadedUpload> {
  if (request.source === SAMPLE_SOURCE)
    throw new AppError('REQUEST.INVALID', { message: `source: "${SAMPLE_SOURCE}" marks sample rows; choose another one` });
  const detected = { separator: null, listSeparator: null, choices: [] };
  const reading = { ...request, ...detected, mapping: mappingOf(mapping), encoding: encodingOf(encoding) };
  return loadInWorker(platform, reading, file);
}

/** @throws {AppError} IMPORT.*; nothing is loaded then */
export async function loadInWorker(
  { database, direct, now, secrets, workers }: ImportPlatform,
  reading: FileReading,
  { bytes, by, actor, signal, onStart, uploadId, importId: knownId }: UploadedFile,
): Promise<LoadedUpload> {
  const time = now();
  const suppressionKey = Uint8Array.from(await openSuppressionKey(database, secrets));
  const upload = { ...reading, login: loginOf(direct.$client), now: time.getTime(), importId: null, suppressionKey };
  if (by.kind === 'token' && reading.isDryRun)
    return { id: null, report: await workers.load(upload, bytes, { signal, onProgress: () => undefined }) };
  const { table, source: fileName, isDryRun, ...options } = reading;
  const tableName = databaseName({ name: table });
  const kept = uploadId === undefined ? {} : { uploadId };
  const started = { tableName, fileName, by, options, isDryRun, undoes: null, now: time, actor, ...kept };
  // The signal of a stored file is that of the server, whose next start begins the import again.
  const isLeft = (error: unknown) => uploadId !== undefined && !isDryRun && signal.aborted && error === signal.reason;
  const load = async ({ id, signal: stop, onProgress }: LoggedWork) => {
    onStart?.(id);
    const watch = { signal: AbortSignal.any([signal, stop]), onProgress };
    return { id, report: await workers.load({ ...upload, importId: id }, bytes, watch) };
  };
  return runLogged(database, started, load, { id: knownId, isLeft });
}

function mappingOf(text: string | null): Upload['mapping'] {
  const mapping = text === null ? {} : readMapping(text);
  if (mapping !== null) return { ...mapping };
  throw new AppError('REQUEST.INVALID', {
    message: 'mapping: must be a JSON object of headers and columns, as the guide has it',
  });
}

function encodingOf(label: string | null): string | null {
  const encoding = label === null ? null : readEncoding(label);
  if (label === null || encoding !== null) return encoding;
  throw new AppError('REQUEST.INVALID', { message: `encoding: "${label}" is no encoding` });
}

/** The connection settings of the pool, for a process that connects by itself. */
export function loginOf({ options }: Pool): Upload['login'] {
  const { connectionString, host = '', port = 0, user = '', password, database = '' } = options;
  if (connectionString !== undefined) return connectionString;
  return { host, port, user, password: typeof password === 'string' ? password : '', database };
}
