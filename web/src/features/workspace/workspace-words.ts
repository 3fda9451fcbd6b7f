/** What roles, rights and actions are called on the screens. */
import type { WorkspaceRight, WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import type { ActivityAction } from '@leadloom/shared/contract/workspaces';

export const roleWords: Readonly<Record<WorkspaceRole, { readonly label: string; readonly about: string }>> = {
  owner: { label: 'Owner', about: 'Billing, deleting the workspace, and everything an admin can do' },
  admin: { label: 'Admin', about: 'Members, rights, and everything that is shared' },
  member: { label: 'Member', about: 'Works with what is shared, within the rights that admins give' },
  viewer: { label: 'Viewer', about: 'Reads what is shared' },
};

export const rightWords: Readonly<Record<WorkspaceRight, { readonly label: string; readonly about: string }>> = {
  export: { label: 'Export', about: 'rows of tables and collected people' },
  collect: { label: 'Collect', about: 'people, tracked names, analyses' },
  connect: { label: 'Connect', about: 'webhooks, API keys, scheduled exports' },
  invite: { label: 'Invite', about: 'people by mail' },
};

export const actionWords: Readonly<Record<ActivityAction, string>> = {
  exported: 'Exported',
  'workspace.created': 'Created the workspace',
  'workspace.renamed': 'Renamed the workspace',
  'member.invited': 'Invited',
  'invite.withdrawn': 'Withdrew the invitation',
  'member.joined': 'Joined',
  'member.changed': 'Changed a member',
  'member.left': 'Left',
  'member.removed': 'Removed a member',
  shared: 'Shared',
  unshared: 'Made private',
  connected: 'Connected',
  disconnected: 'Disconnected',
  paused: 'Paused',
  deleted: 'Deleted',
};

export function rightsText(role: WorkspaceRole, rights: readonly WorkspaceRight[]): string {
  if (role === 'viewer') return 'None';
  if (role !== 'member') return 'All';
  return rights.length === 0 ? 'None' : rights.map((right) => rightWords[right].label).join(', ');
}
