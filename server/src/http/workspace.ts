/** The workspace that a call is in, and what the caller may do there. */
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { missingFor, type WorkspaceRight, type WorkspaceRole, workspaceNeedOf } from '@leadloom/shared/contract/workspace-access';
import { WORKSPACE_HEADER } from '@leadloom/shared/contract/workspaces';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/**
 * The id of a workspace. Accounts and workspaces take their ids from one sequence, so no workspace has the id of somebody
 * else's account. The type tells one from the other where both are numbers.
 */
export type WorkspaceId = number & { readonly [workspaceBrand]: true };
declare const workspaceBrand: unique symbol;

/** The workspace that everybody has from registration on. It has the id of its account. */
export function personalWorkspaceOf(accountId: number): WorkspaceId {
  return accountId as WorkspaceId;
}

/** What a caller is in the workspace of a call. */
export interface Membership {
  readonly workspaceId: WorkspaceId;
  /** Whether the workspace is the caller's own, which has no other member. */
  readonly isPersonal: boolean;
  readonly role: WorkspaceRole;
  /** Those of a member; owners and admins have all of them, viewers none. */
  readonly rights: readonly WorkspaceRight[];
}

/**
 * The workspace that a request names: in its path where the endpoint is about one, else in the header.
 * @returns null: none, so the call is in the caller's personal one
 * @throws {AppError} WORKSPACE.NOT_FOUND for what cannot be the id of one
 */
export function readWorkspaceId({ params, headers }: FastifyRequest): WorkspaceId | null {
  const inPath = typeof params === 'object' && params !== null && 'workspace_id' in params ? params.workspace_id : undefined;
  const named = inPath ?? headers[WORKSPACE_HEADER.toLowerCase()];
  return parseWorkspaceId(named);
}

/** @throws {AppError} WORKSPACE.NOT_FOUND for what cannot be the id of one @returns null: none is named */
export function parseWorkspaceId(named: unknown): WorkspaceId | null {
  if (named === undefined) return null;
  const id = typeof named === 'string' && /^[1-9]\d{0,15}$/.test(named) ? Number(named) : 0;
  if (id === 0 || !Number.isSafeInteger(id)) throw new AppError('WORKSPACE.NOT_FOUND');
  return id as WorkspaceId;
}

/** A key is in one workspace, whatever a call with it names. @throws {AppError} WORKSPACE.NOT_FOUND for another one */
export function refuseOtherWorkspace(request: FastifyRequest, { workspaceId }: Pick<Membership, 'workspaceId'>): void {
  const named = readWorkspaceId(request);
  if (named !== null && named !== workspaceId) throw new AppError('WORKSPACE.NOT_FOUND');
}

/**
 * Lets a member do what their role and rights allow; the only place on the server that decides it.
 * @throws {AppError} WORKSPACE.ROLE_MISSING, WORKSPACE.RIGHT_MISSING
 */
export function requireWorkspaceNeed(row: EndpointDefinition, membership: Membership): void {
  const need = workspaceNeedOf(row);
  const missing = need === null ? null : missingFor(need, membership);
  if (missing === null) return;
  if ('role' in missing) throw new AppError('WORKSPACE.ROLE_MISSING', { message: roleMissing(missing.role) });
  const message = `You do not have the right “${missing.right}” in this workspace. Ask one of its admins for it.`;
  throw new AppError('WORKSPACE.RIGHT_MISSING', { message });
}

const roleMissing = (role: WorkspaceRole) =>
  role === 'owner'
    ? 'Only owners of this workspace can do this.'
    : `This needs the role “${role}” in this workspace. Ask one of its admins for it.`;
