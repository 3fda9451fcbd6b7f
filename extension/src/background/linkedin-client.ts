/**
 * The one way to LinkedIn. Judges the address, waits for its turn, writes the request down before it
 * is sent, and stops everything while LinkedIn wants a pause. A page's request becomes at most two of
 * ours: a stale token is read again once, and a redirect is explained by one look at `/me`.
 */
import { judgeLinkedInUrl } from '@leadloom/shared/linkedin/endpoint-grammar';
import type { MessageError } from '@leadloom/shared/messages/message-error';
import { hasSiteAccess, LINKEDIN_ORIGIN } from '../platform/site-access.ts';
import type { Clock } from '../state/clock.ts';
import { readCoolDown, refusalDuring, startCoolDown } from '../state/cool-down.ts';
import type { Ledger, LedgerEntry } from '../state/ledger.ts';
import { readCsrfToken } from '../state/linkedin-session.ts';
import { SIGNED_OUT_SECONDS } from './classify-answer.ts';
import { keepAliveDuring } from './keep-alive.ts';
import type { Pacer } from './pacer.ts';
import { type Exchange, sendRequest } from './send-request.ts';

export type FetchResult = { readonly ok: true; readonly body: string } | { readonly ok: false; readonly error: MessageError };

export interface LinkedInClient {
  /** Asked before anything is stored for a request, so that a flood leaves no traces. */
  refusalIfBusy(): MessageError | undefined;
  /** @param plain asks for plain JSON instead of LinkedIn's normalized form */
  get(url: string, plain: boolean): Promise<FetchResult>;
}

export interface LinkedInClientParts {
  readonly pacer: Pacer;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs?: number;
}

interface Address {
  readonly href: string;
  readonly endpoint: string;
}

const ANSWER_TIMEOUT_MS = 30_000;
const sessionCheck: Address = { href: `${LINKEDIN_ORIGIN}/voyager/api/me`, endpoint: 'me' };
const signedOut: Exchange = { kind: 'error', error: { code: 'signed_out' }, pauseSeconds: SIGNED_OUT_SECONDS };

export function createLinkedInClient(parts: LinkedInClientParts): LinkedInClient {
  const { pacer, ledger, clock, fetch, timeoutMs = ANSWER_TIMEOUT_MS } = parts;
  const busy = (): MessageError => ({ code: 'rate_limited', retryAfterSeconds: pacer.secondsUntilRoom() });

  async function request(address: Address, plain: boolean, nextTurn: () => Promise<void>): Promise<Exchange> {
    const early = await refusalNow();
    if (early !== undefined) return early;
    await nextTurn();
    // The wait may have been long: LinkedIn may want a pause by now, or the member may have signed out.
    const [late, csrfToken] = await Promise.all([refusalNow(), readCsrfToken()]);
    if (late !== undefined) return late;
    if (csrfToken === null) return { kind: 'error', error: { code: 'signed_out' } };
    const ticket = await ledger.begin(address.endpoint, clock.now());
    const exchange = await sendRequest({ href: address.href, plain, csrfToken, timeoutMs }, fetch, clock.now);
    await Promise.all([ticket.end(outcomeOf(exchange)), pauseAfter(exchange)]);
    return exchange;
  }

  async function refusalNow(): Promise<Exchange | undefined> {
    const [isReachable, coolDown] = await Promise.all([hasSiteAccess(LINKEDIN_ORIGIN), readCoolDown(clock.now())]);
    if (!isReachable) return { kind: 'error', error: { code: 'no_permission' } };
    return coolDown === null ? undefined : { kind: 'error', error: refusalDuring(coolDown, clock.now()) };
  }

  async function pauseAfter(exchange: Exchange): Promise<void> {
    if (exchange.kind !== 'error' || exchange.pauseSeconds === undefined) return;
    const { code } = exchange.error;
    if (code === 'throttled' || code === 'challenged' || code === 'signed_out')
      await startCoolDown(code, exchange.pauseSeconds, clock.now());
  }

  async function requestAndExplain(address: Address, plain: boolean, nextTurn: () => Promise<void>): Promise<Exchange> {
    const first = await request(address, plain, nextTurn);
    if (first.kind === 'csrf') {
      const second = await request(address, plain, nextTurn);
      // Refused twice with a token read anew: cookies of two sessions, or of none.
      return second.kind === 'csrf' || second.kind === 'redirect' ? endSession() : second;
    }
    if (first.kind !== 'redirect') return first;
    const check = await request(sessionCheck, false, nextTurn);
    if (check.kind === 'body') return { kind: 'error', error: { code: 'redirected' } };
    return check.kind === 'error' ? check : endSession();
  }

  async function endSession(): Promise<Exchange> {
    await pauseAfter(signedOut);
    return signedOut;
  }

  return {
    refusalIfBusy: () => (pacer.hasRoom() ? undefined : busy()),
    async get(url, plain) {
      const verdict = judgeLinkedInUrl(url);
      if (!verdict.ok) return { ok: false, error: { code: 'url_not_allowed' } };
      const exchange = pacer.run((nextTurn) => requestAndExplain(verdict, plain, nextTurn));
      return exchange === undefined ? { ok: false, error: busy() } : resultOf(await keepAliveDuring(() => exchange));
    },
  };
}

function outcomeOf(exchange: Exchange): LedgerEntry['outcome'] {
  if (exchange.kind === 'body') return 'ok';
  if (exchange.kind === 'error') return exchange.error.code;
  return exchange.kind === 'csrf' ? 'forbidden' : 'redirected';
}

function resultOf(exchange: Exchange): FetchResult {
  if (exchange.kind === 'body') return { ok: true, body: exchange.text };
  return { ok: false, error: exchange.kind === 'error' ? exchange.error : { code: 'redirected' } };
}
