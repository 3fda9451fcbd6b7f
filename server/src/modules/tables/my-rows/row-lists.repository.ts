/** Lists of rows. Every statement names the workspace, and where it matters the member. */
import { type Visibility, visibilities } from '@leadloom/shared/contract/visibility';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection, Transaction } from '../../../database/database.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import { authorEmail, authorOf, columnsAs, isAuthorThere, isMadeBy, isSeenBy } from '../../../schema/visible-rows.ts';
import type { MemberRows } from './my-rows.repository.ts';

const list = columnsAs('list');
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
      visibility: z.enum(visibilities),
      created_by: z.nullable(z.coerce.number()),
      author: z.nullable(z.string()),
      updated_at: z.coerce.date(),
      deleted_at: z.coerce.date().nullable(),
      count: z.coerce.number(),
    })
    .transform(
      ({
        table_name: tableName,
        is_pinned: isPinned,
        created_by: createdBy,
        updated_at: updatedAt,
        deleted_at: deletedAt,
        pasted_lines: pastedLines,
        counted_in: countedIn,
        ...list
      }) => {
        return { ...list, tableName, isPinned, createdBy, updatedAt, deletedAt, pastedLines, countedIn };
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

/** Finds lists that the member sees, without pasted matches. */
export async function findLists(
  connection: Connection,
  member: Member,
  { tableName, row, isDeleted }: StoredListChoice,
): Promise<StoredList[]> {
  const holdsRow = sql`and exists (select from row_list_rows held where held.list_id = list.id and held.row_id = ${row}::bigint)`;
  const { rows } = await connection.execute(sql`${listsOf(member, isDeleted)} and ${IS_NAMED}
    ${tableName === null ? sql`` : sql`and list.table_name = ${tableName}`} ${row === null ? sql`` : holdsRow}
    order by list.deleted_at desc nulls first, lower(list.name), list.id`);
  return listsSchema.parse(rows);
}

/**
 * Finds a list; null: the member sees none, or it is not deleted where a deleted one is requested, or the other way round.
 */
export async function findList(
  connection: Connection,
  member: Member,
  id: number,
  { isDeleted } = { isDeleted: false },
): Promise<StoredList | null> {
  const { rows } = await connection.execute(sql`${listsOf(member, isDeleted)} and list.id = ${id}`);
  return listsSchema.parse(rows)[0] ?? null;
}

/** The same, and no other change of the list goes on until the transaction ends. */
export async function lockList(
  transaction: Transaction,
  member: Member,
  id: number,
): Promise<(StoredList & { readonly isAuthorThere: boolean }) | null> {
  const { rows } = await transaction.execute<{ is_there: boolean }>(sql`select ${isAuthorThere(list)} as is_there
    from row_lists list where list.id = ${id} and ${isSeenBy(list, member)} for no key update`);
  const found = rows[0] === undefined ? null : await findList(transaction, member, id);
  return found === null ? null : { ...found, isAuthorThere: rows[0]?.is_there === true };
}

/** A list that its author named, unlike the rows found for pasted lines, or counted elsewhere. */
const IS_NAMED = sql`list.pasted_lines is null`;

function listsOf(member: Member, isDeleted: boolean): SQL {
  return sql`select list.id, list.table_name, list.name, list.note, list.is_pinned, list.pasted_lines, list.counted_in,
      list.visibility, list.created_by, ${authorEmail(list)} as author, list.updated_at, list.deleted_at,
      (select count(*) from row_list_rows listed where listed.list_id = list.id) as count
    from row_lists list where ${isSeenBy(list, member)} and (list.deleted_at is not null) = ${isDeleted}`;
}

/** The table of a list that is not deleted, or of a pasted match, without counting it. */
export async function findTableOfList(connection: Connection, member: Member, id: string): Promise<string | null> {
  const { rows } = await connection.execute<{ table_name: string }>(sql`select list.table_name from row_lists list
    where list.id = ${id}::bigint and ${isSeenBy(list, member)} and list.deleted_at is null`);
  return rows[0]?.table_name ?? null;
}

/** Who sees a list that the member sees; null: there is none. @returns `isNamed`: it is no pasted match */
export async function findVisibleList(
  connection: Connection,
  member: Member,
  id: string,
): Promise<{ readonly name: string; readonly visibility: Visibility; readonly isNamed: boolean } | null> {
  const { rows } = await connection.execute<{ name: string; visibility: Visibility; named: boolean }>(sql`
    select list.name, list.visibility, ${IS_NAMED} as named from row_lists list
    where list.id = ${id}::bigint and ${isSeenBy(list, member)} and list.deleted_at is null`);
  const [found] = rows;
  return found === undefined ? null : { name: found.name, visibility: found.visibility, isNamed: found.named };
}

/** The table of a list that can be watched: a pasted match ends without notice. */
export async function findTableOfNamedList(connection: Connection, member: Member, id: string): Promise<string | null> {
  const { rows } = await connection.execute<{ table_name: string }>(sql`select list.table_name from row_lists list
    where list.id = ${id}::bigint and ${isSeenBy(list, member)} and list.deleted_at is null and ${IS_NAMED}`);
  return rows[0]?.table_name ?? null;
}

/** Counts lists that are not deleted: those that the member made, and all of the workspace. */
export async function countLists(transaction: Transaction, member: Member): Promise<{ own: number; all: number }> {
  const { rows } = await transaction.execute<{ own: string; all: string }>(
    sql`select count(*) filter (where ${isMadeBy(list, member)}) as own, count(*) as all from row_lists list
      where list.account_id = ${member.workspaceId} and list.deleted_at is null and ${IS_NAMED}`,
  );
  return { own: Number(rows[0]?.own), all: Number(rows[0]?.all) };
}

/** Inserts a list; null: the name is taken. */
export async function insertList(
  transaction: Transaction,
  { accountId, workspaceId, tableName }: MemberRows,
  { name, visibility }: { readonly name: string; readonly visibility: Visibility },
  now: Date,
): Promise<number | null> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    insert into row_lists (account_id, created_by, visibility, table_name, name, created_at, updated_at)
    values (${workspaceId}, ${accountId}, ${visibility}, ${tableName}, ${name}, ${now.toISOString()}::timestamptz,
      ${now.toISOString()}::timestamptz)
    on conflict do nothing returning id`);
  return rows[0] === undefined ? null : Number(rows[0].id);
}

/** Inserts a pasted match. Only a server of an earlier version shows its name, which must be free. */
export async function insertPastedMatch(
  transaction: Transaction,
  { accountId, workspaceId, tableName }: MemberRows,
  { lines, countedIn }: { readonly lines: number; readonly countedIn: string | null },
  now: Date,
): Promise<number> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    insert into row_lists (account_id, created_by, table_name, name, pasted_lines, counted_in, created_at, updated_at)
    values (${workspaceId}, ${accountId}, ${tableName}, 'Pasted ' || gen_random_uuid(), ${lines}, ${countedIn},
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz) returning id`);
  return Number(rows[0]?.id);
}

/** Deletes all but the member's last ones. Those that a saved view names stay: views are limited themselves. */
export async function deleteOldPastedMatches(transaction: Transaction, rows: MemberRows, kept: number): Promise<void> {
  await transaction.execute(sql`delete from row_lists where id in (
    select list.id from row_lists list
    where ${isMadeBy(list, rows)} and list.table_name = ${rows.tableName} and not ${IS_NAMED}
      and not exists (select from table_views own
        where own.account_id = ${rows.workspaceId} and own.state -> 'filters' ->> 'list' = list.id::text)
    order by list.id desc offset ${kept})`);
}

/** Where names are looked for: shared lists have names that differ, and so have the private ones of each author. */
interface NameSpace {
  readonly workspaceId: WorkspaceId;
  readonly tableName: string;
  readonly visibility: Visibility;
  readonly authorId: number;
}

/** Whether another list that is not deleted has the name, in whatever case. @param id null: the list is none of them yet */
export async function isNameTaken(
  transaction: Transaction,
  { workspaceId, tableName, visibility, authorId }: NameSpace,
  { id, name }: { readonly id: number | null; readonly name: string },
): Promise<boolean> {
  const { rows } = await transaction.execute(sql`select 1 from row_lists list where list.account_id = ${workspaceId}
    and list.table_name = ${tableName} and lower(list.name) = lower(${name}) and list.deleted_at is null
    and list.id is distinct from ${id}::bigint and list.visibility = ${visibility}
    and (list.visibility = 'workspace' or ${authorOf(list)} = ${authorId}::bigint) limit 1`);
  return rows.length > 0;
}

interface ListChange {
  readonly name: string;
  readonly note: string;
  readonly isPinned: boolean;
  readonly visibility: Visibility;
  readonly createdBy: number | null;
  readonly updatedAt: Date;
}

/** Stores all that members change of a list. A pasted match that is named becomes a list. @param isNamed whether it is, or was one */
export async function updateList(
  transaction: Transaction,
  id: number,
  { name, note, isPinned, visibility, createdBy, updatedAt }: ListChange,
  isNamed: boolean,
): Promise<void> {
  const origin = isNamed ? sql`, pasted_lines = null, counted_in = null` : sql``;
  await transaction.execute(sql`update row_lists set name = ${name}, note = ${note}, is_pinned = ${isPinned},
      visibility = ${visibility}, created_by = ${createdBy}::bigint, updated_at = ${updatedAt.toISOString()}::timestamptz ${origin}
    where id = ${id}`);
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

/** The list was changed. Each change has a later time than the one before. */
export async function touchList(transaction: Transaction, id: number, now: Date): Promise<void> {
  await transaction.execute(sql`update row_lists
    set updated_at = greatest(${now.toISOString()}::timestamptz, updated_at + interval '1 millisecond') where id = ${id}`);
}

/** Rows of all lists of a workspace that were named: of those that are not deleted, and of all. */
export async function countListed(transaction: Transaction, workspaceId: WorkspaceId): Promise<{ live: number; all: number }> {
  const { rows } = await transaction.execute<{ live: string; all: string }>(sql`
    select count(*) filter (where list.deleted_at is null) as live, count(*) as all
    from row_list_rows listed join row_lists list on list.id = listed.list_id
    where list.account_id = ${workspaceId} and ${IS_NAMED}`);
  return { live: Number(rows[0]?.live), all: Number(rows[0]?.all) };
}
