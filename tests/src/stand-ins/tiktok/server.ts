/**
 * A local server that plays TikTok's Research API: plain HTTP on loopback, reached by TIKTOK_API_URL. It gives
 * tokens that end, counts a day's requests against a quota, knows new searches a moment late, and fails on
 * demand. It talks to nobody.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { createFaultBook, type FaultRule } from '../fault-book.ts';
import { serveStandIn } from '../serve.ts';
import { createLibrary, type Library } from './library.ts';
import { answerQuery, answerUser, type Refusal, type ResearchAnswer, type Searches, writeJson } from './research-answers.ts';

export const TIKTOK_CLIENT = { key: 'stand-in-client-key', secret: 'stand-in-client-secret' } as const;

export interface TikTokStandInOptions {
  /** 0 (the default) takes any free port. */
  readonly port?: number;
  readonly now?: () => Date;
  /** How long a token is good for. */
  readonly tokenSeconds?: number;
  /** Requests of a day in UTC. */
  readonly quota?: number;
  /** How often a search is said to be invalid before it is known. */
  readonly lazySearches?: number;
}

/** One answer instead of the usual one. */
export interface TikTokFault extends FaultRule {
  /** `late ok`: the usual answer with status 500. `silence` never answers. */
  readonly answer: 'late ok' | 'silence' | 'reset' | Refusal | { readonly status: number; readonly text: string };
}

export interface TikTokCallRecord {
  readonly path: string;
  readonly body: string;
  readonly authorization: string | null;
  /** 0 while unanswered. */
  status: number;
}

export interface TikTokStandIn {
  readonly origin: string;
  /** Settings that lead a server here. */
  readonly environment: Readonly<Record<string, string>>;
  readonly catalogue: Library;
  /** What was asked, oldest first. */
  readonly calls: TikTokCallRecord[];
  /** Requests that count against the quota, of the day it is. */
  requestsToday(): number;
  /** Adds a fault of a path. A fault without `times` occurs once. */
  fail(fault: TikTokFault): void;
  clearFaults(): void;
  /** Tokens that were given are good no longer. */
  endTokens(): void;
  forgetSearches(): void;
  close(): Promise<void>;
}

export async function startTikTokStandIn(options: TikTokStandInOptions = {}): Promise<TikTokStandIn> {
  const { port = 0, now = () => new Date(), tokenSeconds = 7200, quota = 1_000, lazySearches = 0 } = options;
  const library = createLibrary(now);
  const calls: TikTokCallRecord[] = [];
  /** The tokens with the time until when each is good, in milliseconds since 1970. */
  const tokens = new Map<string, number>();
  const searches = new Map<string, { readonly query: string; late: number }>();
  const faults = createFaultBook<TikTokFault>();
  let counted = { day: '', requests: 0 };

  const today = () => now().toISOString().slice(0, 10);
  const requestsToday = () => (counted.day === today() ? counted.requests : 0);

  const book: Searches = {
    begin: (query) => {
      const id = String(7_300_000_000_000_000_000n + BigInt(searches.size + 1));
      searches.set(id, { query, late: lazySearches });
      return id;
    },
    knows: (id, query) => {
      const search = searches.get(id);
      if (search === undefined || search.query !== query) return false;
      search.late -= 1;
      return search.late < 0;
    },
  };

  function giveToken(body: string): { readonly status: number; readonly text: string } {
    const form = new URLSearchParams(body);
    const isOurs = form.get('client_key') === TIKTOK_CLIENT.key && form.get('client_secret') === TIKTOK_CLIENT.secret;
    if (!isOurs || form.get('grant_type') !== 'client_credentials') {
      const refusal = { error: 'invalid_client', error_description: 'Client key or secret is incorrect.', log_id: randomUUID() };
      return { status: 200, text: JSON.stringify(refusal) };
    }
    const token = `clt.stand-in.${randomUUID()}`;
    tokens.set(token, now().getTime() + tokenSeconds * 1000);
    return { status: 200, text: JSON.stringify({ access_token: token, expires_in: tokenSeconds, token_type: 'Bearer' }) };
  }

  function research(url: URL, call: TikTokCallRecord): ResearchAnswer {
    const until = tokens.get(call.authorization?.replace(/^Bearer /, '') ?? '') ?? 0;
    if (until <= now().getTime())
      return {
        refusal: {
          status: 401,
          code: 'access_token_invalid',
          message: 'The access token is invalid or not found in the request.',
        },
      };
    if (requestsToday() >= quota)
      return { refusal: { status: 429, code: 'rate_limit_exceeded', message: 'The API rate limit was exceeded.' } };
    counted = { day: today(), requests: requestsToday() + 1 };
    const body: unknown = JSON.parse(call.body);
    const fields = (url.searchParams.get('fields') ?? '').split(',');
    if (url.pathname === '/v2/research/video/query/') return answerQuery(library, book, fields, body);
    if (url.pathname === '/v2/research/user/info/') return answerUser(library, body);
    return { refusal: { status: 404, code: 'invalid_request', message: 'Unsupported path.' } };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const { authorization = null } = request.headers;
    const call: TikTokCallRecord = { path: url.pathname, body: await readText(request), authorization, status: 0 };
    calls.push(call);
    const planned = faults.take(call.path)?.answer ?? null;
    if (planned === 'silence') return;
    if (planned === 'reset') return void request.socket.destroy();
    const { status, text } = planned !== null && planned !== 'late ok' ? written(planned) : usual(url, call);
    call.status = planned === 'late ok' ? 500 : status;
    response.writeHead(call.status, { 'content-type': text.startsWith('<') ? 'text/html' : 'application/json' });
    response.end(text);
  }

  function usual(url: URL, call: TikTokCallRecord): { readonly status: number; readonly text: string } {
    if (call.path === '/v2/oauth/token/') return giveToken(call.body);
    const answer = research(url, call);
    if ('refusal' in answer) return written(answer.refusal);
    return { status: 200, text: writeJson({ ...answer, error: { code: 'ok', message: '', log_id: randomUUID() } }) };
  }

  const { origin, close } = await serveStandIn('tiktok', handle, port);

  return {
    origin,
    environment: { TIKTOK_CLIENT_KEY: TIKTOK_CLIENT.key, TIKTOK_CLIENT_SECRET: TIKTOK_CLIENT.secret, TIKTOK_API_URL: origin },
    catalogue: library,
    calls,
    requestsToday,
    fail: (fault) => faults.add({ times: 1, ...fault }),
    clearFaults: faults.clear,
    endTokens: () => tokens.clear(),
    forgetSearches: () => searches.clear(),
    close,
  };
}

function written(answer: Refusal | { readonly status: number; readonly text: string }) {
  if ('text' in answer) return answer;
  const { status, code, message } = answer;
  return { status, text: JSON.stringify({ data: {}, error: { code, message, log_id: randomUUID() } }) };
}
