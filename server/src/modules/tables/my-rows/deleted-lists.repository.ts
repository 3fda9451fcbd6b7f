/** Lists that were deleted, and are kept for a while. Every statement but the clean-up names the account. */
import { sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace.ts';

/** A deleted list is not pinned. False: there is no such list, or it is deleted already. */
export async function markDeleted(transaction: Transaction, workspaceId: WorkspaceId, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await transaction.execute(sql`
    update row_lists set deleted_at = ${now.toISOString()}::timestamptz, is_pinned = false
    where id = ${id} and account_id = ${workspaceId} and deleted_at is null`);
  return rowCount === 1;
}

/** Whether a list that is not deleted has the name, in whatever case. */
export async function isNameTaken(
  transaction: Transaction,
  { workspaceId, tableName }: { readonly workspaceId: WorkspaceId; readonly tableName: string },
  name: string,
): Promise<boolean> {
  const { rows } = await transaction.execute(sql`select 1 from row_lists where account_id = ${workspaceId}
    and table_name = ${tableName} and lower(name) = lower(${name}) and deleted_at is null`);
  return rows.length > 0;
}

/** Restores a list. False: there is no such deleted list. */
export async function restore(transaction: Transaction, workspaceId: WorkspaceId, id: number, name: string): Promise<boolean> {
  const { rowCount } = await transaction.execute(sql`update row_lists set deleted_at = null, name = ${name}
    where id = ${id} and account_id = ${workspaceId} and deleted_at is not null`);
  return rowCount === 1;
}

/** Purges a list. False: there is no such deleted list. */
export async function purge(connection: Connection, workspaceId: WorkspaceId, id: number): Promise<boolean> {
  const { rowCount } = await connection.execute(
    sql`delete from row_lists where id = ${id} and account_id = ${workspaceId} and deleted_at is not null`,
  );
  return rowCount === 1;
}

/** Purges all but so many of the deleted lists; the latest deleted stay. */
export async function keepDeleted(transaction: Transaction, workspaceId: WorkspaceId, most: number): Promise<void> {
  await transaction.execute(sql`delete from row_lists where account_id = ${workspaceId} and id in (
    select id from row_lists where account_id = ${workspaceId} and deleted_at is not null
    order by deleted_at desc, id desc offset ${most})`);
}

/** Purges deleted lists until the others hold at most so many rows; the latest deleted stay. */
export async function keepDeletedRows(transaction: Transaction, workspaceId: WorkspaceId, most: number): Promise<void> {
  await transaction.execute(sql`delete from row_lists where account_id = ${workspaceId} and id in (
    select id from (
      select list.id, sum((select count(*) from row_list_rows listed where listed.list_id = list.id))
        over (order by list.deleted_at desc, list.id desc) as total
      from row_lists list where list.account_id = ${workspaceId} and list.deleted_at is not null) summed
    where summed.total > ${most})`);
}

/** Purges deleted lists of all accounts, up to a limit. @returns how many were purged */
export async function purgeDeletedBefore(connection: Connection, moment: Date, limit: number): Promise<number> {
  const { rowCount } = await connection.execute(sql`delete from row_lists where deleted_at is not null and id in (
    select id from row_lists where deleted_at < ${moment.toISOString()}::timestamptz
    order by deleted_at limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
