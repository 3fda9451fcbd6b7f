/** The files that imports leave: refused rows, and rows folded into others. Stored in parts, so that none is read whole. */
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import { importFiles, imports } from '../../../schema/imports.table.ts';

export type ImportFileKind = 'rejects' | 'folded';

export async function addFilePart(database: Connection, part: typeof importFiles.$inferInsert): Promise<void> {
  await database.insert(importFiles).values(part);
}

/** A part of a file; null: the file has no such part. */
export async function readFilePart(
  database: Connection,
  { importId, kind, part }: { readonly importId: string; readonly kind: ImportFileKind; readonly part: number },
): Promise<{ readonly fileName: string; readonly bytes: Buffer } | null> {
  const [found] = await database
    .select({ fileName: importFiles.fileName, bytes: importFiles.bytes })
    .from(importFiles)
    .where(and(eq(importFiles.importId, importId), eq(importFiles.kind, kind), eq(importFiles.part, part)));
  return found ?? null;
}

/** The kinds of an import's files. */
export async function listFiles(database: Connection, importId: string): Promise<readonly string[]> {
  const rows = await database
    .select({ kind: importFiles.kind })
    .from(importFiles)
    .where(and(eq(importFiles.importId, importId), eq(importFiles.part, 0)))
    .orderBy(asc(importFiles.kind));
  return rows.map(({ kind }) => kind);
}

/** Deletes the files of an import before its process writes them again. */
export async function deleteFilesOf(database: Connection, importId: string): Promise<void> {
  await database.delete(importFiles).where(eq(importFiles.importId, importId));
}

export async function deleteFilesBefore(database: Database, time: Date): Promise<void> {
  const old = database.select({ id: imports.id }).from(imports).where(lt(imports.startedAt, time));
  await database.delete(importFiles).where(inArray(importFiles.importId, old));
}
