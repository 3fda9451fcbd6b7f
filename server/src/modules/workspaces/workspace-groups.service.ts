/**
 * Membership by the groups of the OpenID Connect provider. The operator's settings say which group gives which role in which
 * workspace. At each sign-in, the person becomes a member of the workspaces of their groups, with the highest role these give,
 * and is removed from the other workspaces that the settings name. Nobody becomes an owner by a group, and a last owner stays
 * one.
 */

import { isRoleEnough } from '@leadloom/shared/contract/workspace-roles';
import { MAX_MEMBERS, MAX_WORKSPACES } from '@leadloom/shared/contract/workspaces';
import type { OidcGroup } from '../../config.ts';
import type { Transaction } from '../../database/database.ts';
import { personalWorkspaceOf, type WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import type { FollowGroups } from '../accounts/oidc/oidc.service.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { endMembership } from './end-membership.ts';
import { memberTarget } from './member-target.ts';
import { addMember, changeMember, countMembers, findAccess, findOtherOwner } from './members.repository.ts';
import { losesConnecting, pauseConnections, type Telling } from './pause-connections.ts';
import { countShared, lockAccount, lockWorkspace } from './workspaces.repository.ts';

type GroupRole = OidcGroup['role'];

/** @param warn gets what cannot be done, such as a workspace that does not exist */
export function createFollowGroups(
  platform: Pick<Platform, 'config' | 'database' | 'mailQueue' | 'now'>,
  warn: (message: string) => void,
): FollowGroups {
  const { config, database, mailQueue, now } = platform;
  const groups = config.oidc?.groups ?? [];

  return async (accountId, held) => {
    const wanted = rolesOf(groups, held);
    await database.transaction(async (transaction) => {
      if ((await lockAccount(transaction, accountId)) === null) return;
      for (const [workspaceId, role] of [...wanted].sort(([one], [other]) => one - other)) {
        const workspace = await lockWorkspace(transaction, workspaceId);
        if (workspace === null || workspace.personalAccountId !== null) {
          warn(`OIDC_GROUPS names the workspace ${workspaceId}, which does not exist or is a personal one`);
          continue;
        }
        const done = await follow(platform, transaction, { workspaceId, accountId, role, now: now() });
        if (done !== null) warn(`the account ${accountId} does not follow its groups in the workspace ${workspaceId}: ${done}`);
      }
    });
    mailQueue.kick();
  };
}

interface Following {
  readonly workspaceId: WorkspaceId;
  readonly accountId: number;
  /** null: no group of the person gives one. */
  readonly role: GroupRole | null;
  readonly now: Date;
}

/** @returns why nothing was done; null: the membership is as the groups say */
async function follow(
  telling: Telling,
  transaction: Transaction,
  { workspaceId, accountId, role, now }: Following,
): Promise<string | null> {
  const known = await findAccess(transaction, workspaceId, accountId);
  const before = known?.role ?? null;
  if (before === role) return null;
  const nobody = { accountId: null, workspaceId };
  if (before === null && role !== null) {
    if ((await countShared(transaction, accountId)) >= MAX_WORKSPACES) return `it is a member of ${MAX_WORKSPACES} already`;
    if ((await countMembers(transaction, workspaceId)) >= MAX_MEMBERS) return `it has ${MAX_MEMBERS} members already`;
    await addMember(transaction, { workspaceId, accountId, role, joinedAt: now });
    await noteActivity(transaction, nobody, { action: 'member.joined', target: memberTarget(accountId, `role: ${role}`) }, now);
    return null;
  }
  if (before === 'owner' && (await findOtherOwner(transaction, workspaceId, accountId)) === null) return 'it is the last owner';
  if (role === null) {
    await endMembership(telling, transaction, { workspaceId, accountId, choice: 'hand_over', by: null, at: now });
    await noteActivity(transaction, nobody, { action: 'member.removed', target: memberTarget(accountId) }, now);
    return null;
  }
  await changeMember(transaction, workspaceId, accountId, { role });
  await noteActivity(transaction, nobody, { action: 'member.changed', target: memberTarget(accountId, `role: ${role}`) }, now);
  if (known !== null && losesConnecting(known, { ...known, role }))
    await pauseConnections(telling, transaction, { member: { workspaceId, accountId }, why: 'unable', by: null, at: now });
  return null;
}

/** The highest role in each workspace that the settings name; null: none. */
function rolesOf(groups: readonly OidcGroup[], held: readonly string[]): Map<WorkspaceId, GroupRole | null> {
  const roles = new Map<WorkspaceId, GroupRole | null>();
  for (const { group, role, workspaceId } of groups) {
    // The settings name any workspace, whose id is only known to be one once it is found.
    const id = personalWorkspaceOf(workspaceId);
    const known = roles.get(id) ?? null;
    const isHigher = held.includes(group) && (known === null || !isRoleEnough(known, role));
    roles.set(id, isHigher ? role : known);
  }
  return roles;
}
