/**
 * Rows of uploads and templates. They belong to the installation: every operator may read them. Only the limits, the list and
 * the deletion of uploads are an operator's own.
 */
import { and, asc, count, desc, eq, isNotNull, lt, sql, sum } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { importTemplates, importUploadParts, importUploads } from '../../../schema/import-uploads.table.ts';

export type StoredUpload = typeof importUploads.$inferSelect;
export type StoredTemplate = typeof importTemplates.$inferSelect;

interface UploadsLimit {
  readonly uploads: number;
  readonly bytes: number;
}

/** @returns its id; null: the operator has reached @param limit */
export function addUpload(
  database: Database,
  upload: { readonly fileName: string; readonly operatorId: number; readonly createdAt: Date },
  limit: UploadsLimit,
): Promise<string | null> {
  return database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `import uploads of ${upload.operatorId}`);
    const kept = await countUploads(transaction, upload.operatorId);
    if (kept.uploads >= limit.uploads || kept.bytes >= limit.bytes) return null;
    const [added] = await transaction.insert(importUploads).values(upload).returning({ id: importUploads.id });
    return added?.id ?? null;
  });
}

/** The number of the operator's uploads, and their bytes. */
export async function countUploads(connection: Connection, operatorId: number): Promise<UploadsLimit> {
  const [found] = await connection
    .select({ uploads: count(), bytes: sum(importUploads.size) })
    .from(importUploads)
    .where(eq(importUploads.operatorId, operatorId));
  return { uploads: found?.uploads ?? 0, bytes: Number(found?.bytes ?? 0) };
}

/** The operator's, newest first. */
export function listUploads(database: Database, operatorId: number): Promise<StoredUpload[]> {
  return database
    .select()
    .from(importUploads)
    .where(eq(importUploads.operatorId, operatorId))
    .orderBy(desc(importUploads.createdAt), desc(importUploads.id));
}

export async function addUploadPart(database: Database, part: typeof importUploadParts.$inferInsert): Promise<void> {
  await database.insert(importUploadParts).values(part);
}

/** @returns whether the upload is still kept */
export async function setUploadSize(database: Database, id: string, size: number): Promise<boolean> {
  const { rowCount } = await database.update(importUploads).set({ size }).where(eq(importUploads.id, id));
  return rowCount === 1;
}

/** @returns whether the upload is still kept */
export async function finishUpload(database: Database, id: string, size: number, parts: number): Promise<boolean> {
  const { rowCount } = await database.update(importUploads).set({ size, parts }).where(eq(importUploads.id, id));
  return rowCount === 1;
}

/** Finds an upload; null: there is none, or a part of it was lost. */
export async function findUpload(database: Database, id: string): Promise<(StoredUpload & { readonly parts: number }) | null> {
  const [found] = await database
    .select()
    .from(importUploads)
    .where(and(eq(importUploads.id, id), isNotNull(importUploads.parts)));
  if (found === undefined || found.parts === null) return null;
  const parts = await database.$count(importUploadParts, eq(importUploadParts.uploadId, id));
  return parts === found.parts ? { ...found, parts } : null;
}

export async function readUploadPart(database: Database, id: string, part: number): Promise<Buffer | null> {
  const [found] = await database
    .select({ bytes: importUploadParts.bytes })
    .from(importUploadParts)
    .where(and(eq(importUploadParts.uploadId, id), eq(importUploadParts.part, part)));
  return found?.bytes ?? null;
}

export async function deleteUpload(database: Database, id: string): Promise<void> {
  await database.delete(importUploads).where(eq(importUploads.id, id));
}

/** @returns its name; null: the operator has no such upload */
export async function deleteOwnUpload(transaction: Connection, id: string, operatorId: number): Promise<string | null> {
  const [deleted] = await transaction
    .delete(importUploads)
    .where(and(eq(importUploads.id, id), eq(importUploads.operatorId, operatorId)))
    .returning({ fileName: importUploads.fileName });
  return deleted?.fileName ?? null;
}

export async function deleteUploadsBefore(database: Database, time: Date): Promise<void> {
  await database.delete(importUploads).where(lt(importUploads.createdAt, time));
}

/** Templates by name. */
export function listTemplates(database: Database): Promise<StoredTemplate[]> {
  return database
    .select()
    .from(importTemplates)
    .orderBy(asc(sql`lower(${importTemplates.name})`), asc(importTemplates.id));
}

/** Saves a template; null: there are too many. @param max of templates */
export async function saveTemplate(
  transaction: Connection,
  template: Pick<StoredTemplate, 'name' | 'tableName' | 'options'>,
  max: number,
): Promise<StoredTemplate | null> {
  await lockForTransaction(transaction, 'import templates');
  const others = await transaction.$count(importTemplates, sql`${importTemplates.name} <> ${template.name}`);
  if (others >= max) return null;
  const { tableName, options } = template;
  const [saved] = await transaction
    .insert(importTemplates)
    .values(template)
    .onConflictDoUpdate({ target: importTemplates.name, set: { tableName, options } })
    .returning();
  return saved ?? null;
}

/** @returns its name; null: there is none */
export async function deleteTemplate(transaction: Connection, id: string): Promise<string | null> {
  const [deleted] = await transaction.delete(importTemplates).where(eq(importTemplates.id, id)).returning();
  return deleted?.name ?? null;
}
