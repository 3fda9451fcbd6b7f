/**
 * The one way the app talks to its server. A row that needs a session is sent with the access token; when
 * the server refuses the token (401, or 422 for a malformed one) the session is refreshed once and the
 * call repeated once. Public rows never refresh: their 401 means a wrong password, not an old session.
 */
import type { EndpointInput, EndpointResult, EndpointRow } from '@leadloom/shared/contract/endpoint';
import { session } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * Calls one endpoint. Rows without parameters, query and body take `{}`.
 * Answers what the row's schema describes; a Blob for CSV rows; undefined for empty ones.
 * @throws {ApiError}
 */
export async function call<const Row extends EndpointRow>(
  row: Row,
  input: EndpointInput<Row>,
  options: CallOptions = {},
): Promise<EndpointResult<Row>> {
  if (!needsSession(row)) return send(row, input, options);
  await session.refreshBeforeExpiry();
  const accessToken = session.accessToken();
  try {
    return await send(row, input, { ...options, bearer: accessToken });
  } catch (error) {
    if (!isRefusedToken(error)) throw error;
    if (!(await session.refreshAfterRefusal(accessToken))) throw error;
  }
  const result = await send(row, input, { ...options, bearer: session.accessToken() });
  session.noteRetrySucceeded();
  return result;
}

/** Signing in, out and up, refreshing and mailed codes are public: a refresh there would recurse or hide the answer. */
export function needsSession(row: EndpointRow): boolean {
  return row.access !== 'public';
}

/** A second factor that is asked for says nothing against the token. */
function isRefusedToken(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'TWO_FACTOR.CODE_REQUIRED') return false;
  return error.status === 401 || error.status === 422;
}
