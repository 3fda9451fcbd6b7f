/** Rows of workspaces. Every statement names the workspace, or the account whose workspaces are read. */
import type { WorkspaceRight, WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import { and, asc, count, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Connection, Transaction } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { alerts } from '../../schema/alerts.table.ts';
import { destinationDeliveries, destinations } from '../../schema/destinations.table.ts';
import { apiKeys } from '../../schema/keys.table.ts';
import { linkedinProfiles } from '../../schema/linkedin.table.ts';
import { rowLists, rowNotes } from '../../schema/my-rows.table.ts';
import { scheduledExports } from '../../schema/scheduled-exports.table.ts';
import { tableViews } from '../../schema/table-views.table.ts';
import { trends } from '../../schema/trends.table.ts';
import { webhooks } from '../../schema/webhooks.table.ts';
import { workspaceMembers, workspaces, workspaceVersions } from '../../schema/workspaces.table.ts';

/** A workspace with what one account is in it. */
export interface JoinedWorkspace {
  readonly id: WorkspaceId;
  readonly name: string;
  readonly personalAccountId: number | null;
  readonly role: WorkspaceRole;
  readonly rights: readonly WorkspaceRight[];
  readonly members: number;
}

const joinedColumns = {
  id: workspaces.id,
  name: workspaces.name,
  personalAccountId: workspaces.personalAccountId,
  role: workspaceMembers.role,
  rights: workspaceMembers.rights,
  members: sql<number>`(select count(*) from ${workspaceMembers} other where other.workspace_id = ${workspaces.id})`.mapWith(
    Number,
  ),
};

/** The account's own first, then by name. */
export function listJoined(connection: Connection, accountId: number): Promise<JoinedWorkspace[]> {
  return connection
    .select(joinedColumns)
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(eq(workspaceMembers.accountId, accountId))
    .orderBy(sql`${workspaces.personalAccountId} is null`, asc(sql`lower(${workspaces.name})`), asc(workspaces.id));
}

/** null: there is no such workspace, or the account is no member of it. */
export async function findJoined(
  connection: Connection,
  workspaceId: WorkspaceId,
  accountId: number,
): Promise<JoinedWorkspace | null> {
  const [row] = await connection
    .select(joinedColumns)
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.accountId, accountId)));
  return row ?? null;
}

/** Of the personal workspace of an account. */
interface OwnLimits {
  readonly trialEndsAt: Date | null;
  /** Those that an operator set; null: what the plan allows. */
  readonly requestLimit: number | null;
  readonly exportLimit: number | null;
}

/**
 * Locks an account whose memberships change. Whoever locks workspaces too locks the account first.
 * @returns trial and limits of its personal workspace; null: the account was deleted
 */
export async function lockAccount(transaction: Transaction | Connection, accountId: number): Promise<OwnLimits | null> {
  const [row] = await transaction
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
  if (row === undefined) return null;
  const [own] = await transaction
    .select({
      trialEndsAt: workspaces.trialEndsAt,
      requestLimit: workspaces.requestLimit,
      exportLimit: workspaces.exportLimit,
    })
    .from(workspaces)
    .where(eq(workspaces.personalAccountId, accountId));
  return own ?? null;
}

/**
 * Locks a workspace whose members change, so that such changes run one after the other. Rows that belong to it can still be
 * added meanwhile. null: it was deleted.
 */
export async function lockWorkspace(connection: Connection, workspaceId: WorkspaceId) {
  const [row] = await connection
    .select({ id: workspaces.id, name: workspaces.name, personalAccountId: workspaces.personalAccountId })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
    .for('no key update');
  return row ?? null;
}

/** How many workspaces the account is a member of, besides its own. */
export async function countShared(connection: Connection, accountId: number): Promise<number> {
  const [row] = await connection
    .select({ total: count() })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(and(eq(workspaceMembers.accountId, accountId), isNull(workspaces.personalAccountId)));
  return row?.total ?? 0;
}

type NewWorkspace = Pick<
  typeof workspaces.$inferInsert,
  'name' | 'createdBy' | 'createdAt' | 'trialEndsAt' | 'requestLimit' | 'exportLimit'
>;

export async function addWorkspace(transaction: Connection, workspace: NewWorkspace): Promise<WorkspaceId> {
  const [added] = await transaction.insert(workspaces).values(workspace).returning({ id: workspaces.id });
  if (added === undefined) throw new Error('a workspace was not stored');
  return added.id;
}

export async function renameWorkspace(connection: Connection, workspaceId: WorkspaceId, name: string): Promise<void> {
  await connection.update(workspaces).set({ name }).where(eq(workspaces.id, workspaceId));
}

/** Deletes a workspace with everything that belongs to it. */
export async function deleteWorkspace(connection: Connection, workspaceId: WorkspaceId): Promise<void> {
  await connection.delete(workspaces).where(and(eq(workspaces.id, workspaceId), isNull(workspaces.personalAccountId)));
}

/** Counts what belongs to a workspace, of all of its members. */
export async function countContent(connection: Connection, workspaceId: WorkspaceId) {
  const counted = (table: PgTable & { readonly workspaceId: SQLWrapper }, condition = sql`true`) =>
    sql<number>`(select count(*) from ${table} where ${table.workspaceId} = ${workspaceId} and ${condition})`.mapWith(Number);
  const [row] = await connection
    .select({
      members: counted(workspaceMembers),
      views: counted(tableViews),
      lists: counted(rowLists, sql`${rowLists.deletedAt} is null and ${rowLists.pastedLines} is null`),
      alerts: counted(alerts),
      notes: counted(rowNotes),
      people: counted(linkedinProfiles),
      trends: counted(trends),
      webhooks: counted(webhooks),
      keys: counted(apiKeys),
      scheduled_exports: counted(scheduledExports),
      destinations: counted(destinations),
      crm_runs: counted(destinationDeliveries, sql`${destinationDeliveries.event} = 'crm.push'`),
    })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return row ?? null;
}

export function readVersions(connection: Connection, workspaceId: WorkspaceId) {
  return connection
    .select({ kind: workspaceVersions.kind, version: workspaceVersions.version })
    .from(workspaceVersions)
    .where(eq(workspaceVersions.workspaceId, workspaceId));
}

/** Of all accounts: workspaces that several may share, and their members. */
export async function countAll(connection: Connection): Promise<{ readonly workspaces: number; readonly members: number }> {
  const shared = await connection.select({ total: count() }).from(workspaces).where(isNull(workspaces.personalAccountId));
  const joined = await connection
    .select({ total: count() })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(isNull(workspaces.personalAccountId));
  return { workspaces: shared[0]?.total ?? 0, members: joined[0]?.total ?? 0 };
}
