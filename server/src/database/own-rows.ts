/**
 * Everything a table holds of one account, as JSON the database writes: every column is there without being
 * named, so a new one is never forgotten; what must not leave the server is named instead. Read in batches
 * by key, so that any number of rows takes the memory of one batch.
 */
import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Database } from './database.ts';

const BATCH_ROWS = 500;
const batchSchema = z.array(z.object({ key: z.string(), row: z.string() }));

export interface OwnTable {
  readonly table: PgTable;
  /** A column, or what is made of several of `own`, that tells the account's rows apart and gives their order. */
  readonly key: string | SQL;
  /** Hashes, secrets and whatever else is no use to the owner. */
  readonly omit?: readonly string[];
  /** The column that names the account; `account_id` where absent. */
  readonly owner?: string;
  /** A jsonb object to add to each row, which is `own` there. */
  readonly add?: SQL;
}

/** Batches of rows, each row as JSON text. */
export async function* ownRows(
  database: Database,
  accountId: number,
  { table, key, omit = [], owner = 'account_id', add }: OwnTable,
): AsyncGenerator<readonly string[]> {
  const keyColumn = typeof key === 'string' ? sql`own.${sql.identifier(key)}` : key;
  const kept = sql`to_jsonb(own) - ${sql.param(owner === 'account_id' ? [...omit, owner] : omit)}::text[]`;
  let after = sql``;
  for (;;) {
    const { rows } = await database.execute(sql`
      select ${keyColumn}::text as key, (${add === undefined ? kept : sql`(${kept}) || ${add}`})::text as row
      from ${sql.identifier(getTableName(table))} own
      where own.${sql.identifier(owner)} = ${accountId} ${after}
      order by ${keyColumn} limit ${BATCH_ROWS}`);
    const batch = batchSchema.parse(rows);
    yield batch.map(({ row }) => row);
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH_ROWS) return;
    after = sql`and ${keyColumn} > ${last.key}`;
  }
}
