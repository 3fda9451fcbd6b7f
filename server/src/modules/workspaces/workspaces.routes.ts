/** The endpoints of workspaces, their members, invitations and activity. */
import * as contract from '@leadloom/shared/contract/workspaces';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import { memberOf } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { scheduleCleanUp } from '../../schedule/schedule-clean-up.ts';
import { leaveWorkspace, listMembers, removeMember, updateMember } from './members.service.ts';
import { forgetOldActivity, listActivity } from './workspace-activity.service.ts';
import * as invites from './workspace-invites.service.ts';
import * as workspaces from './workspaces.service.ts';

interface WorkspaceParts {
  readonly endSubscriptionNow: workspaces.EndSubscription;
}

/** The workspace of a path is that of the call: the caller is a member of it, and their role and rights suffice. */
export function registerWorkspaces(app: FastifyInstance, platform: Platform, { endSubscriptionNow }: WorkspaceParts): void {
  serveEndpoint(app, contract.listWorkspaces, (_, { caller }) => workspaces.listWorkspaces(platform, caller.accountId));
  serveEndpoint(app, contract.createWorkspace, ({ body }, { caller }) =>
    workspaces.createWorkspace(platform, caller.accountId, body.name),
  );
  serveEndpoint(app, contract.renameWorkspace, ({ body }, { caller }) =>
    workspaces.renameWorkspace(platform, memberOf(caller), body.name),
  );
  serveEndpoint(app, contract.getWorkspaceContent, (_, { caller }) => workspaces.readContent(platform, caller.workspaceId));
  serveEndpoint(app, contract.deleteWorkspace, async ({ body }, { caller }) => {
    await workspaces.deleteWorkspace(platform, endSubscriptionNow, caller.workspaceId, body.confirm);
    return undefined;
  });
  serveEndpoint(app, contract.getWorkspaceVersions, (_, { caller }) => workspaces.readVersions(platform, caller.workspaceId));

  serveEndpoint(app, contract.listMembers, ({ query }, { caller }) => listMembers(platform, caller.workspaceId, query));
  serveEndpoint(app, contract.updateMember, ({ params, body }, { caller }) =>
    updateMember(platform, memberOf(caller), params.account_id, body),
  );
  serveEndpoint(app, contract.removeMember, async ({ params, body }, { caller }) => {
    await removeMember(platform, memberOf(caller), params.account_id, body.private);
    return undefined;
  });
  serveEndpoint(app, contract.leaveWorkspace, async ({ body }, { caller }) => {
    await leaveWorkspace(platform, memberOf(caller), body.private);
    return undefined;
  });

  serveEndpoint(app, contract.listWorkspaceInvites, ({ query }, { caller }) =>
    invites.listInvites(platform, caller.workspaceId, query),
  );
  serveEndpoint(app, contract.inviteToWorkspace, ({ body }, { caller }) =>
    invites.inviteToWorkspace(platform, { ...memberOf(caller), email: caller.email }, body),
  );
  serveEndpoint(app, contract.withdrawWorkspaceInvite, async ({ params }, { caller }) => {
    await invites.withdrawInvite(platform, memberOf(caller), params.invite_id);
    return undefined;
  });
  serveEndpoint(app, contract.acceptWorkspaceInvite, ({ body }, { caller }) => invites.acceptInvite(platform, caller, body.code));
  scheduleCleanUp(app, 'invitations to workspaces', () => invites.forgetExpiredInvites(platform));

  serveEndpoint(app, contract.listWorkspaceActivity, ({ query }, { caller }) => listActivity(platform, caller, query));
  scheduleCleanUp(app, 'activity of workspaces', (stopping) => forgetOldActivity(platform, stopping));
}
