/** What decides about the use of a workspace: its limits, trial and newest subscription. */
import { eq, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { workspaces } from '../../schema/workspaces.table.ts';
import { subscriptionColumns, subscriptionOf } from './running-subscription.service.ts';

/** A shared workspace needs no verified email of its own. */
const verifiedAt =
  sql<Date | null>`case when ${workspaces.personalAccountId} is null then ${workspaces.createdAt} else ${accounts.verifiedAt} end`.mapWith(
    accounts.verifiedAt,
  );

/** Determines what a workspace may use; null: there is no such workspace. */
export async function findStanding(database: Connection, workspaceId: WorkspaceId, provider: string, now: Date) {
  const newest = subscriptionOf(database, workspaces.id, provider, now.toISOString());
  const [row] = await database
    .select({
      verifiedAt,
      trialEndsAt: workspaces.trialEndsAt,
      requestLimit: workspaces.requestLimit,
      exportLimit: workspaces.exportLimit,
      subscription: subscriptionColumns(newest),
    })
    .from(workspaces)
    .leftJoin(accounts, eq(accounts.id, workspaces.personalAccountId))
    .leftJoinLateral(newest, sql`true`)
    .where(eq(workspaces.id, workspaceId));
  return row ?? null;
}
