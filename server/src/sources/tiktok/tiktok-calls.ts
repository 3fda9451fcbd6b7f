/**
 * Calls TikTok's Research API: renews the token before it expires, retries where that may help, and maps every error to a
 * fault. The code in the body decides whether a call succeeded, because some successes come with status 500.
 */

import { parseExactJson } from '@leadloom/shared/domain/exact-json';
import { z } from 'zod';
import type { TikTokSettings } from '../../config.ts';
import type { CountRequest } from '../adapters.ts';
import { parseJsonAnswer } from '../http/parse-json-answer.ts';
import { pauseFor, type Sleep } from '../http/pause.ts';
import { readRetryAfter } from '../http/read-retry-after.ts';
import type { SourceAnswer, SourceHttp } from '../http/source-http.ts';
import { SourceError } from '../source-error.ts';

export interface TikTokCallOptions {
  readonly settings: TikTokSettings;
  readonly http: SourceHttp;
  readonly now: () => Date;
  readonly sleep: Sleep;
  readonly countRequest: CountRequest;
}

/** @param path below the origin, with its query @returns the value of `data` @throws {SourceError} */
export type TikTokCall = (path: string, body: object, signal: AbortSignal) => Promise<unknown>;

/** An error response that is not worth a retry. */
export class TikTokRefusal extends SourceError {
  readonly code: string;
  readonly said: string;

  constructor({ code, said, where }: { readonly code: string; readonly said: string; readonly where: string }) {
    super('failed', `${where}: ${code}: ${said}`, { isOfNetwork: false });
    this.code = code;
    this.said = said;
  }
}

const TOKEN_PATH = '/v2/oauth/token/';
/** A token is not used in its last minute, or in its last half if it is short-lived. */
const RENEW_BEFORE_MS = 60_000;
const BUSY_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000] as const;
const QUOTA_PAUSE_MS = 60_000;
/** Longer pauses in `retry-after` are not waited for. */
const MAX_PAUSE_MS = 60_000;
const DAY_MS = 24 * 3600 * 1000;
const SAID_LENGTH = 300;

const envelopeSchema = z.object({
  data: z.unknown(),
  error: z.object({ code: z.string(), message: z.string().catch(''), log_id: z.string().catch('') }),
});
const tokenSchema = z.object({ access_token: z.string().min(1).max(10_000), expires_in: z.number().positive() });
const tokenErrorSchema = z.object({ error: z.string(), error_description: z.string().catch('') });

interface Token {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly usableUntil: number;
}

/** The result of one request: a value, or the reason to retry. */
type Outcome<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'busy' | 'quota' | 'token'; readonly error: SourceError };

export function createTikTokCalls({ settings, http, now, sleep, countRequest }: TikTokCallOptions): TikTokCall {
  let token: Token | null = null;
  /** Milliseconds since 1970; no requests before, at TikTok's request. */
  let pausedUntil = 0;

  async function send(path: string, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal) {
    await waitOutPause(signal);
    countRequest();
    const url = `${settings.apiUrl}${path}`;
    const answer = await http.send({ method: 'POST', url, headers: { accept: 'application/json', ...headers }, body, signal });
    if (answer.status === 429 || answer.status >= 500)
      pausedUntil = now().getTime() + (readRetryAfter(answer.headers, now()) ?? 0);
    return answer;
  }

  /** A long pause throws instead, with its end. */
  async function waitOutPause(signal: AbortSignal): Promise<void> {
    const left = pausedUntil - now().getTime();
    if (left <= 0) return;
    if (left <= MAX_PAUSE_MS) return pauseFor(left, sleep, signal);
    const said = `TikTok asks for a pause of ${Math.ceil(left / 1000)} s`;
    throw new SourceError('rate_limited', said, { isOfNetwork: true, retryAt: new Date(pausedUntil) });
  }

  /** Retries as long as that may help. */
  async function withRetries<Value>(attempt: () => Promise<Outcome<Value>>, signal: AbortSignal): Promise<Value> {
    const pauses = { busy: [...BUSY_PAUSES_MS], quota: [QUOTA_PAUSE_MS], token: [0] };
    for (;;) {
      const outcome = await attempt();
      if (outcome.kind === 'value') return outcome.value;
      const pause = pauses[outcome.kind].shift();
      if (pause === undefined) throw outcome.error;
      if (outcome.kind === 'token') token = null;
      else await pauseFor(pause, sleep, signal);
    }
  }

  async function usableToken(signal: AbortSignal): Promise<Token> {
    if (token !== null && token.usableUntil > now().getTime()) return token;
    token = await withRetries(() => requestToken(signal), signal);
    return token;
  }

  async function requestToken(signal: AbortSignal): Promise<Outcome<Token>> {
    const form = new URLSearchParams({
      client_key: settings.clientKey,
      client_secret: settings.clientSecret,
      grant_type: 'client_credentials',
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await send(TOKEN_PATH, headers, form.toString(), signal);
    const body = readJson(answer.text);
    const { data } = tokenSchema.safeParse(body);
    if (data !== undefined) {
      const life = data.expires_in * 1000;
      const usableUntil = now().getTime() + Math.max(life - RENEW_BEFORE_MS, life / 2);
      return { kind: 'value', value: { text: data.access_token, usableUntil } };
    }
    const unanswered = unansweredBy(answer, TOKEN_PATH, now());
    if (unanswered !== null) return unanswered;
    const { data: refusal } = tokenErrorSchema.safeParse(body);
    if (refusal === undefined) throw unreadable(answer, TOKEN_PATH);
    const said = `${refusal.error}: ${refusal.error_description}`.slice(0, SAID_LENGTH);
    throw new SourceError('refused', `${TOKEN_PATH}: ${said}`, { isOfNetwork: true });
  }

  async function request(path: string, body: object, signal: AbortSignal): Promise<Outcome<unknown>> {
    const { text } = await usableToken(signal);
    const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' };
    const answer = await send(path, headers, JSON.stringify(body), signal);
    const { data: envelope } = envelopeSchema.safeParse(readJson(answer.text));
    const where = path.replace(/\?.*$/, '');
    if (envelope?.error.code === 'ok') return { kind: 'value', value: envelope.data };
    if (envelope === undefined) {
      const unanswered = unansweredBy(answer, where, now());
      if (unanswered === null) throw unreadable(answer, where);
      return unanswered;
    }
    const { code, message, log_id: logId } = envelope.error;
    const said = `${message} (${logId})`.slice(0, SAID_LENGTH);
    if (code.startsWith('scope_')) throw new SourceError('refused', `${where}: ${code}: ${said}`, { isOfNetwork: true });
    const about = { where, what: `${code}: ${said}` };
    if (code === 'access_token_invalid') return refusedToken(about);
    if (code === 'rate_limit_exceeded') return overQuota(about, now());
    // TikTok responds, but has a problem with this request.
    if (code === 'internal_error' || code === 'timeout') return busy(about, false);
    const unanswered = unansweredBy(answer, where, now());
    if (unanswered !== null) return unanswered;
    throw new TikTokRefusal({ code, said, where });
  }

  return (path, body, signal) => withRetries(() => request(path, body, signal), signal);
}

/** Maps the status if the body has no known code. */
function unansweredBy({ status, text }: SourceAnswer, where: string, now: Date) {
  const about = { where, what: `status ${status}` };
  if (status === 429) return overQuota(about, now);
  if (status >= 500) return busy(about);
  if (status === 401 && where !== TOKEN_PATH) return refusedToken(about);
  // HTML pages come from a proxy in front of the API.
  if (status === 403 && readJson(text) === undefined)
    throw new SourceError('blocked', `${where}: status 403`, { isOfNetwork: true });
  return null;
}

interface About {
  readonly where: string;
  readonly what: string;
}

function busy({ where, what }: About, isOfNetwork = true) {
  return { kind: 'busy', error: new SourceError('failed', `${where}: ${what}`, { isOfNetwork }) } as const;
}

function refusedToken({ where, what }: About) {
  return { kind: 'token', error: new SourceError('refused', `${where}: ${what}`, { isOfNetwork: true }) } as const;
}

/** The quota is per day and resets at midnight in UTC. */
function overQuota({ where, what }: About, now: Date) {
  const retryAt = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  return { kind: 'quota', error: new SourceError('rate_limited', `${where}: ${what}`, { isOfNetwork: true, retryAt }) } as const;
}

function unreadable({ status }: SourceAnswer, where: string): SourceError {
  return new SourceError('failed', `${where}: status ${status} and an unreadable response`, {
    isOfNetwork: status !== 200,
  });
}

/** @returns undefined if the text is not JSON */
function readJson(text: string): unknown {
  try {
    return parseJsonAnswer(text, 'TikTok', parseExactJson);
  } catch {
    return undefined;
  }
}
