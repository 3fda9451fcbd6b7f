/** Lists and tags of accounts, for alerts. The caller's transaction must see one moment: `repeatable read`. */
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { bindMyFilters, hasMyFilters, listedRows } from '../filters/my-filters.ts';
import type { MyTableRows } from './my-rows.repository.ts';
import { findTableOfNamedList } from './row-lists.repository.ts';

/** Whether a list or a tag decides which rows match. */
export const dependsOnMarks = hasMyFilters;

/** The filters of a list, for its account alone. */
export function filtersOfList(accountId: number, list: number): TableFilters {
  return bindMyFilters({ list: String(list) }, accountId);
}

/** The database's name of the list's table; null: the account has no such list. */
export function tableOfList(connection: Connection, accountId: number, list: number): Promise<string | null> {
  return findTableOfNamedList(connection, accountId, String(list));
}

/** The lists that exist, are of this account each, and are not deleted, by their ids. */
export async function existingLists(
  connection: Connection,
  lists: readonly { readonly accountId: number; readonly id: number }[],
): Promise<ReadonlySet<number>> {
  if (lists.length === 0) return new Set();
  const { rows } = await connection.execute<{ id: string }>(sql`
    select list.id from row_lists list join unnest(${sql.param(lists.map(({ id }) => id))}::bigint[],
      ${sql.param(lists.map(({ accountId }) => accountId))}::bigint[]) as wanted (id, account_id) using (id, account_id)
    where list.deleted_at is null`);
  return new Set(rows.map(({ id }) => Number(id)));
}

/** How often the account changed what it keeps about the rows of the table. */
export async function readMarksVersion(connection: Connection, { accountId, tableName }: MyTableRows): Promise<number> {
  const { rows } = await connection.execute<{ version: string }>(
    sql`select version from my_row_versions where account_id = ${accountId} and table_name = ${tableName}`,
  );
  return Number(rows[0]?.version ?? 0);
}

/** Ids of all rows of a list. A list is bounded, so they are read at once. */
export async function* readListedIds(
  connection: Connection,
  { accountId, tableName }: MyTableRows,
  list: number,
): AsyncGenerator<readonly number[]> {
  const { rows } = await connection.execute<{ row_id: string }>(listedRows(tableName, accountId, list));
  yield rows.map(({ row_id: id }) => Number(id));
}
