/**
 * The one way to LinkedIn. Judges the address, waits for its turn, passes the gate that counts it and
 * writes it down, and stops everything while LinkedIn wants a pause. A page's request becomes at most
 * two of ours: a stale token is read again once, and a redirect is explained by one look at `/me`. What reached
 * nobody is taken off the record again.
 */
import { judgeLinkedInUrl } from '@leadloom/shared/linkedin/endpoint-grammar';
import type { RequestMeter } from '@leadloom/shared/linkedin/request-meter';
import type { MessageError } from '@leadloom/shared/messages/message-error';
import { hasSiteAccess, LINKEDIN_ORIGIN } from '../platform/site-access.ts';
import type { Clock } from '../state/clock.ts';
import type { LedgerEntry } from '../state/ledger-buckets.ts';
import { readCsrfToken } from '../state/linkedin-session.ts';
import { REDIRECTED_SECONDS, SIGNED_OUT_SECONDS } from './classify-answer.ts';
import { keepAliveDuring } from './keep-alive.ts';
import { createOutage, turnUnless } from './outage.ts';
import type { NextTurn, Pacer } from './pacer.ts';
import type { RequestGate } from './request-gate.ts';
import { type Exchange, sendRequest } from './send-request.ts';
import type { NotedAnswer, Stops } from './stops.ts';

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
  readonly gate: RequestGate;
  readonly stops: Stops;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs?: number;
}

type Refusal = Extract<Exchange, { kind: 'error' }>;
type Clearance = Refusal | { readonly kind: 'token'; readonly token: string };

interface Address {
  readonly href: string;
  readonly endpoint: string;
  readonly meter: RequestMeter | null;
}

/** What one of a page's requests is about, the same for all exchanges it takes. */
interface Errand {
  readonly plain: boolean;
  readonly requestId: string | undefined;
  readonly nextTurn: NextTurn;
}

const ANSWER_TIMEOUT_MS = 30_000;
const sessionCheck: Address = { href: `${LINKEDIN_ORIGIN}/voyager/api/me`, endpoint: 'me', meter: null };

export function createLinkedInClient(parts: LinkedInClientParts): LinkedInClient {
  const { pacer, gate, stops, clock, fetch, timeoutMs = ANSWER_TIMEOUT_MS } = parts;
  const outage = createOutage();
  let explanation: Promise<Exchange> | undefined;
  const busy = (): MessageError => ({ code: 'rate_limited', retryAfterSeconds: pacer.secondsUntilRoom() });

  async function request(address: Address, errand: Errand): Promise<Exchange> {
    const early = await earlyRefusal(address);
    if (early !== null) return early;
    const unreached = outage.next();
    await turnUnless(unreached, errand.nextTurn);
    if (unreached.aborted) return { kind: 'unreached' };
    // After the wait everything is asked again: LinkedIn may want a pause by now, or the member may have left.
    const stopsBefore = stops.count();
    const clearance = await clearanceNow();
    if (clearance.kind !== 'token') return clearance;
    const exchange = await send(address, errand, clearance.token, stopsBefore);
    return exchange ?? request(address, errand);
  }

  /** Sends a request unless a stop began since; undefined when one did. */
  async function send(address: Address, errand: Errand, csrfToken: string, stopsBefore: number): Promise<Exchange | undefined> {
    const { href, endpoint, meter } = address;
    const passage = await gate.pass({ endpoint, meter, requestId: errand.requestId });
    if (!passage.ok) return { kind: 'error', error: passage.error };
    // From this look to the sending nothing is awaited: what begins a stop meanwhile comes too late for nobody.
    if (stops.count() !== stopsBefore) {
      await passage.ticket.withdraw();
      return undefined;
    }
    const exchange = await sendRequest({ href, plain: errand.plain, csrfToken, timeoutMs }, fetch, clock.now);
    if (exchange.kind === 'unreached') {
      if (outage.begin()) await passage.ticket.withdraw();
      else passage.ticket.end('offline');
      return exchange;
    }
    outage.end();
    const outcome = outcomeOf(exchange);
    passage.ticket.end(outcome);
    return judge(exchange, { endpoint, subject: passage.mark, outcome });
  }

  /** Who is refused anyway takes nobody's turn. */
  async function earlyRefusal({ meter }: Address): Promise<Refusal | null> {
    const clearance = await clearanceNow();
    if (clearance.kind !== 'token') return clearance;
    const spent = await gate.refusal(meter);
    return spent === null ? null : { kind: 'error', error: spent };
  }

  /** The token of the session, when LinkedIn may be asked now; the reason when not. */
  async function clearanceNow(): Promise<Clearance> {
    // Without access to the site its cookies cannot be read; only then it is worth asking why.
    const token = await readCsrfToken().catch(() => null);
    if (token === null && !(await hasSiteAccess(LINKEDIN_ORIGIN))) return { kind: 'error', error: { code: 'no_permission' } };
    const paused = await stops.refusal();
    if (paused !== null) return { kind: 'error', error: paused };
    return token === null ? { kind: 'error', error: { code: 'signed_out' } } : { kind: 'token', token };
  }

  /** Begins the pause an answer calls for, by itself or as one of many. */
  async function judge(exchange: Exchange, noted: NotedAnswer): Promise<Exchange> {
    if (exchange.kind === 'error' && exchange.pauseSeconds !== undefined) {
      const { code } = exchange.error;
      // The answer of the session check explains a redirect; of any other request there is none to explain.
      const explained = noted.endpoint === sessionCheck.endpoint ? 'redirected' : undefined;
      if (code === 'throttled' || code === 'challenged' || code === 'signed_out')
        await stops.begin(code, exchange.pauseSeconds, explained);
      return exchange;
    }
    // A refused token says nothing about the member.
    if (exchange.kind === 'csrf') return exchange;
    const stop = await stops.noteAnswer(noted);
    return stop?.cause === 'refused'
      ? { kind: 'error', error: { code: 'throttled', retryAfterSeconds: stop.seconds } }
      : exchange;
  }

  async function requestAndExplain(address: Address, errand: Errand): Promise<Exchange> {
    const first = await request(address, errand);
    if (first.kind === 'redirect') return explainRedirect(errand);
    if (first.kind !== 'csrf') return first;
    const second = await request(address, errand);
    // Refused twice with a token read anew: cookies of two sessions, or of none.
    return second.kind === 'csrf' || second.kind === 'redirect' ? stopFor('signed_out', SIGNED_OUT_SECONDS) : second;
  }

  /** Requests that were redirected together have one explanation. */
  function explainRedirect(errand: Errand): Promise<Exchange> {
    explanation ??= findExplanation(errand).finally(() => {
      explanation = undefined;
    });
    return explanation;
  }

  /** Stops at once; then the one request that is still sent asks whether the session stands. */
  async function findExplanation(errand: Errand): Promise<Exchange> {
    const redirected = stopFor('redirected', REDIRECTED_SECONDS);
    const stopsBefore = stops.count();
    await redirected;
    await errand.nextTurn();
    const token = await readCsrfToken().catch(() => null);
    if (token === null) return stopFor('signed_out', SIGNED_OUT_SECONDS, 'redirected');
    const check = await send(sessionCheck, { ...errand, plain: false }, token, stopsBefore);
    if (check?.kind === 'redirect' || check?.kind === 'csrf') return stopFor('signed_out', SIGNED_OUT_SECONDS, 'redirected');
    return check?.kind === 'error' && check.pauseSeconds !== undefined ? check : redirected;
  }

  async function stopFor(cause: 'signed_out' | 'redirected', seconds: number, explained?: 'redirected'): Promise<Exchange> {
    await stops.begin(cause, seconds, explained);
    return { kind: 'error', error: { code: cause } };
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
  if (exchange.kind === 'unreached') return 'offline';
  return exchange.kind === 'csrf' ? 'forbidden' : 'redirected';
}

function resultOf(exchange: Exchange): FetchResult {
  if (exchange.kind === 'body') return { ok: true, body: exchange.text };
  if (exchange.kind === 'unreached') return { ok: false, error: { code: 'offline' } };
  return { ok: false, error: exchange.kind === 'error' ? exchange.error : { code: 'redirected' } };
}
