/** Reads the contents of the database for a backup: its tables, their rows, and checksums to compare them by. */
import pg from 'pg';
import type { BackupTable, TableSum } from './manifest.ts';

/** The text form of values must not depend on the connection. */
export const TEXT_SETTINGS = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/**
 * Every table of ours with its columns, except columns that the database computes. Unlogged tables contain what may be lost.
 */
export async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  );
  return rows;
}

/** The last value used, by sequence. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    "select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' and last_value is not null",
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The number of rows, and a checksum of their texts. Equal checksums mean equal rows, in any order and database. */
export async function sumTable(client: pg.ClientBase, table: BackupTable): Promise<TableSum> {
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(('x' || substr(md5(r::text), 1, 15))::bit(60)::bigint), 0)::text as checksum
     from (select ${columnList(table)} from ${tableName(table)}) r`,
  );
  const [sum] = rows;
  if (sum === undefined) throw new Error(`no sum of ${table.name}`);
  return { rows: Number(sum.rows), checksum: sum.checksum };
}

export function tableName({ name }: BackupTable): string {
  return `public.${pg.escapeIdentifier(name)}`;
}

export function columnList({ columns }: BackupTable): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}
