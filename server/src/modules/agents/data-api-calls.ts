/**
 * Calls of the data API within this process, with the key of the agent. An answer, its price, its limits and its errors are
 * therefore those of the same call over the network.
 */
import { asRepeated } from '@leadloom/shared/tables/list-values';
import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify';

export type QueryValue = string | number | boolean | readonly (string | number)[];

export interface DataApiCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** A path relative to `/api/v1`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue | undefined>>;
  readonly body?: object;
}

/** @returns the JSON of the answer, or the text of a file; null: it has no body @throws {RefusedCall} */
export type CallDataApi = (call: DataApiCall) => Promise<unknown>;

/** The data API refused a call: its problem, as it answered it. */
export class RefusedCall extends Error {
  readonly problem: string;
  /** The value of Retry-After; null: trying again does not help, or helps at once. */
  readonly retryAfter: string | null;

  constructor(problem: string, retryAfter: string | null) {
    super('The data API refused a call.');
    this.name = 'RefusedCall';
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** @param request whose address the calls are counted under, too */
export function createDataApiCalls(app: FastifyInstance, request: FastifyRequest, key: string, signal: AbortSignal): CallDataApi {
  return async ({ method, path, query = {}, body }) => {
    const response = await app.inject({
      method,
      url: `/api/v1${path}${queryText(query)}`,
      headers: { authorization: `Bearer ${key}`, accept: 'application/json, text/csv' },
      remoteAddress: request.ip,
      signal,
      ...(body === undefined ? {} : { payload: body }),
    });
    if (response.statusCode < 300) return readAnswer(response);
    const { 'retry-after': retryAfter } = response.headers;
    throw new RefusedCall(response.payload, retryAfter === undefined ? null : String(retryAfter));
  };
}

function readAnswer({ headers, payload }: LightMyRequestResponse): unknown {
  if (payload === '') return null;
  return String(headers['content-type']).startsWith('application/json') ? JSON.parse(payload) : payload;
}

function queryText(query: Readonly<Record<string, QueryValue | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of typeof value === 'object' ? asRepeated(value) : [value]) parameters.append(name, String(one));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}
