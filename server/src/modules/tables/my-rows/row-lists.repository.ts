/** Lists of rows. Every statement names the account. */
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection, Transaction } from '../../../database/database.ts';
import type { MyTableRows } from './my-rows.repository.ts';

const listsSchema = z.array(
  z
    .object({
      id: z.coerce.number(),
      table_name: z.string(),
      name: z.string(),
      is_pinned: z.boolean(),
      updated_at: z.coerce.date(),
      count: z.coerce.number(),
    })
    .transform(({ table_name: tableName, is_pinned: isPinned, updated_at: updatedAt, ...list }) => ({
      ...list,
      tableName,
      isPinned,
      updatedAt,
    })),
);
export type StoredList = z.infer<typeof listsSchema>[number];

/** By name. @param tableName null: of all tables */
export async function findLists(connection: Connection, accountId: number, tableName: string | null): Promise<StoredList[]> {
  const { rows } = await connection.execute(sql`${listsOf(accountId)}
    ${tableName === null ? sql`` : sql`and list.table_name = ${tableName}`} order by lower(list.name), list.id`);
  return listsSchema.parse(rows);
}

export async function findList(connection: Connection, accountId: number, id: number): Promise<StoredList | null> {
  const { rows } = await connection.execute(sql`${listsOf(accountId)} and list.id = ${id}`);
  return listsSchema.parse(rows)[0] ?? null;
}

function listsOf(accountId: number): SQL {
  return sql`select list.id, list.table_name, list.name, list.is_pinned, list.updated_at,
      (select count(*) from row_list_rows listed where listed.list_id = list.id) as count
    from row_lists list where list.account_id = ${accountId}`;
}

/** The table of a list, without counting it. */
export async function findTableOfList(connection: Connection, accountId: number, id: string): Promise<string | null> {
  const { rows } = await connection.execute<{ table_name: string }>(
    sql`select table_name from row_lists where id = ${id}::bigint and account_id = ${accountId}`,
  );
  return rows[0]?.table_name ?? null;
}

export async function countLists(transaction: Transaction, accountId: number): Promise<number> {
  const { rows } = await transaction.execute<{ count: string }>(
    sql`select count(*) as count from row_lists where account_id = ${accountId}`,
  );
  return Number(rows[0]?.count);
}

/** null: the name is taken. */
export async function insertList(
  transaction: Transaction,
  { accountId, tableName }: MyTableRows,
  name: string,
  now: Date,
): Promise<number | null> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    insert into row_lists (account_id, table_name, name, created_at, updated_at)
    values (${accountId}, ${tableName}, ${name}, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)
    on conflict do nothing returning id`);
  return rows[0] === undefined ? null : Number(rows[0].id);
}

/** False: another list has the name. */
export async function renameList(transaction: Transaction, accountId: number, id: number, name: string, now: Date) {
  const { rowCount } = await transaction.execute(sql`
    update row_lists list set name = ${name}, updated_at = ${now.toISOString()}::timestamptz
    where id = ${id} and account_id = ${accountId} and not exists (select from row_lists other
      where other.account_id = ${accountId} and other.table_name = list.table_name and other.id <> list.id
        and lower(other.name) = lower(${name}))`);
  return rowCount === 1;
}

export async function pinList(transaction: Transaction, accountId: number, id: number, isPinned: boolean): Promise<void> {
  await transaction.execute(sql`update row_lists set is_pinned = ${isPinned} where id = ${id} and account_id = ${accountId}`);
}

export async function deleteList(transaction: Transaction, accountId: number, id: number): Promise<void> {
  await transaction.execute(sql`delete from row_lists where id = ${id} and account_id = ${accountId}`);
}

/** @param rows a query of ids, as column `id`, of rows that stay until the transaction ends */
export async function insertRows(transaction: Transaction, list: number, rows: SQL): Promise<void> {
  await transaction.execute(sql`insert into row_list_rows (list_id, row_id)
    select ${list}::bigint, chosen.id from (${rows}) chosen on conflict do nothing`);
}

/** @param rows a query of ids */
export async function removeRows(transaction: Transaction, list: number, rows: SQL): Promise<void> {
  await transaction.execute(sql`delete from row_list_rows where list_id = ${list} and row_id in (${rows})`);
}

export async function touchList(transaction: Transaction, accountId: number, id: number, now: Date): Promise<void> {
  await transaction.execute(sql`update row_lists set updated_at = ${now.toISOString()}::timestamptz
    where id = ${id} and account_id = ${accountId}`);
}

export async function countListed(transaction: Transaction, accountId: number): Promise<number> {
  const { rows } = await transaction.execute<{ count: string }>(sql`select count(*) as count from row_list_rows listed
    join row_lists list on list.id = listed.list_id where list.account_id = ${accountId}`);
  return Number(rows[0]?.count);
}
