/** Answers of the API for stories, typed by the contract's rows. */
import type { EndpointDefinition, EndpointResult } from '@leadloom/shared/contract/endpoint';
import { type ErrorCode, errorDefinitions } from '@leadloom/shared/contract/errors';
import { HttpResponse, http, type JsonBodyType, type RequestHandler } from 'msw';
import type * as z from 'zod/mini';

/** What a handler is told about the request it answers; a body the row would refuse fails the request. */
export interface ApiRequest<Row extends EndpointDefinition> {
  readonly body: Row extends { readonly body: infer Body extends z.core.$ZodType } ? z.output<Body> : undefined;
  readonly headers: Headers;
  readonly params: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly url: URL;
}

export class ApiRefusal extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string = errorDefinitions[code].text) {
    super(message);
    this.code = code;
  }
}

/** Makes a handler answer with an error: `throw refuse('AUTH.UNAUTHORIZED')`. */
export function refuse(code: ErrorCode, message?: string): ApiRefusal {
  return new ApiRefusal(code, message);
}

/** One endpoint row answered by a function; what it throws by `refuse` becomes problem+json. */
export function answer<const Row extends EndpointDefinition>(
  row: Row,
  respond: (request: ApiRequest<Row>) => EndpointResult<Row> | Promise<EndpointResult<Row>>,
): RequestHandler {
  const path = `/api/v1${row.path.replace(/\{(\w+)\}/g, ':$1')}`;
  return on(row.method, path, async ({ request, params }) => {
    const text = await request.clone().text();
    try {
      const result: unknown = await respond({
        // The row's schema produced this value, which the compiler cannot follow through the conditional type.
        body: row.body?.parse(text === '' ? {} : JSON.parse(text)) as ApiRequest<Row>['body'],
        headers: request.headers,
        params,
        url: new URL(request.url),
      });
      if (result === undefined) return new HttpResponse(null, { status: 204 });
      if (result instanceof Blob) {
        const byDefault = row.success.kind === 'file' ? row.success.contentType : 'text/csv; charset=utf-8';
        const type = result.type === '' ? byDefault : result.type;
        return new HttpResponse(result, { status: 200, headers: { 'content-type': type } });
      }
      return HttpResponse.json(JSON.parse(JSON.stringify(result)), { status: row.success.status });
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      return HttpResponse.json(problemOf(error), { status: errorDefinitions[error.code].status });
    }
  });
}

/** Like `answer`, for what no contract's row describes. */
export function on(method: EndpointDefinition['method'], path: string, resolver: Parameters<typeof http.get>[1]): RequestHandler {
  const register = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete }[method];
  return register(path, resolver);
}

function problemOf(error: ApiRefusal): JsonBodyType {
  const { status, text } = errorDefinitions[error.code];
  return {
    type: 'about:blank',
    title: text,
    status,
    code: error.code,
    request_id: 'request-1',
    msg: error.message,
    message: error.message,
    error: error.message,
  };
}
