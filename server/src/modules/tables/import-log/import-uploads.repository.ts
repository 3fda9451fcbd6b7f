/** Rows of uploads and templates. They belong to the installation, so no statement here names an account. */
import { and, asc, count, eq, isNotNull, lt, sql, sum } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { importTemplates, importUploadParts, importUploads } from './import-uploads.table.ts';

export type StoredUpload = typeof importUploads.$inferSelect;
export type StoredTemplate = typeof importTemplates.$inferSelect;

export async function addUpload(database: Database, fileName: string, now: Date): Promise<string> {
  const [added] = await database.insert(importUploads).values({ fileName, createdAt: now }).returning({ id: importUploads.id });
  return added?.id ?? '';
}

/** How many there are, and their bytes. */
export async function countUploads(database: Database): Promise<{ readonly uploads: number; readonly bytes: number }> {
  const [found] = await database.select({ uploads: count(), bytes: sum(importUploads.size) }).from(importUploads);
  return { uploads: found?.uploads ?? 0, bytes: Number(found?.bytes ?? 0) };
}

export async function addUploadPart(database: Database, part: typeof importUploadParts.$inferInsert): Promise<void> {
  await database.insert(importUploadParts).values(part);
}

export async function finishUpload(database: Database, id: string, size: number, parts: number): Promise<void> {
  await database.update(importUploads).set({ size, parts }).where(eq(importUploads.id, id));
}

/** null: there is none, or a part of it was lost */
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

export async function deleteUploadsBefore(database: Database, time: Date): Promise<void> {
  await database.delete(importUploads).where(lt(importUploads.createdAt, time));
}

/** By name. */
export function listTemplates(database: Database): Promise<StoredTemplate[]> {
  return database
    .select()
    .from(importTemplates)
    .orderBy(asc(sql`lower(${importTemplates.name})`), asc(importTemplates.id));
}

/** null: there are too many @param max of templates */
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
