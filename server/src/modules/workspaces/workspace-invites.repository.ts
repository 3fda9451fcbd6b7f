/** Rows of invitations. Only the hash of a code is stored; an invitation that is used or withdrawn is deleted. */
import type { WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import { and, count, desc, eq, gt, isNull, lte, ne } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { workspaceInvites, workspaceMembers } from '../../schema/workspaces.table.ts';

export interface StoredInvite {
  readonly id: string;
  readonly email: string;
  readonly role: WorkspaceRole;
  readonly expiresAt: Date;
}

const listedColumns = {
  id: workspaceInvites.id,
  email: workspaceInvites.email,
  role: workspaceInvites.role,
  expiresAt: workspaceInvites.expiresAt,
};

/** Open ones, newest first. */
export async function listInvites(
  connection: Connection,
  workspaceId: WorkspaceId,
  now: Date,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: StoredInvite[]; readonly total: number }> {
  const rows = await connection
    .select(listedColumns)
    .from(workspaceInvites)
    .where(isOpen(workspaceId, now))
    .orderBy(desc(workspaceInvites.createdAt), desc(workspaceInvites.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await connection.select({ total: count() }).from(workspaceInvites).where(isOpen(workspaceId, now));
  return { rows, total: counted?.total ?? 0 };
}

/** How many are open, without that of one address. */
export async function countOthers(connection: Connection, workspaceId: WorkspaceId, email: string, now: Date): Promise<number> {
  const [row] = await connection
    .select({ total: count() })
    .from(workspaceInvites)
    .where(and(isOpen(workspaceId, now), ne(workspaceInvites.email, email)));
  return row?.total ?? 0;
}

type NewInvite = typeof workspaceInvites.$inferInsert;

/** Replaces the workspace's invitation of the same address. */
export async function saveInvite(transaction: Connection, invite: NewInvite): Promise<void> {
  const { workspaceId, email, ...content } = invite;
  await transaction
    .insert(workspaceInvites)
    .values(invite)
    .onConflictDoUpdate({ target: [workspaceInvites.workspaceId, workspaceInvites.email], set: content });
}

/** @returns the address; null: there is no such invitation */
export async function deleteInvite(connection: Connection, workspaceId: WorkspaceId, id: string): Promise<string | null> {
  const [row] = await connection
    .delete(workspaceInvites)
    .where(and(eq(workspaceInvites.workspaceId, workspaceId), eq(workspaceInvites.id, id)))
    .returning({ email: workspaceInvites.email });
  return row?.email ?? null;
}

export async function isMemberByEmail(connection: Connection, workspaceId: WorkspaceId, email: string): Promise<boolean> {
  const rows = await connection
    .select({ id: accounts.id })
    .from(workspaceMembers)
    .innerJoin(accounts, eq(accounts.id, workspaceMembers.accountId))
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(accounts.email, email)));
  return rows.length > 0;
}

interface Use {
  readonly codeHash: Buffer;
  /** The verified address of whoever uses the code. */
  readonly email: string;
  readonly now: Date;
}

/** The workspace of an open invitation for this address, which is not locked yet; null: there is none. */
export async function findInvited(connection: Connection, use: Use): Promise<WorkspaceId | null> {
  const [row] = await connection.select({ workspaceId: workspaceInvites.workspaceId }).from(workspaceInvites).where(isFor(use));
  return row?.workspaceId ?? null;
}

/**
 * Uses an invitation up.
 * @returns its role, with what its inviter is in the workspace now; null: it was used or withdrawn meanwhile, or its inviter is
 *   no member any more or blocked
 */
export async function spendInvite(transaction: Connection, use: Use) {
  const [invite] = await transaction
    .delete(workspaceInvites)
    .where(isFor(use))
    .returning({ role: workspaceInvites.role, workspaceId: workspaceInvites.workspaceId, invitedBy: workspaceInvites.invitedBy });
  if (invite === undefined || invite.invitedBy === null) return null;
  const [inviter] = await transaction
    .select({ role: workspaceMembers.role, rights: workspaceMembers.rights })
    .from(workspaceMembers)
    .innerJoin(accounts, eq(accounts.id, workspaceMembers.accountId))
    .where(
      and(
        eq(workspaceMembers.workspaceId, invite.workspaceId),
        eq(workspaceMembers.accountId, invite.invitedBy),
        isNull(accounts.blockedAt),
      ),
    );
  return inviter === undefined ? null : { role: invite.role, inviter };
}

/** Deletes all that were sent to an address, for an account that is deleted. */
export async function deleteInvitesTo(connection: Connection, email: string): Promise<void> {
  await connection.delete(workspaceInvites).where(eq(workspaceInvites.email, email));
}

export async function deleteExpired(connection: Connection, now: Date): Promise<void> {
  await connection.delete(workspaceInvites).where(lte(workspaceInvites.expiresAt, now));
}

function isOpen(workspaceId: WorkspaceId, now: Date) {
  return and(eq(workspaceInvites.workspaceId, workspaceId), gt(workspaceInvites.expiresAt, now));
}

function isFor({ codeHash, email, now }: Use) {
  return and(eq(workspaceInvites.codeHash, codeHash), eq(workspaceInvites.email, email), gt(workspaceInvites.expiresAt, now));
}
