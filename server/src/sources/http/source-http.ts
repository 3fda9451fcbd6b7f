/**
 * The HTTP client for networks. It talks to configured origins only, connects to public addresses only, follows no
 * redirects, and stops at responses that take too long, are too large or are unreadable. Responses are never trusted.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { Agent, Dispatcher } from 'undici';
import { SourceError } from '../source-error.ts';
import { DestinationRefused } from './destination-refused.ts';
import type { ConnectorOptions } from './guarded-connector.ts';
import { ACCEPTED_ENCODINGS, readBody, UnreadableBody } from './read-body.ts';

const WHOLE_REQUEST_MS = 20_000;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

export interface SourceRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface SourceAnswer {
  readonly status: number;
  /** Headers by lower-case name. Repeated headers are joined with commas. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

export interface SourceHttp {
  /**
   * Returns every status, including redirects.
   * @throws {SourceError} `failed`: no complete response in time, an unreadable one, or a refused destination. A fault of
   *   the network if no response started.
   */
  send(request: SourceRequest): Promise<SourceAnswer>;
}

export interface SourceHttpOptions {
  /** Requests to all other origins are refused before any DNS lookup. */
  readonly allowedOrigins: readonly string[];
  /** Time limit from the start to the last byte. */
  readonly timeoutMs?: number;
  /** Limit of a decompressed body. */
  readonly maxBytes?: number;
  /** Resolves host names; the system's resolver if absent. */
  readonly lookup?: LookupFunction;
  /** Connects to private addresses, too: the operator allowed it. */
  readonly isPrivateAllowed?: boolean;
}

export function createSourceHttp({
  allowedOrigins,
  timeoutMs = WHOLE_REQUEST_MS,
  maxBytes = MAX_BYTES,
  lookup,
  isPrivateAllowed = false,
}: SourceHttpOptions): SourceHttp {
  let agent: Promise<Agent> | null = null;

  async function open({ method, headers, body }: SourceRequest, url: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    agent ??= openAgent({ timeoutMs, lookup, isPrivateAllowed });
    return (await agent).request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { ...headers, 'accept-encoding': ACCEPTED_ENCODINGS },
      body: body ?? null,
      signal,
    });
  }

  return {
    send: async (request) => {
      const url = allowedUrl(request.url, allowedOrigins);
      const what = `${request.method} ${url.origin}${url.pathname}`.slice(0, 300);
      const deadline = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([request.signal, deadline]);
      const failed = (error: unknown, isOfNetwork: boolean) => {
        if (request.signal.aborted) return new SourceError('failed', `${what}: cancelled`, { isOfNetwork, cause: error });
        const reason = deadline.aborted ? `no complete response within ${timeoutMs / 1000} s` : reasonOf(error);
        return new SourceError('failed', `${what}: ${reason}`, { isOfNetwork, cause: error });
      };
      const answer = await open(request, url, signal).catch((error: unknown) => {
        throw failed(error, true);
      });
      const headers = readHeaders(answer.headers);
      try {
        const text = await readBody(answer.body, {
          encoding: headers.get('content-encoding') ?? null,
          maxBytes,
          // The status says what is wrong. The page that explains it may have any encoding.
          isStrict: answer.statusCode < 300,
        });
        return { status: answer.statusCode, headers, text };
      } catch (error) {
        throw failed(error, false);
      }
    },
  };
}

/** The library is read with the first request: most servers visit no network. */
async function openAgent({ timeoutMs, ...reach }: Pick<ConnectorOptions, 'timeoutMs' | 'lookup' | 'isPrivateAllowed'>) {
  const [{ Agent }, { createGuardedConnector }] = await Promise.all([import('undici'), import('./guarded-connector.ts')]);
  return new Agent({
    connect: createGuardedConnector({ timeoutMs, ...reach }),
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}

/** @throws {SourceError} */
function allowedUrl(text: string, allowedOrigins: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && url.username === '' && url.password === '' && allowedOrigins.includes(url.origin)) return url;
  const where = url === null ? 'an invalid URL' : url.origin;
  throw new SourceError('failed', `${where} is not a destination of this network`, { isOfNetwork: true });
}

function readHeaders(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof DestinationRefused || error instanceof UnreadableBody) return error.message;
  if (!(error instanceof Error)) return 'the request failed';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `the connection failed${code}`;
}
