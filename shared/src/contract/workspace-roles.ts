/** Roles and rights of the members of a workspace. Which endpoint needs which is decided in `workspace-access.ts`. */

/** Highest first. */
export const workspaceRoles = ['owner', 'admin', 'member', 'viewer'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

/**
 * What admins give to members and take from them.
 * - `export`: every export.
 * - `collect`: storing, queueing and searching people to collect, tracking names, running analyses.
 * - `connect`: webhooks, destinations, keys and scheduled exports.
 * - `invite`: invitations.
 */
export const workspaceRights = ['export', 'collect', 'connect', 'invite'] as const;
export type WorkspaceRight = (typeof workspaceRights)[number];

/** The rights of a new member. */
export const firstRights: readonly WorkspaceRight[] = ['export', 'collect'];

export function isRoleEnough(role: WorkspaceRole, needed: WorkspaceRole): boolean {
  return workspaceRoles.indexOf(role) <= workspaceRoles.indexOf(needed);
}

/** Owners and admins have all rights, viewers none. */
export function rightsOf(role: WorkspaceRole, given: readonly WorkspaceRight[]): readonly WorkspaceRight[] {
  if (role === 'member') return workspaceRights.filter((right) => given.includes(right));
  return role === 'viewer' ? [] : workspaceRights;
}
