/**
 * Roles and rights in a workspace, and which of them an endpoint needs. This is the only place that decides it: the server
 * asks it before each call, the screens disable what would be refused, and the access matrix is generated from it.
 */
import type { EndpointDefinition } from './endpoint.ts';
import { workspaceRights, workspaceRoles } from './workspace-roles.ts';

export type WorkspaceRole = (typeof workspaceRoles)[number];

export type WorkspaceRight = (typeof workspaceRights)[number];

/** The rights of a new member. */
export const firstRights: readonly WorkspaceRight[] = ['export', 'collect'];

/** What an endpoint needs of its caller in the workspace of the call. */
export interface WorkspaceNeed {
  /** The lowest role that may call. */
  readonly role: WorkspaceRole;
  readonly right: WorkspaceRight | null;
}

type Needing = Pick<EndpointDefinition, 'access' | 'belongsTo' | 'method' | 'hasEffect' | 'role' | 'right'>;

/** null: the endpoint is not about a workspace, such as those about an account, and everybody's. */
export function workspaceNeedOf({ access, belongsTo, method, hasEffect, role, right }: Needing): WorkspaceNeed | null {
  if (access === 'public' || access === 'operator' || access === 'console' || belongsTo === 'account') return null;
  // A right decides alone: viewers have none, and members have those that they were given.
  const lowest = right !== undefined || (method === 'GET' && hasEffect !== true) ? 'viewer' : 'member';
  return { role: role ?? lowest, right: right ?? null };
}

export function isRoleEnough(role: WorkspaceRole, needed: WorkspaceRole): boolean {
  return workspaceRoles.indexOf(role) <= workspaceRoles.indexOf(needed);
}

/** Owners and admins have all rights, viewers none. */
export function rightsOf(role: WorkspaceRole, given: readonly WorkspaceRight[]): readonly WorkspaceRight[] {
  if (role === 'member') return workspaceRights.filter((right) => given.includes(right));
  return role === 'viewer' ? [] : workspaceRights;
}

/** What somebody with this role and these rights lacks for a call; null: nothing. */
export function missingFor(
  need: WorkspaceNeed,
  { role, rights }: { readonly role: WorkspaceRole; readonly rights: readonly WorkspaceRight[] },
): { readonly right: WorkspaceRight } | { readonly role: WorkspaceRole } | null {
  if (need.right !== null && !rights.includes(need.right)) return { right: need.right };
  return isRoleEnough(role, need.role) ? null : { role: need.role };
}

/** Why a call is refused, in the words of server and screens. */
export function missingSentence(missing: NonNullable<ReturnType<typeof missingFor>>): string {
  if ('right' in missing) return `You do not have the right “${missing.right}” in this workspace. Ask one of its admins for it.`;
  if (missing.role === 'owner') return 'Only owners of this workspace can do this.';
  return `This needs the role “${missing.role}” in this workspace. Ask one of its admins for it.`;
}
