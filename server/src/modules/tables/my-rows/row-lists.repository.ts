/** Lists of rows. Every statement names the account. */
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection, Transaction } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace.ts';
import type { MyTableRows } from './my-rows.repository.ts';

const listsSchema = z.array(
  z
    .object({
      id: z.coerce.number(),
      table_name: z.string(),
      name: z.string(),
      note: z.string(),
      pasted_lines: z.nullable(z.number()),
      counted_in: z.nullable(z.string()),
      is_pinned: z.boolean(),
      updated_at: z.coerce.date(),
      deleted_at: z.coerce.date().nullable(),
      count: z.coerce.number(),
    })
    .transform(
      ({
        table_name: tableName,
        is_pinned: isPinned,
        updated_at: updatedAt,
        deleted_at: deletedAt,
        pasted_lines: pastedLines,
        counted_in: countedIn,
        ...list
      }) => {
        return { ...list, tableName, isPinned, updatedAt, deletedAt, pastedLines, countedIn };
      },
    ),
);
export type StoredList = z.infer<typeof listsSchema>[number];

interface StoredListChoice {
  /** The table; null: all tables. */
  readonly tableName: string | null;
  /** Only lists that hold this row; null: all lists. */
  readonly row: number | null;
  /** The deleted ones instead, the latest first; others come by name. */
  readonly isDeleted: boolean;
}

/** Finds lists, without pasted matches. */
export async function findLists(
  connection: Connection,
  workspaceId: WorkspaceId,
  { tableName, row, isDeleted }: StoredListChoice,
): Promise<StoredList[]> {
  const holdsRow = sql`and exists (select from row_list_rows held where held.list_id = list.id and held.row_id = ${row}::bigint)`;
  const { rows } = await connection.execute(sql`${listsOf(workspaceId, isDeleted)} and ${IS_NAMED}
    ${tableName === null ? sql`` : sql`and list.table_name = ${tableName}`} ${row === null ? sql`` : holdsRow}
    order by list.deleted_at desc nulls first, lower(list.name), list.id`);
  return listsSchema.parse(rows);
}

/** Finds a list; null: there is none, or it is not deleted where a deleted one is requested, or the other way round. */
export async function findList(
  connection: Connection,
  workspaceId: WorkspaceId,
  id: number,
  { isDeleted } = { isDeleted: false },
): Promise<StoredList | null> {
  const { rows } = await connection.execute(sql`${listsOf(workspaceId, isDeleted)} and list.id = ${id}`);
  return listsSchema.parse(rows)[0] ?? null;
}

/** A list that its owner named, unlike the rows found for pasted lines, or counted elsewhere. */
const IS_NAMED = sql`list.pasted_lines is null`;

function listsOf(workspaceId: WorkspaceId, isDeleted: boolean): SQL {
  return sql`select list.id, list.table_name, list.name, list.note, list.is_pinned, list.pasted_lines, list.counted_in,
      list.updated_at, list.deleted_at,
      (select count(*) from row_list_rows listed where listed.list_id = list.id) as count
    from row_lists list where list.account_id = ${workspaceId} and (list.deleted_at is not null) = ${isDeleted}`;
}

/** The table of a list that is not deleted, or of a pasted match, without counting it. */
export async function findTableOfList(connection: Connection, workspaceId: WorkspaceId, id: string): Promise<string | null> {
  const { rows } = await connection.execute<{ table_name: string }>(
    sql`select table_name from row_lists where id = ${id}::bigint and account_id = ${workspaceId} and deleted_at is null`,
  );
  return rows[0]?.table_name ?? null;
}

/** The table of a list that can be watched: a pasted match ends without notice. */
export async function findTableOfNamedList(connection: Connection, workspaceId: WorkspaceId, id: string): Promise<string | null> {
  const { rows } = await connection.execute<{ table_name: string }>(sql`select list.table_name from row_lists list
    where list.id = ${id}::bigint and list.account_id = ${workspaceId} and list.deleted_at is null and ${IS_NAMED}`);
  return rows[0]?.table_name ?? null;
}

/** Counts lists that are not deleted. */
export async function countLists(transaction: Transaction, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await transaction.execute<{ count: string }>(
    sql`select count(*) as count from row_lists list
      where list.account_id = ${workspaceId} and list.deleted_at is null and ${IS_NAMED}`,
  );
  return Number(rows[0]?.count);
}

/** Inserts a list; null: the name is taken. */
export async function insertList(
  transaction: Transaction,
  { workspaceId, tableName }: MyTableRows,
  name: string,
  now: Date,
): Promise<number | null> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    insert into row_lists (account_id, table_name, name, created_at, updated_at)
    values (${workspaceId}, ${tableName}, ${name}, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)
    on conflict do nothing returning id`);
  return rows[0] === undefined ? null : Number(rows[0].id);
}

/** Inserts a pasted match. Only a server of an earlier version shows its name, which must be free. */
export async function insertPastedMatch(
  transaction: Transaction,
  { workspaceId, tableName }: MyTableRows,
  { lines, countedIn }: { readonly lines: number; readonly countedIn: string | null },
  now: Date,
): Promise<number> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    insert into row_lists (account_id, table_name, name, pasted_lines, counted_in, created_at, updated_at)
    values (${workspaceId}, ${tableName}, 'Pasted ' || gen_random_uuid(), ${lines}, ${countedIn},
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz) returning id`);
  return Number(rows[0]?.id);
}

/** Deletes all but the last ones. Those that a saved view names stay: views are limited themselves. */
export async function deleteOldPastedMatches(
  transaction: Transaction,
  { workspaceId, tableName }: MyTableRows,
  kept: number,
): Promise<void> {
  await transaction.execute(sql`delete from row_lists where id in (
    select list.id from row_lists list
    where list.account_id = ${workspaceId} and list.table_name = ${tableName} and not ${IS_NAMED}
      and not exists (select from table_views own
        where own.account_id = ${workspaceId} and own.state -> 'filters' ->> 'list' = list.id::text)
    order by list.id desc offset ${kept})`);
}

/** A pasted match becomes a list. False: another list has the name. */
export async function renameList(transaction: Transaction, workspaceId: WorkspaceId, id: number, name: string, now: Date) {
  const { rowCount } = await transaction.execute(sql`
    update row_lists list set name = ${name}, pasted_lines = null, counted_in = null, updated_at = ${now.toISOString()}::timestamptz
    where id = ${id} and account_id = ${workspaceId} and not exists (select from row_lists other
      where other.account_id = ${workspaceId} and other.table_name = list.table_name and other.id <> list.id
        and lower(other.name) = lower(${name}) and other.deleted_at is null)`);
  return rowCount === 1;
}

export async function noteList(
  transaction: Transaction,
  workspaceId: WorkspaceId,
  id: number,
  note: string,
  now: Date,
): Promise<void> {
  await transaction.execute(sql`update row_lists set note = ${note}, updated_at = ${now.toISOString()}::timestamptz
    where id = ${id} and account_id = ${workspaceId}`);
}

export async function pinList(transaction: Transaction, workspaceId: WorkspaceId, id: number, isPinned: boolean): Promise<void> {
  await transaction.execute(sql`update row_lists set is_pinned = ${isPinned} where id = ${id} and account_id = ${workspaceId}`);
}

/**
 * @param rows a query of ids, as column `id`, of rows that stay until the transaction ends
 * @param addition kept with each row that was not on the list
 * @returns how many rows there are, and how many of them were added
 */
export async function insertRows(transaction: Transaction, list: number, rows: SQL, addition: number) {
  const { rows: counted } = await transaction.execute<{ chosen: string; added: string }>(sql`
    with chosen as materialized (${rows}),
    added as (insert into row_list_rows (list_id, row_id, addition)
      select ${list}::bigint, chosen.id, ${addition}::bigint from chosen on conflict do nothing returning row_id)
    select (select count(*) from chosen) as chosen, (select count(*) from added) as added`);
  return { chosen: Number(counted[0]?.chosen), added: Number(counted[0]?.added) };
}

/** @param condition on the rows of the list, as `listed` @returns how many were removed */
export async function removeRows(transaction: Transaction, list: number, condition: SQL): Promise<number> {
  const { rowCount } = await transaction.execute(
    sql`delete from row_list_rows listed where listed.list_id = ${list} and ${condition}`,
  );
  return rowCount ?? 0;
}

export async function touchList(transaction: Transaction, workspaceId: WorkspaceId, id: number, now: Date): Promise<void> {
  await transaction.execute(sql`update row_lists set updated_at = ${now.toISOString()}::timestamptz
    where id = ${id} and account_id = ${workspaceId}`);
}

/** Rows of all lists of an account that it named: of those that are not deleted, and of all. */
export async function countListed(transaction: Transaction, workspaceId: WorkspaceId): Promise<{ live: number; all: number }> {
  const { rows } = await transaction.execute<{ live: string; all: string }>(sql`
    select count(*) filter (where list.deleted_at is null) as live, count(*) as all
    from row_list_rows listed join row_lists list on list.id = listed.list_id
    where list.account_id = ${workspaceId} and ${IS_NAMED}`);
  return { live: Number(rows[0]?.live), all: Number(rows[0]?.all) };
}
