/**
 * Everything a table holds of one account, or of its personal workspace, which has the same id, as JSON the database writes: every column is there without being named, so a new
 * one is never forgotten; what must not leave the server is named instead. Rows are read in batches by key, bounded in rows
 * and bytes, so that any number of rows takes the memory of one batch, and no batch blocks others.
 */
import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';

const BATCH_ROWS = 500;
/** The row that exceeds them is the last of its batch. */
const BATCH_BYTES = 256 * 1024;
const batchSchema = z.array(z.object({ key: z.string(), row: z.string(), found: z.int() }));

export interface OwnTable {
  readonly table: PgTable;
  /** A column, or an expression of several of `own`, that identifies each of the account's rows and gives their order. */
  readonly key: string | SQL;
  /** Columns that are left out: hashes, secrets and others of no use to the owner. */
  readonly omit?: readonly string[];
  /** The column that names the account; `account_id` where absent. */
  readonly owner?: string;
  /** A jsonb object to add to each row, which is `own` there. */
  readonly add?: SQL;
  /** Only rows of `own` for which this holds. */
  readonly only?: SQL;
}

/** Batches of rows, each row as JSON text. */
export async function* ownRows(
  database: Database,
  accountId: number,
  { table, key, omit = [], owner = 'account_id', add, only = sql`true` }: OwnTable,
): AsyncGenerator<readonly string[]> {
  const keyColumn = typeof key === 'string' ? sql`own.${sql.identifier(key)}` : key;
  const kept = sql`to_jsonb(own) - ${sql.param(owner === 'account_id' ? [...omit, owner] : omit)}::text[]`;
  let after = sql``;
  let limit = BATCH_ROWS;
  for (;;) {
    const { rows } = await database.execute(sql`
      select key, row, found::int from (
        select *, sum(octet_length(row)) over (order by place) - octet_length(row) as bytes_before, count(*) over () as found
        from (
          select ${keyColumn}::text as key, (${add === undefined ? kept : sql`(${kept}) || ${add}`})::text as row,
            row_number() over (order by ${keyColumn}) as place
          from ${sql.identifier(getTableName(table))} own
          where own.${sql.identifier(owner)} = ${accountId} and ${only} ${after}
          order by ${keyColumn} limit ${limit}) batch) sized
      where bytes_before < ${BATCH_BYTES} order by place`);
    const batch = batchSchema.parse(rows);
    yield batch.map(({ row }) => row);
    const last = batch.at(-1);
    if (last === undefined || (last.found < limit && batch.length === last.found)) return;
    after = sql`and ${keyColumn} > ${last.key}`;
    // The database makes the JSON of all rows of a batch, also of those that are left out.
    limit = batch.length < last.found ? batch.length : Math.min(BATCH_ROWS, 2 * limit);
  }
}
