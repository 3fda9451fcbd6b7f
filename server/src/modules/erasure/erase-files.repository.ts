/**
 * Files that contain cells outside the rows: files of imports (refused and folded rows), uploads, reports that quote cells,
 * and files of scheduled exports. A file with a line about the person is removed as a whole: it exists for correcting a
 * file that the operator has.
 */

import { PassThrough, Readable } from 'node:stream';
import { createGunzip, inflateRawSync } from 'node:zlib';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { importUploadParts, importUploads } from '../../schema/import-uploads.table.ts';
import { importFiles, imports } from '../../schema/imports.table.ts';
import { scheduledExportFiles, scheduledExportParts } from '../../schema/scheduled-exports.table.ts';
import type { Mentions } from './person/mentions.ts';

const ERASED = '[erased]';
const GZIP = [0x1f, 0x8b] as const;
/** The first letters of ZIP archives (workbooks are such) and of Parquet files. Texts within are compressed or cut into columns. */
const UNSEARCHABLE: readonly string[] = ['PK\u0003\u0004', 'PAR1'];
/** A longer line is looked at in pieces, which overlap so that nothing is cut. */
const LINE_LIMIT = 1_000_000;
const OVERLAP = 1_000;

export async function eraseImportFiles(connection: Connection, mentions: Mentions): Promise<void> {
  const files = await connection
    .select({ importId: importFiles.importId, kind: importFiles.kind })
    .from(importFiles)
    .where(eq(importFiles.part, 0));
  for (const { importId, kind } of files) {
    const isFile = sql`${eq(importFiles.importId, importId)} and ${eq(importFiles.kind, kind)}`;
    const parts = readParts(async (part) => {
      const [found] = await connection
        .select({ bytes: importFiles.bytes })
        .from(importFiles)
        .where(and(isFile, eq(importFiles.part, part)));
      return found?.bytes ?? null;
    });
    if (await isMentioned(parts, mentions)) await connection.delete(importFiles).where(isFile);
  }
}

export async function eraseUploads(connection: Connection, mentions: Mentions): Promise<void> {
  const uploads = await connection.select({ id: importUploads.id }).from(importUploads).where(isNotNull(importUploads.parts));
  for (const { id } of uploads) {
    const parts = readParts(async (part) => {
      const [found] = await connection
        .select({ bytes: importUploadParts.bytes })
        .from(importUploadParts)
        .where(and(eq(importUploadParts.uploadId, id), eq(importUploadParts.part, part)));
      return found === undefined ? null : inflateRawSync(found.bytes);
    });
    if (await isMentioned(parts, mentions)) await connection.delete(importUploads).where(eq(importUploads.id, id));
  }
}

/** Files of scheduled exports; the next run writes them again. */
export async function eraseExportFiles(connection: Connection, mentions: Mentions): Promise<void> {
  const files = await connection.select({ id: scheduledExportFiles.id }).from(scheduledExportFiles);
  for (const { id } of files) {
    const parts = readParts(async (part) => {
      const [found] = await connection
        .select({ bytes: scheduledExportParts.bytes })
        .from(scheduledExportParts)
        .where(and(eq(scheduledExportParts.fileId, id), eq(scheduledExportParts.part, part)));
      return found?.bytes ?? null;
    });
    if (await isMentioned(parts, mentions)) await connection.delete(scheduledExportFiles).where(eq(scheduledExportFiles.id, id));
  }
}

/** Samples of cells, quoted values and reasons. */
export async function eraseReports(connection: Connection, mentions: Mentions): Promise<void> {
  const patterns = mentions.needles.map(
    (needle) =>
      `%${JSON.stringify(needle)
        .slice(1, -1)
        .replaceAll(/[\\%_]/g, '\\$&')}%`,
  );
  const isLike = (text: SQL) => sql`lower(${text}) like any(${sql.param(patterns)}::text[])`;
  const found = await connection
    .select({ id: imports.id, report: imports.report, problem: imports.problem })
    .from(imports)
    .where(sql`${isLike(sql`coalesce(${imports.report}::text, '')`)} or ${isLike(sql`coalesce(${imports.problem}, '')`)}`);
  for (const { id, report, problem } of found)
    await connection
      .update(imports)
      .set({ report: withoutTexts(report, mentions), problem: problem !== null && mentions.inText(problem) ? ERASED : problem })
      .where(eq(imports.id, id));
}

function withoutTexts(value: unknown, mentions: Mentions): unknown {
  if (typeof value === 'string') return mentions.inText(value) ? ERASED : value;
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item, mentions));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutTexts(item, mentions)]));
}

async function* readParts(read: (part: number) => Promise<Buffer | null>): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const bytes = await read(part);
    if (bytes === null) return;
    yield bytes;
  }
}

/**
 * @param parts of a text in any encoding, plain or gzip. A file that cannot be searched or read counts as mentioning everybody:
 * workbooks, archives and Parquet files, too
 */
async function isMentioned(parts: AsyncIterable<Buffer>, mentions: Mentions): Promise<boolean> {
  const content = Readable.from(unzipped(parts));
  let rest = '';
  let isBeginning = true;
  try {
    for await (const chunk of content) {
      if (isBeginning && UNSEARCHABLE.includes(chunk.toString('latin1', 0, 4))) return true;
      isBeginning = false;
      // The bytes are read as single letters; what is not ASCII is read once more below.
      const text = rest + chunk.toString('latin1').replaceAll('\0', '');
      const lines = text.split('\n');
      rest = lines.pop() ?? '';
      if (lines.some((line) => isLineOf(line, mentions))) return true;
      if (rest.length > LINE_LIMIT) {
        if (isLineOf(rest, mentions)) return true;
        rest = rest.slice(-OVERLAP);
      }
    }
  } catch {
    return true;
  } finally {
    content.destroy();
  }
  return isLineOf(rest, mentions);
}

function isLineOf(line: string, { inLine }: Mentions): boolean {
  return inLine(line) || inLine(Buffer.from(line, 'latin1').toString('utf8'));
}

async function* unzipped(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const whole = Readable.from(
    (async function* () {
      yield first.value;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    })(),
  );
  const isZipped = first.value[0] === GZIP[0] && first.value[1] === GZIP[1];
  const opened = isZipped ? createGunzip() : new PassThrough();
  whole.on('error', (error) => opened.destroy(error));
  for await (const chunk of whole.pipe(opened)) yield Buffer.from(chunk);
}
