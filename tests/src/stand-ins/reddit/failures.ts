/** Failures on demand, in the forms Reddit has for them. */
import type { ServerResponse } from 'node:http';
import type { FaultRule } from '../fault-book.ts';

export interface FailureRule extends FaultRule {
  readonly answer: Failure;
}
/** Answers in the place of the stand-in, or never. */
export type Failure = (response: ServerResponse) => void;

type Headers = Readonly<Record<string, string>>;

function json(status: number, body: object, headers: Headers = {}): Failure {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
    response.end(JSON.stringify(body));
  };
}

function page(status: number, text: string, headers: Headers = {}): Failure {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=UTF-8', ...headers });
    response.end(`<!doctype html><html><head><title>${text}</title></head><body><h1>${text}</h1></body></html>`);
  };
}

function after(seconds: number | string | undefined): Headers {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

export const failures = {
  /** @param retryAfter seconds or a date; absent: Reddit does not say */
  tooMany: (retryAfter?: number | string) => json(429, { message: 'Too Many Requests', error: 429 }, after(retryAfter)),
  tooManyAsPage: (retryAfter?: number | string) => page(429, 'Too Many Requests', after(retryAfter)),
  serverError: (status: number, retryAfter?: number | string) =>
    page(status, 'Our CDN was unable to reach our servers', after(retryAfter)),
  blocked: page(403, 'You have been blocked by network security.'),
  pageForJson: page(200, 'Welcome'),
  tokenInvalid: json(
    401,
    { message: 'Unauthorized', error: 401 },
    { 'www-authenticate': 'Bearer realm="reddit", error="invalid_token"' },
  ),
  scopeMissing: json(
    403,
    { message: 'Forbidden', error: 403 },
    { 'www-authenticate': 'Bearer realm="reddit", error="insufficient_scope"' },
  ),
  grantRefused: json(200, { error: 'unauthorized_client', error_description: 'This app may not do that.' }),
  cutShort: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' });
    response.end('{"kind":"Listing","data":{"after":null,"children":[{"kind":"t3","da');
  },
  silence: () => undefined,
};
