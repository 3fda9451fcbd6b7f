/**
 * A local server that plays Reddit: the token of an app, the Data API, its limits and its ways to fail. Plain
 * HTTP on loopback, reached by REDDIT_API_URL and REDDIT_AUTH_URL. It talks to nobody.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { RedditSettings } from '@leadloom/server/config';
import { createFaultBook, type FaultBook } from '../fault-book.ts';
import { serveStandIn } from '../serve.ts';
import { type Answer, answer } from './answers.ts';
import type { FailureRule } from './failures.ts';
import { type StandInPost, type StandInSubreddit, type SubredditState, samplePost } from './posts.ts';

const WINDOW_SECONDS = 600;
const CLIENT = { clientId: 'stand-in-client', clientSecret: 'stand-in-secret', username: 'leadloom_stand_in' } as const;
/** Reddit's form of it; it slows down or refuses whoever sends another. */
const USER_AGENT = /^[\w.-]+:[\w.-]+:[\w.-]+ \(by \/u\/[\w-]+\)$/;

export interface RedditStandInOptions {
  /** 0 (the default) takes any free port. */
  readonly port?: number;
  readonly now?: () => Date;
}

export interface RecordedRequest {
  /** Milliseconds since 1970, by the stand-in's clock. */
  readonly time: number;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly authorization: string;
  /** 0 while unanswered. */
  status: number;
}

export interface AddedSubreddit {
  readonly subscribers?: number;
  readonly isAdult?: boolean;
  readonly state?: SubredditState;
  /** How many posts it has, a minute apart, the newest now. */
  readonly posts?: number;
}

export interface RedditStandIn {
  readonly origin: string;
  /** Settings that lead a server here, as the environment gives them. */
  readonly environment: Readonly<Record<string, string>>;
  /** The same, for an adapter. */
  readonly settings: RedditSettings;
  /** The faults of calls such as `GET /r/name/new?…`, by method, path and query. */
  readonly failures: FaultBook<FailureRule>;
  /** What was asked, oldest first. */
  readonly requests: RecordedRequest[];
  /** Requests a window allows, and for how many seconds a token is good. */
  readonly limits: { requests: number; tokenSeconds: number };
  addSubreddit(name: string, details?: AddedSubreddit): StandInSubreddit;
  /** Adds a post that is newer than all others. */
  addPost(subreddit: string, details?: Partial<Omit<StandInPost, 'id' | 'subreddit'>>): StandInPost;
  /** @throws where it was never added */
  subreddit(name: string): StandInSubreddit;
  /** Makes all tokens given so far invalid. */
  revokeTokens(): void;
  close(): Promise<void>;
}

export async function startRedditStandIn({
  port = 0,
  now = () => new Date(),
}: RedditStandInOptions = {}): Promise<RedditStandIn> {
  const subreddits = new Map<string, StandInSubreddit>();
  const failures = createFaultBook<FailureRule>();
  const requests: RecordedRequest[] = [];
  const limits = { requests: 1000, tokenSeconds: 3600 };
  /** When each ends, in milliseconds. */
  let tokens = new Map<string, number>();
  let window = { from: Number.NEGATIVE_INFINITY, used: 0 };
  let given = 0;
  let lastId = 0x1a_0000;
  let origin = '';
  const seconds = () => now().getTime() / 1000;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const body = await text(request);
    const entry: RecordedRequest = {
      time: now().getTime(),
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      userAgent: request.headers['user-agent'] ?? '',
      authorization: request.headers.authorization ?? '',
      status: 0,
    };
    requests.push(entry);
    response.on('finish', () => {
      entry.status = response.statusCode;
    });
    const failure = failures.take(`${entry.method} ${url.pathname}${url.search}`);
    if (failure !== null) failure.answer(response);
    else send(response, answerTo(entry, url, body), url.searchParams.get('raw_json') !== '1');
  }

  function answerTo(entry: RecordedRequest, url: URL, body: string): Answer {
    if (!USER_AGENT.test(entry.userAgent)) return { status: 429, body: { message: 'Too Many Requests', error: 429 } };
    return url.pathname === '/api/v1/access_token' ? tokenFor(entry, body) : dataFor(entry, url);
  }

  function tokenFor({ method, authorization }: RecordedRequest, body: string): Answer {
    const expected = `Basic ${Buffer.from(`${CLIENT.clientId}:${CLIENT.clientSecret}`).toString('base64')}`;
    if (method !== 'POST' || authorization !== expected) return { status: 401, body: { message: 'Unauthorized', error: 401 } };
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      return { status: 200, body: { error: 'unsupported_grant_type' } };
    given += 1;
    const token = `stand-in-token-${given}`;
    tokens.set(token, now().getTime() + limits.tokenSeconds * 1000);
    return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: limits.tokenSeconds, scope: '*' } };
  }

  function dataFor({ authorization }: RecordedRequest, url: URL): Answer {
    const ends = tokens.get(authorization.replace(/^bearer /i, ''));
    if (ends === undefined || ends <= now().getTime()) {
      const headers = { 'www-authenticate': 'Bearer realm="reddit", error="invalid_token"' };
      return { status: 401, headers, body: { message: 'Unauthorized', error: 401 } };
    }
    if (seconds() - window.from >= WINDOW_SECONDS) window = { from: seconds(), used: 0 };
    const isOver = window.used >= limits.requests;
    if (!isOver) window.used += 1;
    const headers = {
      'x-ratelimit-used': String(window.used),
      'x-ratelimit-remaining': (limits.requests - window.used).toFixed(1),
      'x-ratelimit-reset': String(Math.ceil(window.from + WINDOW_SECONDS - seconds())),
    };
    if (isOver) return { status: 429, headers, body: { message: 'Too Many Requests', error: 429 } };
    const found = answer(subreddits, url);
    return { ...found, headers: { ...headers, ...found.headers } };
  }

  function subreddit(name: string): StandInSubreddit {
    const found = subreddits.get(name.toLowerCase());
    if (found === undefined) throw new Error(`the stand-in has no subreddit ${name}`);
    return found;
  }

  function addPost(name: string, details: Partial<Omit<StandInPost, 'id' | 'subreddit'>> = {}): StandInPost {
    const { posts, name: spelling } = subreddit(name);
    lastId += 1;
    const post = { ...samplePost(spelling, `t3_${lastId.toString(36)}`, posts.length, seconds()), ...details };
    posts.push(post);
    return post;
  }

  const server = await serveStandIn('reddit', handle, port);
  origin = server.origin;

  return {
    origin,
    settings: { ...CLIENT, apiUrl: origin, authUrl: origin },
    environment: {
      REDDIT_CLIENT_ID: CLIENT.clientId,
      REDDIT_CLIENT_SECRET: CLIENT.clientSecret,
      REDDIT_USERNAME: CLIENT.username,
      REDDIT_API_URL: origin,
      REDDIT_AUTH_URL: origin,
    },
    failures,
    requests,
    limits,
    subreddit,
    addPost,
    addSubreddit: (name, { subscribers = 1000, isAdult = false, state = 'open', posts = 0 } = {}) => {
      const added: StandInSubreddit = { name, subscribers, isAdult, state, posts: [] };
      subreddits.set(name.toLowerCase(), added);
      for (let left = posts - 1; left >= 0; left -= 1) addPost(name, { createdAt: seconds() - left * 60 });
      return added;
    },
    revokeTokens: () => {
      tokens = new Map();
    },
    close: server.close,
  };
}

function send(response: ServerResponse, { status, headers = {}, body }: Answer, isEscaped: boolean): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
  const text = body === null ? '' : JSON.stringify(body);
  response.end(isEscaped ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text);
}
