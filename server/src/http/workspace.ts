/** The workspace that a call is in, and what the caller may do there. */
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { missingFor, missingSentence, workspaceNeedOf } from '@leadloom/shared/contract/workspace-access';
import type { WorkspaceRight, WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import { WORKSPACE_HEADER } from '@leadloom/shared/domain/workspace-names';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import type { WorkspaceId } from './workspace-id.ts';

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
  throw new AppError('role' in missing ? 'WORKSPACE.ROLE_MISSING' : 'WORKSPACE.RIGHT_MISSING', {
    message: missingSentence(missing),
  });
}
