/**
 * Workspaces: what members of a company share, who they are, and what each of them may do. Roles are in `workspace-access.ts`.
 * The file is long because it defines every endpoint of workspaces.
 */
import * as z from 'zod/mini';
import { emailInput } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';
import { wholeNumber } from './whole-number.ts';
import { workspaceRights, workspaceRoles } from './workspace-roles.ts';

/** Workspaces that an account can be a member of, besides its own. */
export const MAX_WORKSPACES = 20;
/** Characters. */
export const MAX_WORKSPACE_NAME = 80;
/** Members and open invitations of one workspace. */
export const MAX_MEMBERS = 1_000;
/** Days for which an invitation can be accepted. */
export const INVITE_DAYS = 7;
export const ACTIVITY_RETENTION_DAYS = 400;

const role = z.enum(workspaceRoles);
const rights = z.array(z.enum(workspaceRights)).check(z.maxLength(workspaceRights.length));
const workspaceName = lineText(MAX_WORKSPACE_NAME);
const id = wholeNumber(1, Number.MAX_SAFE_INTEGER);
const workspacePath = z.strictObject({ workspace_id: id });
const memberPath = z.strictObject({ workspace_id: id, account_id: id });
const invitePath = z.strictObject({ workspace_id: id, invite_id: z.uuid() });
const page = z.strictObject({
  page: z.optional(wholeNumber(1, 10_000)),
  per_page: z.optional(wholeNumber(1, 100)),
});

export const workspaceSchema = z.object({
  id: z.int(),
  name: z.string(),
  /** What the caller is in it. */
  role,
  rights: z.array(z.enum(workspaceRights)),
  /** How many there are. */
  members: z.int(),
  /** The caller's own, which has no other member. */
  is_personal: z.boolean(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const memberSchema = z.object({
  account_id: z.int(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  role,
  rights: z.array(z.enum(workspaceRights)),
  joined_at: z.iso.datetime(),
  /** Precise to the hour; null: not yet. */
  last_seen_at: z.nullable(z.iso.datetime()),
  /** Rows that the member exported this month and that were charged. */
  exports: z.int(),
  /** The member's part of the monthly export limit; null: all of it. */
  export_limit: z.nullable(z.int()),
});
export type WorkspaceMember = z.infer<typeof memberSchema>;

export const inviteSchema = z.object({
  id: z.string(),
  email: z.string(),
  role,
  expires_at: z.iso.datetime(),
});
export type WorkspaceInvite = z.infer<typeof inviteSchema>;

export const activityActions = [
  'exported',
  'workspace.created',
  'workspace.renamed',
  'member.invited',
  'invite.withdrawn',
  'member.joined',
  'member.changed',
  'member.left',
  'member.removed',
  'shared',
  'unshared',
  'connected',
  'disconnected',
  'paused',
  'deleted',
] as const;
export type ActivityAction = (typeof activityActions)[number];

export const activitySchema = z.object({
  at: z.iso.datetime(),
  /** The email of whoever did it, or `FORMER_MEMBER`; null: nobody, such as the sign-in at a provider. */
  by: z.nullable(z.string()),
  action: z.enum(activityActions),
  target: z.string(),
  /** Rows that were exported. */
  rows: z.optional(z.int()),
});
export type WorkspaceActivity = z.infer<typeof activitySchema>;

/** What happens to the private views, lists and alerts of somebody who goes. */
export const privateChoices = ['hand_over', 'delete'] as const;
const goingBody = z.strictObject({ private: z.optional(z.enum(privateChoices)) });

export const listWorkspaces = endpoint({
  method: 'GET',
  path: '/workspaces',
  access: 'session',
  belongsTo: 'account',
  summary: 'List the workspaces that you are a member of: your own first, then by name',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(workspaceSchema), total: z.int() }) },
  errors: [],
});

export const createWorkspace = endpoint({
  method: 'POST',
  path: '/workspaces',
  access: 'verified',
  belongsTo: 'account',
  stores: false,
  summary: 'Create a workspace, with you as its owner',
  body: z.strictObject({ name: workspaceName }),
  success: { kind: 'json', status: 201, body: workspaceSchema },
  errors: ['WORKSPACE.LIMIT_REACHED'],
  rateLimit: { max: 30, windowSeconds: 3600 },
});

export const renameWorkspace = endpoint({
  method: 'PATCH',
  path: '/workspaces/{workspace_id}',
  access: 'verified',
  role: 'admin',
  stores: false,
  summary: 'Rename a workspace',
  params: workspacePath,
  body: z.strictObject({ name: workspaceName }),
  success: { kind: 'json', status: 200, body: workspaceSchema },
  errors: ['WORKSPACE.NOT_FOUND'],
  rateLimit: { max: 60, windowSeconds: 3600 },
});

export const workspaceContentSchema = z.object({
  members: z.int(),
  views: z.int(),
  lists: z.int(),
  alerts: z.int(),
  notes: z.int(),
  people: z.int(),
  trends: z.int(),
  webhooks: z.int(),
  keys: z.int(),
  scheduled_exports: z.int(),
  destinations: z.int(),
  /** Of CRMs, those that can be undone until they are deleted. */
  crm_runs: z.int(),
});

export const getWorkspaceContent = endpoint({
  method: 'GET',
  path: '/workspaces/{workspace_id}/content',
  access: 'session',
  role: 'owner',
  summary: 'Count what belongs to a workspace, which goes with it when it is deleted',
  params: workspacePath,
  success: { kind: 'json', status: 200, body: workspaceContentSchema },
  errors: ['WORKSPACE.NOT_FOUND'],
});

export const deleteWorkspace = endpoint({
  method: 'DELETE',
  path: '/workspaces/{workspace_id}',
  access: 'verified',
  role: 'owner',
  needsProof: true,
  stores: false,
  summary: 'Delete a workspace with everything that belongs to it',
  params: workspacePath,
  /** The workspace's name. */
  body: z.strictObject({ confirm: z.string().check(z.maxLength(200)) }),
  turn: 'own',
  success: { kind: 'empty', status: 204 },
  errors: [
    'AUTH.PROOF_NEEDED',
    'WORKSPACE.NOT_FOUND',
    'WORKSPACE.PERSONAL',
    'WORKSPACE.CONFIRM_WRONG',
    'BILLING.PROVIDER_FAILED',
  ],
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/workspaces/{workspace_id}/members',
  access: 'session',
  summary: 'List the members of a workspace: owners first, then by email',
  params: workspacePath,
  query: page,
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(memberSchema), total: z.int() }) },
  errors: ['WORKSPACE.NOT_FOUND'],
});

export const updateMember = endpoint({
  method: 'PATCH',
  path: '/workspaces/{workspace_id}/members/{account_id}',
  access: 'verified',
  role: 'admin',
  stores: false,
  summary: "Change a member's role, rights or part of the export limit; only owners make owners or change one",
  params: memberPath,
  body: z.strictObject({
    role: z.optional(role),
    rights: z.optional(rights),
    export_limit: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000_000)))),
  }),
  success: { kind: 'json', status: 200, body: memberSchema },
  errors: [
    'WORKSPACE.NOT_FOUND',
    'WORKSPACE.MEMBER_NOT_FOUND',
    'WORKSPACE.ROLE_MISSING',
    'WORKSPACE.LAST_OWNER',
    'WORKSPACE.PERSONAL',
  ],
  // Each member of a full workspace once.
  rateLimit: { max: MAX_MEMBERS, windowSeconds: 3600 },
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/workspaces/{workspace_id}/members/{account_id}',
  access: 'verified',
  role: 'admin',
  stores: false,
  summary: 'Remove a member, with their keys in this workspace',
  params: memberPath,
  body: goingBody,
  success: { kind: 'empty', status: 204 },
  errors: [
    'WORKSPACE.NOT_FOUND',
    'WORKSPACE.MEMBER_NOT_FOUND',
    'WORKSPACE.ROLE_MISSING',
    'WORKSPACE.LAST_OWNER',
    'WORKSPACE.PERSONAL',
    'WORKSPACE.PRIVATE_OBJECTS',
  ],
});

export const leaveWorkspace = endpoint({
  method: 'POST',
  path: '/workspaces/{workspace_id}/leave',
  access: 'session',
  role: 'viewer',
  stores: false,
  summary: 'Leave a workspace',
  params: workspacePath,
  body: goingBody,
  success: { kind: 'empty', status: 204 },
  errors: ['WORKSPACE.NOT_FOUND', 'WORKSPACE.LAST_OWNER', 'WORKSPACE.PERSONAL', 'WORKSPACE.PRIVATE_OBJECTS'],
});

export const listWorkspaceInvites = endpoint({
  method: 'GET',
  path: '/workspaces/{workspace_id}/invites',
  access: 'session',
  right: 'invite',
  summary: 'List the open invitations to a workspace, newest first',
  params: workspacePath,
  query: page,
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(inviteSchema), total: z.int() }) },
  errors: ['WORKSPACE.NOT_FOUND'],
});

export const inviteToWorkspace = endpoint({
  method: 'POST',
  path: '/workspaces/{workspace_id}/invites',
  access: 'verified',
  right: 'invite',
  stores: false,
  summary: 'Invite somebody by mail; a new invitation replaces an open one of the same address',
  params: workspacePath,
  body: z.strictObject({ email: emailInput, role }),
  success: { kind: 'json', status: 201, body: inviteSchema },
  errors: [
    'EMAIL.INVALID',
    'WORKSPACE.NOT_FOUND',
    'WORKSPACE.ROLE_MISSING',
    'WORKSPACE.PERSONAL',
    'WORKSPACE.ALREADY_MEMBER',
    'WORKSPACE.MEMBER_LIMIT_REACHED',
  ],
  rateLimit: { max: 50, windowSeconds: 3600 },
});

export const withdrawWorkspaceInvite = endpoint({
  method: 'DELETE',
  path: '/workspaces/{workspace_id}/invites/{invite_id}',
  access: 'verified',
  right: 'invite',
  stores: false,
  summary: 'Withdraw an invitation',
  params: invitePath,
  success: { kind: 'empty', status: 204 },
  errors: ['WORKSPACE.NOT_FOUND', 'WORKSPACE.INVITE_NOT_FOUND'],
});

export const acceptWorkspaceInvite = endpoint({
  method: 'POST',
  path: '/workspace-invites/accept',
  access: 'verified',
  belongsTo: 'account',
  stores: false,
  summary: 'Accept an invitation by the code in its mail',
  body: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(200)) }),
  success: { kind: 'json', status: 200, body: workspaceSchema },
  errors: ['WORKSPACE.INVITE_INVALID', 'WORKSPACE.LIMIT_REACHED', 'WORKSPACE.MEMBER_LIMIT_REACHED'],
  rateLimit: { max: 30, windowSeconds: 600 },
});

export const listWorkspaceActivity = endpoint({
  method: 'GET',
  path: '/workspaces/{workspace_id}/activity',
  access: 'session',
  summary: 'List what members did, newest first: owners and admins see all of it, others what they did themselves',
  params: workspacePath,
  query: page,
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(activitySchema), total: z.int() }) },
  errors: ['WORKSPACE.NOT_FOUND'],
});

/** What changes in a shared workspace while others look at it. `marks`: rows of lists, and tags. */
export const workspaceChangeKinds = ['views', 'lists', 'marks', 'notes', 'alerts', 'people', 'members'] as const;
export type WorkspaceChangeKind = (typeof workspaceChangeKinds)[number];

export const getWorkspaceVersions = endpoint({
  method: 'GET',
  path: '/workspaces/{workspace_id}/versions',
  access: 'session',
  summary: 'Say how often each kind of thing changed in a workspace, so that open screens know when to load again',
  params: workspacePath,
  success: { kind: 'json', status: 200, body: z.record(z.enum(workspaceChangeKinds), z.int()) },
  errors: ['WORKSPACE.NOT_FOUND'],
});
