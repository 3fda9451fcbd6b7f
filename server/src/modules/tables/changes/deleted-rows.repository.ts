/** Rows of `deleted_rows`, which triggers write. */
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';

const deletionSchema = z.object({
  version: z.string().transform(Number),
  table_name: z.string(),
  row_id: z.string().transform(Number),
  deleted_at: z.string().transform((text) => new Date(text)),
  reason: z.string(),
});
export type Deletion = z.infer<typeof deletionSchema>;

export interface RequestedDeletions {
  /** The table's name in the database; null: all tables. */
  readonly tableName: string | null;
  /** An ISO time; null: from the beginning. */
  readonly since: string | null;
  /** The number before the first one to read; 0: from the beginning. */
  readonly passed: number;
  readonly take: number;
}

/** Reads deletions in the order of their commits. */
export async function readDeletions(
  database: Database,
  { tableName, since, passed, take }: RequestedDeletions,
): Promise<readonly Deletion[]> {
  const conditions: SQL[] = [sql`version > ${passed}::bigint`];
  if (tableName !== null) conditions.push(sql`table_name = ${tableName}`);
  // Times never decrease as numbers increase, so reading starts at the first number of a time.
  if (since !== null)
    conditions.push(
      sql`version >= (select version from deleted_rows where deleted_at >= ${since}::timestamptz order by deleted_at, version limit 1)`,
    );
  const { rows } = await database.execute(sql`
    select version, table_name, row_id, deleted_at, reason from deleted_rows
    where ${sql.join(conditions, sql` and `)} order by version limit ${take}`);
  return z.array(deletionSchema).parse(rows);
}

/**
 * Forgets deletions before a time. Each table remembers the last of them, so that programs that read from before it learn
 * that they must begin again.
 */
export async function forgetDeletionsBefore(database: Database, time: Date): Promise<void> {
  await database.execute(sql`
    with forgotten as (delete from deleted_rows where deleted_at < ${time.toISOString()}::timestamptz returning table_name, version)
    update table_versions known set forgotten_version = last.version
      from (select table_name, max(version) as version from forgotten group by table_name) last
      where known.table_name = last.table_name and known.forgotten_version < last.version`);
}
