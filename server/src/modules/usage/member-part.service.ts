/**
 * What a member exported in a month, and the part of the workspace's limit that an admin gave them. Like the workspace's, a
 * count changes only by a statement that also checks the limit.
 */
import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';

export interface MemberMonth {
  readonly workspaceId: WorkspaceId;
  readonly accountId: number;
  /** First day of the month. */
  readonly month: string;
}

export interface MemberPart {
  /** Rows that the member exported this month and that were charged. */
  readonly exportCount: number;
  /** null: all that the workspace has. */
  readonly exportLimit: number | null;
}

/** null: the account is no member. */
export async function readMemberPart(
  connection: Connection,
  { workspaceId, accountId, month }: MemberMonth,
): Promise<MemberPart | null> {
  const { rows } = await connection.execute<{ used: number; part: number | null }>(sql`
    select coalesce(months.export_count, 0) as used, member.export_limit as part
    from workspace_members member
    left join workspace_member_months months
      on months.workspace_id = member.workspace_id and months.account_id = member.account_id and months.month = ${month}
    where member.workspace_id = ${workspaceId} and member.account_id = ${accountId}`);
  const [found] = rows;
  return found === undefined ? null : { exportCount: found.used, exportLimit: found.part };
}

/** Adds to the member's count. @returns false: that would exceed the member's part, or the account is no member */
export async function takeMemberPart(
  connection: Connection,
  { workspaceId, accountId, month }: MemberMonth,
  amount: number,
): Promise<boolean> {
  const { rowCount } = await connection.execute(sql`
    insert into workspace_member_months as known (workspace_id, account_id, month, export_count)
      select workspace_id, account_id, ${month}::date, ${amount}::int from workspace_members
      where workspace_id = ${workspaceId} and account_id = ${accountId}
        and (${amount}::int = 0 or export_limit is null or export_limit >= ${amount}::int)
    on conflict (workspace_id, account_id, month) do update set export_count = known.export_count + excluded.export_count
      where excluded.export_count = 0 or not exists (select from workspace_members member
        where member.workspace_id = known.workspace_id and member.account_id = known.account_id
          and member.export_limit < known.export_count + excluded.export_count)`);
  return rowCount === 1;
}

/** Subtracts from a count, which never falls below 0. */
export async function giveBackMemberPart(
  connection: Connection,
  { workspaceId, accountId, month }: MemberMonth,
  amount: number,
): Promise<void> {
  await connection.execute(sql`
    update workspace_member_months set export_count = greatest(0, export_count - ${amount}::int)
    where workspace_id = ${workspaceId} and account_id = ${accountId} and month = ${month}`);
}
