/** Lines of activity, read by members and deleted when they are old. `noteActivity` writes them. */
import { and, count, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { workspaceActivity } from '../../schema/workspaces.table.ts';

export type StoredActivity = Pick<typeof workspaceActivity.$inferSelect, 'accountId' | 'at' | 'action' | 'target' | 'rows'>;

/** Newest first. @param accountId whose own are read; null: everybody's */
export async function listActivity(
  connection: Connection,
  workspaceId: WorkspaceId,
  accountId: number | null,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: StoredActivity[]; readonly total: number }> {
  const which = and(
    eq(workspaceActivity.workspaceId, workspaceId),
    accountId === null ? undefined : eq(workspaceActivity.accountId, accountId),
  );
  const { at, action, target, rows: exported } = workspaceActivity;
  const rows = await connection
    .select({ accountId: workspaceActivity.accountId, at, action, target, rows: exported })
    .from(workspaceActivity)
    .where(which)
    .orderBy(desc(workspaceActivity.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await connection.select({ total: count() }).from(workspaceActivity).where(which);
  return { rows, total: counted?.total ?? 0 };
}

/** @returns how many were deleted, at most `limit` */
export async function deleteBefore(connection: Connection, time: Date, limit: number): Promise<number> {
  const old = connection
    .select({ id: workspaceActivity.id })
    .from(workspaceActivity)
    .where(lt(workspaceActivity.at, time))
    .orderBy(workspaceActivity.at)
    .limit(limit);
  const { rowCount } = await connection.delete(workspaceActivity).where(inArray(workspaceActivity.id, old));
  return rowCount ?? 0;
}

/** Deletes the oldest lines of workspaces that have more than `most`. */
export async function keepNewest(connection: Connection, most: number): Promise<void> {
  const tooMany: SQL = sql`select ${workspaceActivity.workspaceId} as id from ${workspaceActivity}
    group by ${workspaceActivity.workspaceId} having count(*) > ${most}`;
  await connection.execute(sql`delete from ${workspaceActivity} old using (${tooMany}) full_one
    where old.workspace_id = full_one.id and old.id <= (select newer.id from ${workspaceActivity} newer
      where newer.workspace_id = full_one.id order by newer.id desc offset ${most} limit 1)`);
}

/** Forgets an address in lines about invitations. */
export async function forgetAddress(connection: Connection, email: string, instead: string): Promise<void> {
  await connection
    .update(workspaceActivity)
    .set({ target: instead })
    .where(and(inArray(workspaceActivity.action, ['member.invited', 'invite.withdrawn']), eq(workspaceActivity.target, email)));
}
