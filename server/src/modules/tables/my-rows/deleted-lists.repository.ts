/** Lists that were deleted, and are kept for a while. Every statement but the clean-up names the workspace. */
import { sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/database.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import { columnsAs, isMadeBy, isSeenBy } from '../../../schema/visible-rows.ts';

const list = columnsAs('list');

/** A deleted list is not pinned. False: there is no such list, or it is deleted already. */
export async function markDeleted(transaction: Transaction, workspaceId: WorkspaceId, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await transaction.execute(sql`
    update row_lists set deleted_at = ${now.toISOString()}::timestamptz, is_pinned = false
    where id = ${id} and account_id = ${workspaceId} and deleted_at is null`);
  return rowCount === 1;
}

/** Restores a list. False: there is no such deleted list. */
export async function restore(transaction: Transaction, workspaceId: WorkspaceId, id: number, name: string): Promise<boolean> {
  const { rowCount } = await transaction.execute(sql`update row_lists set deleted_at = null, name = ${name}
    where id = ${id} and account_id = ${workspaceId} and deleted_at is not null`);
  return rowCount === 1;
}

/** Purges a list. False: the member sees no such deleted list. */
export async function purge(connection: Connection, member: Member, id: number): Promise<boolean> {
  const { rowCount } = await connection.execute(
    sql`delete from row_lists list where list.id = ${id} and ${isSeenBy(list, member)} and list.deleted_at is not null`,
  );
  return rowCount === 1;
}

/** Purges all but so many of the deleted lists that a member made; the latest deleted stay. */
export async function keepDeleted(transaction: Transaction, member: Member, most: number): Promise<void> {
  await transaction.execute(sql`delete from row_lists where account_id = ${member.workspaceId} and id in (
    select list.id from row_lists list where ${isMadeBy(list, member)} and list.deleted_at is not null
    order by list.deleted_at desc, list.id desc offset ${most})`);
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
