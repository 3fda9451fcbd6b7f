/**
 * Members of a workspace: who they are, what each may do, and how a membership ends. Changes of one workspace run one after the
 * other, so of two owners who demote each other at once, one stays. What a role may do is decided from the contract before a
 * handler runs; here is the one rule that no definition can say: only owners make, change or remove owners.
 */

import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import { isRoleEnough, rightsOf, type WorkspaceRight, type WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import type { WorkspaceMember } from '@leadloom/shared/contract/workspaces';
import type { Connection, Transaction } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { firstDayOfMonth } from '../../time/calendar-month.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { endMembership, type PrivateChoice } from './end-membership.ts';
import { memberTarget } from './member-target.ts';
import * as repository from './members.repository.ts';
import { losesConnecting, pauseConnections } from './pause-connections.ts';
import { requireShared } from './workspaces.service.ts';

const ONLY_OWNERS = 'Only owners of this workspace can make, change or remove owners.';

interface MemberChange {
  readonly role?: WorkspaceRole | undefined;
  readonly rights?: readonly WorkspaceRight[] | undefined;
  /** null: all of the workspace's limit. */
  readonly export_limit?: number | null | undefined;
}

/** Owners first, then by email. */
export async function listMembers({ database, now }: Platform, workspaceId: WorkspaceId, page: PageQuery) {
  const month = firstDayOfMonth(now());
  const { rows, total } = await repository.listMembers(database, workspaceId, month, rowsOfPage(page));
  return { data: rows.map(toMember), total };
}

/**
 * Changes a member; what is undefined stays as it is. Rights are kept for whoever has another role than member meanwhile.
 * @throws {AppError} WORKSPACE.NOT_FOUND, WORKSPACE.PERSONAL, WORKSPACE.MEMBER_NOT_FOUND, WORKSPACE.ROLE_MISSING,
 * WORKSPACE.LAST_OWNER
 */
export async function updateMember(
  platform: Platform,
  acting: Member,
  accountId: number,
  { role, rights, export_limit: exportLimit }: MemberChange,
): Promise<WorkspaceMember> {
  const { database, mailQueue, now } = platform;
  const { workspaceId } = acting;
  const time = now();
  const changed = await database.transaction(async (transaction) => {
    await requireShared(transaction, workspaceId);
    const read = () => repository.findMember(transaction, workspaceId, accountId, firstDayOfMonth(time));
    const before = await read();
    if (before === null) throw new AppError('WORKSPACE.MEMBER_NOT_FOUND');
    await requireOwnerFor(transaction, acting, [before.role, ...(role === undefined ? [] : [role])]);
    if (before.role === 'owner' && role !== undefined && role !== 'owner')
      if ((await repository.findOtherOwner(transaction, workspaceId, accountId)) === null)
        throw new AppError('WORKSPACE.LAST_OWNER');
    const change = {
      ...(role === undefined ? {} : { role }),
      ...(rights === undefined ? {} : { rights: [...new Set(rights)].sort() }),
      ...(exportLimit === undefined ? {} : { exportLimit }),
    };
    if (Object.keys(change).length > 0) await repository.changeMember(transaction, workspaceId, accountId, change);
    const after = await read();
    if (after === null) throw new Error('a locked member has a row');
    for (const what of changesOf(before, after))
      await noteActivity(transaction, acting, { action: 'member.changed', target: memberTarget(accountId, what) }, time);
    if (losesConnecting(before, after)) {
      const member = { workspaceId, accountId };
      await pauseConnections(platform, transaction, { member, why: 'unable', by: acting.accountId, at: time });
    }
    return toMember(after);
  });
  mailQueue.kick();
  return changed;
}

/**
 * @throws {AppError} WORKSPACE.NOT_FOUND, WORKSPACE.PERSONAL, WORKSPACE.MEMBER_NOT_FOUND, WORKSPACE.ROLE_MISSING,
 * WORKSPACE.LAST_OWNER, WORKSPACE.PRIVATE_OBJECTS
 */
export async function removeMember(
  platform: Platform,
  acting: Member,
  accountId: number,
  choice: PrivateChoice | undefined,
): Promise<void> {
  const { database, mailQueue, now } = platform;
  const { workspaceId } = acting;
  const at = now();
  await database.transaction(async (transaction) => {
    await requireShared(transaction, workspaceId);
    const role = await repository.findRole(transaction, workspaceId, accountId);
    if (role === null) throw new AppError('WORKSPACE.MEMBER_NOT_FOUND');
    await requireOwnerFor(transaction, acting, [role]);
    await endMembership(platform, transaction, { workspaceId, accountId, choice, by: acting.accountId, at });
    const action = accountId === acting.accountId ? 'member.left' : 'member.removed';
    await noteActivity(transaction, acting, { action, target: memberTarget(accountId) }, at);
  });
  mailQueue.kick();
}

/** @throws {AppError} WORKSPACE.NOT_FOUND, WORKSPACE.PERSONAL, WORKSPACE.LAST_OWNER, WORKSPACE.PRIVATE_OBJECTS */
export async function leaveWorkspace(platform: Platform, acting: Member, choice: PrivateChoice | undefined): Promise<void> {
  const { database, mailQueue, now } = platform;
  const { workspaceId, accountId } = acting;
  const at = now();
  await database.transaction(async (transaction) => {
    await requireShared(transaction, workspaceId);
    // Somebody else may have removed them while the lock was waited for.
    if ((await repository.findRole(transaction, workspaceId, accountId)) === null) throw new AppError('WORKSPACE.NOT_FOUND');
    await endMembership(platform, transaction, { workspaceId, accountId, choice, by: accountId, at });
    await noteActivity(transaction, acting, { action: 'member.left', target: memberTarget(accountId) }, at);
  });
  mailQueue.kick();
}

/**
 * Refuses rules of owners to everybody else. The caller's role is read under the lock: it may have changed since the call was
 * let in. @throws {AppError} WORKSPACE.NOT_FOUND, WORKSPACE.ROLE_MISSING
 */
async function requireOwnerFor(
  transaction: Transaction | Connection,
  { workspaceId, accountId }: Member,
  roles: readonly WorkspaceRole[],
): Promise<void> {
  const own = await repository.findRole(transaction, workspaceId, accountId);
  if (own === null) throw new AppError('WORKSPACE.NOT_FOUND');
  if (!isRoleEnough(own, 'admin')) throw new AppError('WORKSPACE.ROLE_MISSING');
  if (roles.includes('owner') && own !== 'owner') throw new AppError('WORKSPACE.ROLE_MISSING', { message: ONLY_OWNERS });
}

/** What changed, as members read it. */
function changesOf(before: repository.StoredMember, after: repository.StoredMember): string[] {
  const rights = (member: repository.StoredMember) => [...member.rights].sort().join(', ') || 'none';
  const limit = ({ exportLimit }: repository.StoredMember) => exportLimit?.toString() ?? 'none';
  return [
    ...(before.role === after.role ? [] : [`role: ${after.role}`]),
    ...(rights(before) === rights(after) ? [] : [`rights: ${rights(after)}`]),
    ...(limit(before) === limit(after) ? [] : [`export limit: ${limit(after)}`]),
  ];
}

function toMember({ exportCount, ...member }: repository.StoredMember): WorkspaceMember {
  return {
    account_id: member.accountId,
    email: member.email,
    full_name: member.fullName,
    role: member.role,
    rights: [...rightsOf(member.role, member.rights)],
    joined_at: member.joinedAt.toISOString(),
    last_seen_at: member.lastSeenAt?.toISOString() ?? null,
    exports: exportCount ?? 0,
    export_limit: member.exportLimit,
  };
}
