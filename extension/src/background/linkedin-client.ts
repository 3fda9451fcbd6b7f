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
import type { NextTurn, Pacer } from './pacer.ts';
import { type Exchange, sendRequest } from './send-request.ts';

export type FetchResult = { readonly ok: true; readonly body: string } | { readonly ok: false; readonly error: MessageError };

export interface LinkedInClient {
  /** Asked before anything is stored for a request, so that a flood leaves no traces. */
  refusalIfBusy(): MessageError | undefined;
  /**
   * @param plain asks for plain JSON instead of LinkedIn's normalized form
   * @param requestId the page's own id, kept on record with the request
   */
  get(url: string, plain: boolean, requestId?: string): Promise<FetchResult>;
}

export interface LinkedInClientParts {
  readonly pacer: Pacer;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs?: number;
}

type Refusal = Extract<Exchange, { kind: 'error' }>;

interface Address {
  readonly href: string;
  readonly endpoint: string;
}

/** What one of a page's requests is about, the same for all exchanges it takes. */
interface Errand {
  readonly plain: boolean;
  readonly requestId: string | undefined;
  readonly nextTurn: NextTurn;
}

const ANSWER_TIMEOUT_MS = 30_000;
const sessionCheck: Address = { href: `${LINKEDIN_ORIGIN}/voyager/api/me`, endpoint: 'me' };
const signedOut: Exchange = { kind: 'error', error: { code: 'signed_out' }, pauseSeconds: SIGNED_OUT_SECONDS };

export function createLinkedInClient(parts: LinkedInClientParts): LinkedInClient {
  const { pacer, ledger, clock, fetch, timeoutMs = ANSWER_TIMEOUT_MS } = parts;
  const busy = (): MessageError => ({ code: 'rate_limited', retryAfterSeconds: pacer.secondsUntilRoom() });

  async function request(address: Address, { plain, requestId, nextTurn }: Errand): Promise<Exchange> {
    let clearance = await clearanceNow();
    // After a wait everything is asked again: LinkedIn may want a pause by now, or the member may have left.
    if (clearance.kind === 'token' && (await nextTurn())) clearance = await clearanceNow();
    if (clearance.kind !== 'token') return clearance;
    const ticket = await ledger.begin(address.endpoint, clock.now(), requestId);
    const { token: csrfToken } = clearance;
    const exchange = await sendRequest({ href: address.href, plain, csrfToken, timeoutMs }, fetch, clock.now);
    ticket.end(outcomeOf(exchange));
    await pauseAfter(exchange);
    return exchange;
  }

  /** The token of the session, when LinkedIn may be asked now; the reason when not. */
  async function clearanceNow(): Promise<Refusal | { readonly kind: 'token'; readonly token: string }> {
    // Without access to the site its cookies cannot be read; only then it is worth asking why.
    const [coolDown, token] = await Promise.all([readCoolDown(clock.now()), readCsrfToken().catch(() => null)]);
    if (token === null && !(await hasSiteAccess(LINKEDIN_ORIGIN))) return { kind: 'error', error: { code: 'no_permission' } };
    if (coolDown !== null) return { kind: 'error', error: refusalDuring(coolDown, clock.now()) };
    return token === null ? { kind: 'error', error: { code: 'signed_out' } } : { kind: 'token', token };
  }

  async function pauseAfter(exchange: Exchange): Promise<void> {
    if (exchange.kind !== 'error' || exchange.pauseSeconds === undefined) return;
    const { code } = exchange.error;
    if (code === 'throttled' || code === 'challenged' || code === 'signed_out')
      await startCoolDown(code, exchange.pauseSeconds, clock.now());
  }

  async function requestAndExplain(address: Address, errand: Errand): Promise<Exchange> {
    const first = await request(address, errand);
    if (first.kind === 'csrf') {
      const second = await request(address, errand);
      // Refused twice with a token read anew: cookies of two sessions, or of none.
      return second.kind === 'csrf' || second.kind === 'redirect' ? endSession() : second;
    }
    if (first.kind !== 'redirect') return first;
    const check = await request(sessionCheck, { ...errand, plain: false });
    if (check.kind === 'body') return { kind: 'error', error: { code: 'redirected' } };
    return check.kind === 'error' ? check : endSession();
  }

  async function endSession(): Promise<Exchange> {
    await pauseAfter(signedOut);
    return signedOut;
  }

  return {
    refusalIfBusy: () => (pacer.hasRoom() ? undefined : busy()),
    async get(url, plain, requestId) {
      const verdict = judgeLinkedInUrl(url);
      if (!verdict.ok) return { ok: false, error: { code: 'url_not_allowed' } };
      const exchange = pacer.run((nextTurn) => requestAndExplain(verdict, { plain, requestId, nextTurn }));
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
