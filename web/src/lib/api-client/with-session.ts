/**
 * Wraps every request of a signed-in person. It adds the access token; if the server refuses the token (401, or
 * 422 for a malformed one), the session is refreshed once and the request repeated once. It also names the workspace of this tab.
 */
import { session } from '../session/session.ts';
import { workspaceForCall } from '../workspace/tab-workspace.ts';
import { ApiError } from './api-error.ts';

/** In whose name a request is made. */
export interface CallAs {
  readonly bearer: string | null;
  /** The id of the workspace; null: the personal one. */
  readonly workspace: number | null;
}

/**
 * @param attempt makes the request in the name that it is given; called a second time after a refresh
 * @throws {ApiError}
 */
export async function withSession<Result>(attempt: (as: CallAs) => Promise<Result>): Promise<Result> {
  const workspace = workspaceForCall();
  try {
    return await inSession((bearer) => attempt({ bearer, workspace }));
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'WORKSPACE.NOT_FOUND';
    if (workspace !== null && isRefused) await leaveRefused(workspace, error.message);
    throw error;
  }
}

async function inSession<Result>(attempt: (bearer: string | null) => Promise<Result>): Promise<Result> {
  await session.refreshBeforeExpiry();
  const accessToken = session.accessToken();
  try {
    return await attempt(accessToken);
  } catch (error) {
    if (!isRefusedToken(error)) throw error;
    if (!(await session.refreshAfterRefusal(accessToken))) throw error;
  }
  const result = await attempt(session.accessToken());
  session.noteRetrySucceeded();
  return result;
}

/** If it cannot be loaded, the next call learns the same. */
async function leaveRefused(workspace: number, reason: string): Promise<void> {
  const loaded = await import('../workspace/open-workspace.ts').catch(() => null);
  loaded?.leaveRefusedWorkspace(workspace, reason);
}

/** A demand for the second factor does not mean that the token is invalid. */
function isRefusedToken(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'TWO_FACTOR.CODE_REQUIRED') return false;
  return error.status === 401 || error.status === 422;
}
