/** Uploads of files into the data tables. */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import type { TableName } from '@leadloom/shared/tables/tables';
import type { Pool } from 'pg';
import { AppError } from '../../../http/app-error.ts';
import type { Platform } from '../../../platform.ts';
import { SAMPLE_SOURCE } from '../data-table.ts';
import type { DateOrder } from './cells/read-moment.ts';
import { importInWorker } from './import-in-worker.ts';
import { readEncoding } from './read-encoding.ts';
import { readMapping } from './read-mapping.ts';
import type { Upload } from './worker-messages.ts';

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
  /** null: each column settles the order of its dates. */
  readonly dateOrder: DateOrder | null;
  /** CSV: whether its first line is a header. */
  readonly hasHeader: boolean;
  /** A label such as `windows-1252`; null: detect it. */
  readonly encoding: string | null;
}

/** @throws {AppError} IMPORT.*, and REQUEST.INVALID for an invalid mapping or encoding; nothing is loaded then */
export function importUpload(
  { direct, now }: Platform,
  { mapping, encoding, ...request }: UploadRequest,
  bytes: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<ImportReport> {
  if (request.source === SAMPLE_SOURCE)
    throw new AppError('REQUEST.INVALID', { message: `source: "${SAMPLE_SOURCE}" marks sample rows; choose another one` });
  const read = { mapping: mappingOf(mapping), encoding: encodingOf(encoding) };
  const upload: Upload = { ...request, ...read, login: loginOf(direct.$client), now: now().getTime() };
  return importInWorker(upload, bytes, signal);
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
function loginOf({ options }: Pool): Upload['login'] {
  const { connectionString, host = '', port = 0, user = '', password, database = '' } = options;
  if (connectionString !== undefined) return connectionString;
  return { host, port, user, password: typeof password === 'string' ? password : '', database };
}
