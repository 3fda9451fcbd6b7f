/** Files that operators upload to import them on a screen: kept for a day, in the database, so that any server has them. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import {
  type ImportOptions,
  type ImportPreview,
  type ImportUpload,
  STORED_UPLOADS_LIMIT,
  type StoredImportUpload,
} from '@leadloom/shared/contract/import-uploads';
import { type TableName, tableNames } from '@leadloom/shared/tables/tables';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { classifyError } from '../../../http/classify-error.ts';
import type { Platform } from '../../../platform.ts';
import { inLargerChunks } from '../../../streams/larger-chunks.ts';
import { type Actor, recordAction } from '../../audit/operator-audit.service.ts';
import { type FileReading, type ImportPlatform, loginOf } from '../imports.service.ts';
import { refuseUnreadable } from '../source/open-bytes.ts';
import { readEncoding } from '../source/read-encoding.ts';
import { readingSchema } from '../worker/worker-messages.ts';
import { deleteFilesOf } from './import-files.repository.ts';
import { tableNameOf } from './import-log.service.ts';
import type { ImportRunner } from './import-runner.ts';
import * as repository from './import-uploads.repository.ts';
import { failImport, type Importer, isUploadInUse, type LostImport, takeLostImport } from './imports.repository.ts';

const DAY = 24 * 3600 * 1000;
const PART_BYTES = 1024 * 1024;
/** After this many parts, the bytes so far count towards the limit. */
const COUNTED_PARTS = 16;
const FASTEST = { level: 1 };

const deflate = promisify<Buffer, { level: number }, Buffer>(deflateRaw);
const inflate = promisify<Buffer, Buffer>(inflateRaw);

type UploadPlatform = Pick<Platform, 'database' | 'now'>;

/**
 * Stores an upload. Uploads are limited for each operator, so that none can keep the others from uploading.
 * @throws {AppError} IMPORT.UPLOAD_LIMIT, IMPORT.UNREADABLE if it holds neither text nor an archive, IMPORT.UPLOAD_NOT_FOUND if it is
 * deleted meanwhile, and the errors of the bytes;
 * nothing is kept then
 */
export async function createUpload(
  { database, now }: UploadPlatform,
  { name, bytes, operatorId }: { readonly name: string; readonly bytes: AsyncIterable<Buffer>; readonly operatorId: number },
): Promise<ImportUpload> {
  const createdAt = now();
  const id = await repository.addUpload(database, { fileName: name, operatorId, createdAt }, STORED_UPLOADS_LIMIT);
  if (id === null) throw new AppError('IMPORT.UPLOAD_LIMIT');
  let size = 0;
  let parts = 0;
  try {
    for await (const part of inLargerChunks(bytes, PART_BYTES)) {
      if (parts === 0) refuseUnreadable(part);
      if (parts % COUNTED_PARTS === 0) await recordSize(size);
      await repository.addUploadPart(database, { uploadId: id, part: parts, bytes: await deflate(part, FASTEST) });
      parts += 1;
      size += part.length;
    }
    await recordSize(size);
    if (!(await repository.finishUpload(database, id, size, parts))) throw new AppError('IMPORT.UPLOAD_NOT_FOUND');
  } catch (error) {
    await repository.deleteUpload(database, id).catch(() => undefined);
    throw error;
  }
  return describeUpload({ id, fileName: name, size, createdAt });

  async function recordSize(bytesSoFar: number): Promise<void> {
    const isStored = await repository.setUploadSize(database, id ?? '', bytesSoFar);
    if (!isStored) throw new AppError('IMPORT.UPLOAD_NOT_FOUND');
    const kept = await repository.countUploads(database, operatorId);
    if (kept.bytes > STORED_UPLOADS_LIMIT.bytes) throw new AppError('IMPORT.UPLOAD_LIMIT');
  }
}

function describeUpload({
  id,
  fileName,
  size,
  createdAt,
}: Pick<repository.StoredUpload, 'id' | 'fileName' | 'size' | 'createdAt'>): ImportUpload {
  return { id, name: fileName, bytes: size, expires_at: new Date(createdAt.getTime() + DAY).toISOString() };
}

export async function listUploads({ database }: UploadPlatform, operatorId: number): Promise<readonly StoredImportUpload[]> {
  const uploads = await repository.listUploads(database, operatorId);
  return uploads.map((upload) => ({ ...describeUpload(upload), is_complete: upload.parts !== null }));
}

/** @throws {AppError} IMPORT.UPLOAD_NOT_FOUND, also if another operator uploaded it; IMPORT.UPLOAD_IN_USE */
export async function deleteUpload(platform: UploadPlatform, id: string, operatorId: number, actor: Actor): Promise<void> {
  await platform.database.transaction(async (transaction) => {
    const target = await repository.deleteOwnUpload(transaction, id, operatorId);
    if (target === null) throw new AppError('IMPORT.UPLOAD_NOT_FOUND');
    if (await isUploadInUse(transaction, id)) throw new AppError('IMPORT.UPLOAD_IN_USE');
    await recordAction(platform, transaction, actor, { action: 'import_upload.deleted', target });
  });
}

/** @throws {AppError} IMPORT.UPLOAD_NOT_FOUND */
async function openUpload({ database, now }: UploadPlatform, id: string) {
  const found = await repository.findUpload(database, id);
  if (found === null || found.createdAt.getTime() < now().getTime() - DAY) throw new AppError('IMPORT.UPLOAD_NOT_FOUND');
  return { name: found.fileName, bytes: partsOf(database, id, found.parts) };
}

async function* partsOf(database: Database, id: string, parts: number): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part += 1) {
    const bytes = await repository.readUploadPart(database, id, part);
    if (bytes === null) throw new AppError('IMPORT.UPLOAD_NOT_FOUND');
    yield await inflate(bytes);
  }
}

/** @throws {AppError} IMPORT.UPLOAD_NOT_FOUND, IMPORT.UNREADABLE */
export async function previewUpload(
  platform: ImportPlatform,
  id: string,
  { table, ...options }: ImportOptions & { readonly table?: TableName | undefined },
  signal: AbortSignal,
): Promise<ImportPreview> {
  const { name, bytes } = await openUpload(platform, id);
  const reading = { ...readingOf(options, name), table: table ?? tableNames[0], isTableChosen: table !== undefined };
  const unused = { source: name, isDryRun: true, now: platform.now().getTime(), importId: null, suppressionKey: null };
  const preview = await platform.workers.preview(
    { ...reading, ...unused, login: loginOf(platform.direct.$client) },
    bytes,
    signal,
  );
  return { name, ...preview };
}

interface ImportOrder {
  readonly table: TableName;
  readonly options: ImportOptions;
  readonly isDryRun: boolean;
  readonly by: Importer;
  readonly actor: Actor;
}

/** @returns the id of the import, which goes on @throws {AppError} IMPORT.UPLOAD_NOT_FOUND */
export async function startUpload(
  platform: Platform,
  runner: ImportRunner,
  id: string,
  { table, options, isDryRun, by, actor }: ImportOrder,
): Promise<string> {
  const { name, bytes } = await openUpload(platform, id);
  return runner.start({ ...readingOf(options, name), table, source: name, isDryRun }, { bytes, by, actor, uploadId: id });
}

/** How often an import may be started. After that, its file may be what ends its processes. */
const MOST_STARTS = 4;

/** Takes up imports of kept files whose server ended. @returns how many */
export async function continueLostImports(platform: UploadPlatform, runner: ImportRunner): Promise<number> {
  const { database } = platform;
  for (let taken = 0; ; taken += 1) {
    const lost = await takeLostImport(database);
    if (lost === null) return taken;
    try {
      await continueImport(platform, runner, lost);
    } catch (error) {
      await failImport(database, lost.id, classifyError(error).message);
    }
  }
}

async function continueImport(platform: UploadPlatform, runner: ImportRunner, lost: LostImport): Promise<void> {
  const { id, uploadId, tableName, fileName, starts } = lost;
  const message = (why: string) => ({ message: `The server ended while it loaded this file, and ${why}. Nothing was loaded.` });
  if (starts > MOST_STARTS) throw new AppError('IMPORT.STOPPED', message(`did so ${MOST_STARTS} times`));
  const { data: reading } = readingSchema.safeParse(lost.options);
  const kept = uploadId === null ? null : await openUpload(platform, uploadId).catch(() => null);
  if (reading === undefined || kept === null || uploadId === null)
    throw new AppError('IMPORT.STOPPED', message('the file is no longer kept'));
  await deleteFilesOf(platform.database, id);
  const table = tableNameOf(tableName);
  // The log already names who started the import.
  const file = { bytes: kept.bytes, by: { kind: 'command' } as const, actor: null, uploadId, importId: id };
  await runner.start({ ...reading, table, source: fileName, isDryRun: false }, file);
}

export function forgetOldUploads({ database, now }: UploadPlatform): Promise<void> {
  return repository.deleteUploadsBefore(database, new Date(now().getTime() - DAY));
}

/** The reading options that an operator chose on a screen. @throws {AppError} REQUEST.INVALID for an unknown encoding */
function readingOf(options: ImportOptions, name: string): Omit<FileReading, 'table' | 'source' | 'isDryRun'> {
  const encoding = options.encoding === undefined ? null : readEncoding(options.encoding);
  if (options.encoding !== undefined && encoding === null)
    throw new AppError('REQUEST.INVALID', { message: `encoding: "${options.encoding}" is no encoding` });
  return {
    format: options.format ?? null,
    encoding,
    mustBeGzip: /\.gz$/i.test(name),
    mapping: options.mapping ?? {},
    hasHeader: options.has_header ?? null,
    headerLine: options.header_line ?? null,
    separator: options.separator ?? null,
    sheet: options.sheet ?? null,
    entry: options.entry ?? null,
    dateOrder: options.date_order ?? null,
    listSeparator: options.list_separator ?? null,
    keepsKnown: options.keep_known ?? false,
    choices: options.choices ?? [],
    maxRejects: null,
    refusesUnreadable: false,
  };
}
