/** Reads counts, sizes and freshness of the data tables, and never their rows. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { columnStoreCopies, columnStoreErasures } from '../../../schema/column-store.table.ts';
import { imports } from '../../../schema/imports.table.ts';
import { staleChunks, tableVersions } from '../../../schema/table-state.table.ts';

const CHUNK_IDS = 32_768;

const bytesSchema = z.coerce.number();
const rowSchema = z.object({
  table_name: z.string(),
  rows: bytesSchema,
  table_bytes: bytesSchema,
  index_bytes: bytesSchema,
  stale_chunks: z.int(),
  chunks: z.int(),
  import_id: z.string().nullable(),
  file_name: z.string().nullable(),
  finished_at: z.coerce.date().nullable(),
  added: bytesSchema.nullable(),
  changed: bytesSchema.nullable(),
  refused: bytesSchema.nullable(),
});

export type DataTableRow = z.infer<typeof rowSchema>;

export async function readDataTables(database: Database): Promise<DataTableRow[]> {
  const { rows } = await database.execute(sql`
    select held.table_name, held.row_count as rows, pg_table_size(kept.oid) as table_bytes, pg_indexes_size(kept.oid) as index_bytes,
      (select count(*)::int from ${staleChunks} as stale where stale.table_name = held.table_name) as stale_chunks,
      ceil(coalesce(ids.last_value, 0)::numeric / ${CHUNK_IDS})::int as chunks,
      latest.id as import_id, latest.file_name, latest.finished_at, latest.added, latest.changed, latest.refused
    from ${tableVersions} as held
    join pg_class kept on kept.relname = held.table_name and kept.relnamespace = 'public'::regnamespace
    left join pg_sequences ids on ids.schemaname = 'public' and ids.sequencename = held.table_name || '_id_seq'
    left join lateral (
      select id, file_name, finished_at, added, changed, refused from ${imports} as made
      where made.table_name = held.table_name and made.state = 'done' and made.undoes is null and not made.is_dry_run
      order by made.finished_at desc limit 1
    ) latest on true
    order by held.table_name`);
  return z.array(rowSchema).parse(rows);
}

const copySchema = z.object({
  table_name: z.string(),
  versions_behind: bytesSchema,
  behind_seconds: bytesSchema.nullable(),
  erasures_waiting: z.int(),
  error: z.string().nullable(),
});

export type TableCopyRow = z.infer<typeof copySchema>;

/** The copies in the column store: of each table the one that was fed last. Servers of an earlier version may have left others. */
export async function readTableCopies(database: Database): Promise<TableCopyRow[]> {
  const { rows } = await database.execute(sql`
    select distinct on (held.table_name) held.table_name, greatest(held.version - copies.version, 0) as versions_behind,
      case when held.version <= copies.version then 0 else extract(epoch from now() - copies.published_at) end as behind_seconds,
      (select count(*)::int from ${columnStoreErasures} as asked
        where asked.table_name = held.table_name and asked.done_at is null) as erasures_waiting,
      copies.error
    from ${columnStoreCopies} as copies join ${tableVersions} as held on held.table_name = copies.table_name
    order by held.table_name, copies.tried_at desc`);
  return z.array(copySchema).parse(rows);
}

export async function readDatabaseBytes(database: Database): Promise<number> {
  const { rows } = await database.execute(sql`select pg_database_size(current_database()) as bytes`);
  return z.array(z.object({ bytes: bytesSchema })).parse(rows)[0]?.bytes ?? 0;
}

/** Row counts by the table's name in the database. */
export async function readRowCounts(database: Database): Promise<ReadonlyMap<string, number>> {
  const { tableName: name, rowCount: rows } = tableVersions;
  const counts = await database.select({ name, rows }).from(tableVersions);
  return new Map(counts.map((count) => [count.name, count.rows]));
}
