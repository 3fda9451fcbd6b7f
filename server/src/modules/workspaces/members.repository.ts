/** Rows of members. Every statement names the workspace; whoever changes members has locked it. */
import { firstRights, type WorkspaceRight, type WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import { and, asc, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { workspaceMemberMonths, workspaceMembers, workspaces } from '../../schema/workspaces.table.ts';

export interface StoredMember {
  readonly accountId: number;
  readonly email: string;
  readonly fullName: string | null;
  readonly role: WorkspaceRole;
  readonly rights: readonly WorkspaceRight[];
  readonly exportLimit: number | null;
  readonly joinedAt: Date;
  readonly lastSeenAt: Date | null;
  /** Exported rows of the month; null: none. */
  readonly exportCount: number | null;
}

interface NewMember {
  readonly workspaceId: WorkspaceId;
  readonly accountId: number;
  readonly role: WorkspaceRole;
  readonly joinedAt: Date;
}

/** Adds a member with the rights of a new one. They are stored for every role, and count while the role is `member`. */
export async function addMember(connection: Connection, member: NewMember): Promise<void> {
  await connection.insert(workspaceMembers).values({ ...member, rights: [...firstRights] });
}

function selectMembers(connection: Connection, workspaceId: WorkspaceId, month: string) {
  return connection
    .select({
      accountId: workspaceMembers.accountId,
      email: accounts.email,
      fullName: accounts.fullName,
      role: workspaceMembers.role,
      rights: workspaceMembers.rights,
      exportLimit: workspaceMembers.exportLimit,
      joinedAt: workspaceMembers.joinedAt,
      lastSeenAt: workspaceMembers.lastSeenAt,
      exportCount: workspaceMemberMonths.exportCount,
    })
    .from(workspaceMembers)
    .innerJoin(accounts, eq(accounts.id, workspaceMembers.accountId))
    .leftJoin(
      workspaceMemberMonths,
      and(
        eq(workspaceMemberMonths.workspaceId, workspaceId),
        eq(workspaceMemberMonths.accountId, workspaceMembers.accountId),
        eq(workspaceMemberMonths.month, month),
      ),
    );
}

/** Owners first, then by email. @param month its first day */
export async function listMembers(
  connection: Connection,
  workspaceId: WorkspaceId,
  month: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: StoredMember[]; readonly total: number }> {
  const rows = await selectMembers(connection, workspaceId, month)
    .where(eq(workspaceMembers.workspaceId, workspaceId))
    .orderBy(sql`${workspaceMembers.role} <> 'owner'`, asc(accounts.email))
    .limit(limit)
    .offset(offset);
  return { rows, total: await countMembers(connection, workspaceId) };
}

/** null: the account is no member. */
export async function findMember(
  connection: Connection,
  workspaceId: WorkspaceId,
  accountId: number,
  month: string,
): Promise<StoredMember | null> {
  const [row] = await selectMembers(connection, workspaceId, month).where(isMember(workspaceId, accountId));
  return row ?? null;
}

/** What decides what a member may do. */
export type MemberAccess = Pick<StoredMember, 'role' | 'rights'>;

/** null: the account is no member. */
export async function findAccess(
  connection: Connection,
  workspaceId: WorkspaceId,
  accountId: number,
): Promise<MemberAccess | null> {
  const [row] = await connection
    .select({ role: workspaceMembers.role, rights: workspaceMembers.rights })
    .from(workspaceMembers)
    .where(isMember(workspaceId, accountId));
  return row ?? null;
}

/** null: the account is no member. */
export async function findRole(
  connection: Connection,
  workspaceId: WorkspaceId,
  accountId: number,
): Promise<WorkspaceRole | null> {
  return (await findAccess(connection, workspaceId, accountId))?.role ?? null;
}

export async function countMembers(connection: Connection, workspaceId: WorkspaceId): Promise<number> {
  const [row] = await connection
    .select({ total: count() })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.workspaceId, workspaceId));
  return row?.total ?? 0;
}

/** The owner who has been there longest, besides one account; null: there is no other owner. */
export async function findOtherOwner(
  connection: Connection,
  workspaceId: WorkspaceId,
  accountId: number,
): Promise<number | null> {
  const [row] = await connection
    .select({ accountId: workspaceMembers.accountId })
    .from(workspaceMembers)
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaceId),
        eq(workspaceMembers.role, 'owner'),
        ne(workspaceMembers.accountId, accountId),
      ),
    )
    .orderBy(asc(workspaceMembers.joinedAt), asc(workspaceMembers.accountId))
    .limit(1);
  return row?.accountId ?? null;
}

/** The most owners who are told of one change. */
const MOST_TOLD = 20;

/** Emails of the owners besides one account, those who have been there longest first; blocked ones read no mail. */
export async function listOwnersToTell(connection: Connection, workspaceId: WorkspaceId, accountId: number): Promise<string[]> {
  const rows = await connection
    .select({ email: accounts.email })
    .from(workspaceMembers)
    .innerJoin(accounts, eq(accounts.id, workspaceMembers.accountId))
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaceId),
        eq(workspaceMembers.role, 'owner'),
        ne(workspaceMembers.accountId, accountId),
        isNull(accounts.blockedAt),
      ),
    )
    .orderBy(asc(workspaceMembers.joinedAt), asc(workspaceMembers.accountId))
    .limit(MOST_TOLD);
  return rows.map(({ email }) => email);
}

interface MemberChange {
  readonly role?: WorkspaceRole | undefined;
  readonly rights?: WorkspaceRight[] | undefined;
  readonly exportLimit?: number | null | undefined;
}

/** @param change what is undefined stays as it is; something is changed */
export async function changeMember(
  connection: Connection,
  workspaceId: WorkspaceId,
  accountId: number,
  change: MemberChange,
): Promise<void> {
  await connection.update(workspaceMembers).set(change).where(isMember(workspaceId, accountId));
}

export async function deleteMember(connection: Connection, workspaceId: WorkspaceId, accountId: number): Promise<void> {
  await connection.delete(workspaceMembers).where(isMember(workspaceId, accountId));
}

/** Shared workspaces of an account, in the order in which they are locked. */
export async function listSharedIds(connection: Connection, accountId: number): Promise<WorkspaceId[]> {
  const rows = await connection
    .select({ id: workspaces.id })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(and(eq(workspaceMembers.accountId, accountId), isNull(workspaces.personalAccountId)))
    .orderBy(asc(workspaces.id));
  return rows.map(({ id }) => id);
}

/** A shared workspace that would have no owner without this account; null: none. */
export async function findSolelyOwned(connection: Connection, accountId: number): Promise<{ readonly name: string } | null> {
  const others = sql`exists (select from ${workspaceMembers} other where other.workspace_id = ${workspaces.id}
    and other.role = 'owner' and other.account_id <> ${accountId})`;
  const [row] = await connection
    .select({ name: workspaces.name })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(
      and(
        eq(workspaceMembers.accountId, accountId),
        eq(workspaceMembers.role, 'owner'),
        isNull(workspaces.personalAccountId),
        sql`not ${others}`,
      ),
    )
    .orderBy(asc(workspaces.id))
    .limit(1);
  return row ?? null;
}

/** The emails of accounts that exist, by id. */
export async function readEmails(connection: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await connection
    .select({ id: accounts.id, email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

function isMember(workspaceId: WorkspaceId, accountId: number) {
  return and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.accountId, accountId));
}
