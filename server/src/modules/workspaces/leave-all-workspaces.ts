/** Ends all memberships of an account that is deleted, in the transaction that deletes it. */
import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';
import type { Connection, Transaction } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Memberships } from '../accounts/settings/account-end.service.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { endMembership } from './end-membership.ts';
import { memberTarget } from './member-target.ts';
import { findRole, findSolelyOwned, listSharedIds } from './members.repository.ts';
import type { Telling } from './pause-connections.ts';
import { forgetAddress } from './workspace-activity.repository.ts';
import { deleteInvitesTo } from './workspace-invites.repository.ts';
import { lockAccount, lockWorkspace } from './workspaces.repository.ts';

/** @throws {AppError} WORKSPACE.LAST_OWNER where a shared workspace would be left without an owner */
async function requireOtherOwners(connection: Connection, accountId: number): Promise<void> {
  const owned = await findSolelyOwned(connection, accountId);
  if (owned === null) return;
  const message = `The workspace “${owned.name}” would be left without an owner. Make somebody else an owner of it, or delete it first.`;
  throw new AppError('WORKSPACE.LAST_OWNER', { message });
}

interface Leaving {
  readonly accountId: number;
  readonly email: string;
}

/**
 * Private views, lists and alerts go to an owner, because nobody can be asked for each workspace. Notes stay. Invitations
 * to the address end, and lines about invitations forget it.
 * @throws {AppError} WORKSPACE.LAST_OWNER
 */
async function leaveAllWorkspaces(
  telling: Telling,
  transaction: Transaction,
  { accountId, email }: Leaving,
  now: Date,
): Promise<void> {
  await lockAccount(transaction, accountId);
  const ids = await listSharedIds(transaction, accountId);
  for (const workspaceId of ids) await lockWorkspace(transaction, workspaceId);
  await requireOtherOwners(transaction, accountId);
  for (const workspaceId of ids) {
    // Somebody may have removed them while the locks were waited for.
    if ((await findRole(transaction, workspaceId, accountId)) === null) continue;
    await endMembership(telling, transaction, { workspaceId, accountId, choice: 'hand_over', by: accountId, at: now });
    const member = { workspaceId, accountId };
    await noteActivity(transaction, member, { action: 'member.left', target: memberTarget(accountId) }, now);
  }
  await deleteInvitesTo(transaction, email);
  await forgetAddress(transaction, email, FORMER_MEMBER);
}

/** What the deletion of an account asks of workspaces. */
export function createMemberships(telling: Telling): Memberships {
  return {
    requireOtherOwners,
    leaveAll: (transaction, leaving, now) => leaveAllWorkspaces(telling, transaction, leaving, now),
  };
}
