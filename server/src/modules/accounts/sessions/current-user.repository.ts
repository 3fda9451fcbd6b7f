/** Reads everything that `/me` returns, and the session, in one query, because every screen requests it first. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { accounts, sessions } from '../../../schema/accounts.table.ts';
import { usageMonths } from '../../../schema/usage.table.ts';
import { firstOwnerOf, workspaceMembers, workspaces } from '../../../schema/workspaces.table.ts';
import { subscriptionColumns, subscriptionOf } from '../../billing/running-subscription.service.ts';
import { isMembership, membershipColumns, sessionColumns } from './sessions.repository.ts';

const {
  passwordHash,
  totpSecret,
  totpLastStep,
  credentialEpoch,
  passkeyUserId,
  storageFullAt,
  storageNotifiedAt,
  storageWarnedAt,
  trialEndsAt,
  requestLimit,
  exportLimit,
  ...accountColumns
} = getTableColumns(accounts);

interface Question {
  readonly accountId: number;
  /** null: no session is read. */
  readonly sessionId: string | null;
  /** null: the account's own. */
  readonly workspaceId: WorkspaceId | null;
  /** The current payment provider. */
  readonly provider: string;
  /** First day of the current month. */
  readonly month: string;
  readonly now: Date;
}

const NO_MEMBERSHIP = {
  workspaceId: null,
  workspaceName: null,
  personalAccountId: null,
  role: null,
  rights: null,
  lastSeenAt: null,
  trialEndsAt: null,
  requestLimit: null,
  exportLimit: null,
};

export function createCurrentUserRepository(database: Database) {
  const newest = subscriptionOf(database, workspaces.id, sql.placeholder('provider'), sql.placeholder('now'));
  const query = database
    .select({
      account: accountColumns,
      session: { id: sessions.id, ...sessionColumns },
      workspace: { ...membershipColumns, requestLimit: workspaces.requestLimit, exportLimit: workspaces.exportLimit },
      subscription: subscriptionColumns(newest),
      usage: { requestCount: usageMonths.requestCount, exportCount: usageMonths.exportCount },
    })
    .from(accounts)
    .leftJoin(sessions, and(eq(sessions.accountId, accounts.id), eq(sessions.id, sql.placeholder('sessionId'))))
    .leftJoin(workspaceMembers, isMembership(sql`${sql.placeholder('workspaceId')}::bigint`))
    .leftJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .leftJoinLateral(newest, sql`true`)
    .leftJoin(usageMonths, and(eq(usageMonths.workspaceId, workspaces.id), eq(usageMonths.month, sql.placeholder('month'))))
    .where(eq(accounts.id, sql.placeholder('accountId')))
    .prepare('current_user');

  return {
    /** null: there is no such workspace. */
    async findFirstOwner(workspaceId: WorkspaceId): Promise<number | null> {
      const [row] = await database
        .select({ id: firstOwnerOf(workspaces.id) })
        .from(workspaces)
        .where(eq(workspaces.id, workspaceId));
      return row === undefined ? null : Number(row.id);
    },
    async find({ now, ...question }: Question) {
      const [row] = await query.execute({ ...question, now: now.toISOString() });
      if (row === undefined) return null;
      return { ...row, workspace: row.workspace ?? NO_MEMBERSHIP, usage: row.usage ?? { requestCount: 0, exportCount: 0 } };
    },
  };
}
