/** Rows of the parts that imports keep. */
import { and, asc, eq, lt } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { importParts } from '../../../schema/import-parts.table.ts';

export interface PartPlace {
  readonly part: number;
  readonly records: number;
  readonly line: number;
}

/** In their order, as far as none is missing. */
export async function listParts(database: Connection, key: string): Promise<readonly PartPlace[]> {
  const { part, records, line } = importParts;
  const found = await database
    .select({ part, records, line })
    .from(importParts)
    .where(eq(importParts.key, key))
    .orderBy(asc(part));
  const missing = found.findIndex((place, index) => place.part !== index);
  return missing < 0 ? found : found.slice(0, missing);
}

/** null: somebody removed it */
export async function readPart(
  database: Connection,
  key: string,
  part: number,
): Promise<{ readonly rows: Buffer; readonly notes: Buffer } | null> {
  const [found] = await database
    .select({ rows: importParts.rows, notes: importParts.notes })
    .from(importParts)
    .where(and(eq(importParts.key, key), eq(importParts.part, part)));
  return found ?? null;
}

export async function addPart(database: Connection, part: typeof importParts.$inferInsert): Promise<void> {
  await database.insert(importParts).values(part);
}

export async function deleteParts(database: Connection, key: string): Promise<void> {
  await database.delete(importParts).where(eq(importParts.key, key));
}

export async function deletePartsBefore(database: Connection, moment: Date): Promise<void> {
  await database.delete(importParts).where(lt(importParts.createdAt, moment));
}
