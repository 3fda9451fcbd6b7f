/**
 * The one way the app talks to its server. Rows that need a session go through `withSession`. Public rows
 * never refresh: their 401 means a wrong password, not an old session.
 */
import type { EndpointDefinition, EndpointInput, EndpointResult } from '@leadloom/shared/contract/endpoint';
import { noteConsoleRefusal } from './console-proof.ts';
import { send } from './send.ts';
import { withSession } from './with-session.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * Calls one endpoint. Rows without parameters, query and body take `{}`.
 * Answers what the row's schema describes; a Blob for CSV rows; undefined for empty ones.
 * @throws {ApiError}
 */
export function call<const Row extends EndpointDefinition>(
  row: Row,
  input: EndpointInput<Row>,
  options: CallOptions = {},
): Promise<EndpointResult<Row>> {
  if (!needsSession(row)) return send(row, input, options);
  return withSession((as) => send(row, input, { ...options, ...as })).catch((error: unknown) => {
    noteConsoleRefusal(row, error);
    throw error;
  });
}

/** Signing in, out and up, refreshing and mailed codes are public: a refresh there would recurse or hide the answer. */
export function needsSession(row: EndpointDefinition): boolean {
  return row.access !== 'public';
}
