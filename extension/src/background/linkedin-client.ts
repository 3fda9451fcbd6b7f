/**
 * The only way to send requests to LinkedIn. Checks the address, waits for a slot, passes the gate that counts
 * and records the request, and stops everything while LinkedIn wants a pause. A page's request becomes at most
 * two of ours: a stale token is read again once, and a redirect that leaves the session cookie in place is checked by
 * one request to `/me`. A request
 * that did not reach LinkedIn is removed from the record.
 */
import { judgeLinkedInUrl } from '@leadloom/shared/linkedin/endpoint-grammar';
import type { RequestMeter } from '@leadloom/shared/linkedin/request-meter';
import type { MessageError } from '@leadloom/shared/messages/message-error';
import { postponeIdleShutdown } from '../platform/runtime.ts';
import { hasSiteAccess, LINKEDIN_ORIGIN } from '../platform/site-access.ts';
import type { Clock } from '../state/clock.ts';
import type { LedgerEntry } from '../state/ledger-buckets.ts';
import { hasSessionCookie, readCsrfToken } from '../state/linkedin-session.ts';
import { REDIRECTED_SECONDS, SIGNED_OUT_SECONDS } from './classify-answer.ts';
import { createOutage, turnUnless } from './outage.ts';
import type { NextTurn, Pacer } from './pacer.ts';
import type { RequestGate } from './request-gate.ts';
import { type Exchange, sendRequest } from './send-request.ts';
import type { NotedAnswer, Stops } from './stops.ts';

/** A call to the extension's API as often as this keeps the worker alive. */
const HEARTBEAT_MILLISECONDS = 20_000;

/** How many pieces of work keep the worker alive. */
let pending = 0;
let heartbeat: ReturnType<typeof setInterval> | undefined;

export type FetchResult = { readonly ok: true; readonly body: string } | { readonly ok: false; readonly error: MessageError };

export interface LinkedInClient {
  /**
   * Says why no more requests are taken now. Callers ask before anything is stored for a request, so that a flood stores
   * nothing.
   */
  refusalIfBusy(): MessageError | undefined;
  /**
   * @param plain requests plain JSON instead of LinkedIn's normalized form
   * @param requestId the page's own id, recorded with the request
   */
  get(url: string, plain: boolean, requestId?: string): Promise<FetchResult>;
  /** The whole seconds for which LinkedIn has answered nothing although a request is under way; 0 if none is. */
  unansweredSeconds(): number;
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
type PermissionResult = Refusal | { readonly kind: 'token'; readonly token: string };

interface Address {
  readonly href: string;
  readonly endpoint: string;
  readonly meter: RequestMeter | null;
}

/** The subject of a page's request, the same for all exchanges it takes. */
interface RequestContext {
  readonly plain: boolean;
  readonly requestId: string | undefined;
  readonly nextTurn: NextTurn;
}

const ANSWER_TIMEOUT_MS = 30_000;
const sessionCheck: Address = { href: `${LINKEDIN_ORIGIN}/voyager/api/me`, endpoint: 'me', meter: null };

export function createLinkedInClient(parts: LinkedInClientParts): LinkedInClient {
  const { pacer, gate, stops, clock, fetch, timeoutMs = ANSWER_TIMEOUT_MS } = parts;
  const outage = createOutage();
  /** When the requests under way were sent, in the order of their sending. */
  const sent = new Set<{ readonly at: number }>();
  let lastAnswerAt = 0;
  let explanation: Promise<Exchange> | undefined;
  const busy = (): MessageError => ({ code: 'rate_limited', retryAfterSeconds: pacer.secondsUntilRoom() });

  async function request(address: Address, context: RequestContext): Promise<Exchange> {
    const early = await earlyRefusal(address);
    if (early !== null) return early;
    const unreached = outage.next();
    await turnUnless(unreached, context.nextTurn);
    if (unreached.aborted) return { kind: 'unreached' };
    // Everything is checked again after the wait: LinkedIn may want a pause by now, or the member may have signed out.
    const stopsBefore = stops.count();
    const permission = await checkPermission();
    if (permission.kind !== 'token') return permission;
    const exchange = await send(address, context, permission.token, stopsBefore);
    return exchange ?? request(address, context);
  }

  /** Sends a request unless a stop has started since; undefined if one has. */
  async function send(
    address: Address,
    context: RequestContext,
    csrfToken: string,
    stopsBefore: number,
  ): Promise<Exchange | undefined> {
    const { href, endpoint, meter } = address;
    const entry = await gate.pass({ endpoint, meter, requestId: context.requestId });
    if (!entry.ok) return { kind: 'error', error: entry.error };
    // Nothing is awaited between this check and sending, so no stop can start in between.
    if (stops.count() !== stopsBefore) {
      await entry.ticket.withdraw();
      return undefined;
    }
    const request = { at: clock.now() };
    sent.add(request);
    const exchange = await sendRequest({ href, plain: context.plain, csrfToken, timeoutMs }, fetch, clock.now);
    sent.delete(request);
    lastAnswerAt = clock.now();
    if (exchange.kind === 'unreached') {
      if (outage.begin()) await entry.ticket.withdraw();
      else entry.ticket.end('offline');
      return exchange;
    }
    outage.end();
    const outcome = outcomeOf(exchange);
    entry.ticket.end(outcome);
    return judge(exchange, { endpoint, subject: entry.mark, outcome });
  }

  /** A request that would be refused takes no slot. */
  async function earlyRefusal({ meter }: Address): Promise<Refusal | null> {
    const permission = await checkPermission();
    if (permission.kind !== 'token') return permission;
    const spent = await gate.refusal(meter);
    return spent === null ? null : { kind: 'error', error: spent };
  }

  /** The session's token if a request may be sent now; otherwise the reason. */
  async function checkPermission(): Promise<PermissionResult> {
    // Without access to the site its cookies cannot be read; only then the reason is looked up.
    const token = await readCsrfToken().catch(() => null);
    if (token === null && !(await hasSiteAccess(LINKEDIN_ORIGIN))) return { kind: 'error', error: { code: 'no_permission' } };
    const paused = await stops.refusal();
    if (paused !== null) return { kind: 'error', error: paused };
    return token === null ? { kind: 'error', error: { code: 'signed_out' } } : { kind: 'token', token };
  }

  /** Starts the pause that an answer requires, alone or as one of several. */
  async function judge(exchange: Exchange, noted: NotedAnswer): Promise<Exchange> {
    if (exchange.kind === 'error' && exchange.pauseSeconds !== undefined) {
      const { code } = exchange.error;
      // Only the session check explains a redirect.
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

  async function requestAndExplain(address: Address, context: RequestContext): Promise<Exchange> {
    const first = await request(address, context);
    if (first.kind === 'redirect') return explainRedirect(context);
    if (first.kind !== 'csrf') return first;
    const second = await request(address, context);
    // LinkedIn refused twice, with a token that was read again: the cookies belong to two sessions, or to none.
    return second.kind === 'csrf' || second.kind === 'redirect' ? stopFor('signed_out', SIGNED_OUT_SECONDS) : second;
  }

  /** Simultaneous redirects share one check. */
  function explainRedirect(context: RequestContext): Promise<Exchange> {
    explanation ??= findExplanation(context).finally(() => {
      explanation = undefined;
    });
    return explanation;
  }

  /**
   * Stops at once. If the session cookie is gone, LinkedIn has ended the session with this answer; otherwise one more
   * request checks whether the session is valid.
   */
  async function findExplanation(context: RequestContext): Promise<Exchange> {
    if ((await hasSessionCookie()) === false) return stopFor('signed_out', SIGNED_OUT_SECONDS);
    const redirected = stopFor('redirected', REDIRECTED_SECONDS);
    const stopsBefore = stops.count();
    await redirected;
    await context.nextTurn();
    // undefined: the browser does not say, and then nothing is known of the session.
    const token = await readCsrfToken().catch(() => undefined);
    if (token === undefined) return redirected;
    if (token === null) return stopFor('signed_out', SIGNED_OUT_SECONDS, 'redirected');
    const check = await send(sessionCheck, { ...context, plain: false }, token, stopsBefore);
    if (check?.kind === 'redirect' || check?.kind === 'csrf') return stopFor('signed_out', SIGNED_OUT_SECONDS, 'redirected');
    return check?.kind === 'error' && check.pauseSeconds !== undefined ? check : redirected;
  }

  async function stopFor(cause: 'signed_out' | 'redirected', seconds: number, explained?: 'redirected'): Promise<Exchange> {
    await stops.begin(cause, seconds, explained);
    return { kind: 'error', error: cause === 'signed_out' ? { code: cause, retryAfterSeconds: seconds } : { code: cause } };
  }

  function unansweredSeconds(): number {
    const [oldest] = sent;
    return oldest === undefined ? 0 : Math.max(0, Math.floor((clock.now() - Math.max(oldest.at, lastAnswerAt)) / 1000));
  }

  return {
    unansweredSeconds,
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

/**
 * Runs the work and keeps the worker alive until it settles: the browser ends a worker after 30 idle seconds, and waiting
 * for a slot counts as idle.
 */
async function keepAliveDuring<Result>(work: () => Promise<Result>): Promise<Result> {
  pending += 1;
  heartbeat ??= setInterval(() => void postponeIdleShutdown().catch(() => undefined), HEARTBEAT_MILLISECONDS);
  try {
    return await work();
  } finally {
    pending -= 1;
    if (pending === 0) {
      clearInterval(heartbeat);
      heartbeat = undefined;
    }
  }
}
