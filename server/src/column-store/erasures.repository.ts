/**
 * Rows that the copies have to be rid of. Whoever erases asks for it in its own transaction, and is done once every copy has rewritten
 * the parts that held them. A copy that is built later never had them.
 */
import { sql } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { columnStoreCopies as copies, columnStoreErasures as erasures } from '../schema/column-store.table.ts';

/** How long it stays known what was erased: ids alone. */
const KEPT = sql`interval '30 days'`;

/** @param transaction that changed or deleted the rows: it holds the lock of the table's writers */
export async function askToErase(transaction: Connection, tableName: string, rowIds: readonly number[]): Promise<void> {
  if (rowIds.length === 0) return;
  await transaction.execute(sql`
    insert into ${erasures} (table_name, row_ids, version)
    select table_name, ${sql.param([...rowIds])}::bigint[], version from table_versions where table_name = ${tableName}`);
}

/** The last erasure that a copy still has to carry out; null: none. */
export async function lastWaiting(connection: Connection): Promise<number | null> {
  const { rows } = await connection.execute<{ last: string | null }>(
    sql`select max(id) as last from ${erasures} where done_at is null`,
  );
  const last = rows[0]?.last;
  return last === null || last === undefined ? null : Number(last);
}

/** An erasure is done once all copies of its table are rid of it. Without a copy that is at once. */
export async function settleErasures(connection: Connection): Promise<void> {
  await connection.execute(sql`
    update ${erasures} erased set done_at = clock_timestamp() where done_at is null and not exists (
      select from ${copies} copy where copy.table_name = erased.table_name and copy.erased_to < erased.id)`);
}

export async function forgetErasures(connection: Connection): Promise<void> {
  await connection.execute(sql`delete from ${erasures} where done_at < clock_timestamp() - ${KEPT}`);
}
