/**
 * A local server that plays Stripe's API: plain HTTP on loopback, reached by STRIPE_API_URL. It keeps
 * books, repeats its answer to a repeated idempotency key, signs the events of what happens outside our
 * requests, and fails on demand. It talks to nobody.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { createFaultBook, type FaultBook } from '../fault-book.ts';
import { serveStandIn } from '../serve.ts';
import { answer, type Success } from './answer.ts';
import { type Books, createBooks, newId } from './books.ts';
import { type Failure, failures, refused, type StripeFault } from './faults.ts';
import { type Form, readForm } from './form.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import type { StandInEvent } from './objects.ts';

/** The version whose shapes it has; requests for another are refused. */
export const STAND_IN_API_VERSION = '2026-10-28.endive';
const KEY = 'sk_test_stand_in';

export interface StripeStandInOptions {
  /** 0 (the default) takes any free port. */
  readonly port?: number;
  readonly now?: () => Date;
}

export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly query: Form;
  readonly form: Form;
  readonly idempotencyKey: string | null;
  readonly apiVersion: string | null;
  /** 0 while unanswered. */
  status: number;
}

export interface SignedDelivery {
  readonly payload: string;
  readonly signature: string;
}

export interface StripeStandIn {
  readonly origin: string;
  /** Settings that lead a server here. */
  readonly environment: Readonly<Record<string, string>>;
  readonly books: Books;
  readonly lifecycle: Lifecycle;
  /** The faults of calls such as `POST /v1/checkout/sessions`. */
  readonly faults: FaultBook<StripeFault>;
  /** What was asked, oldest first. */
  readonly calls: RecordedCall[];
  /** Signs an event as it would be sent. @param secret the webhook's; ours where absent */
  sign(event: StandInEvent, secret?: string): SignedDelivery;
  close(): Promise<void>;
}

export const WEBHOOK_SECRET = 'whsec_stand_in_secret';

export async function startStripeStandIn({
  port = 0,
  now = () => new Date(),
}: StripeStandInOptions = {}): Promise<StripeStandIn> {
  const books = createBooks(now);
  const faults = createFaultBook<StripeFault>();
  const calls: RecordedCall[] = [];
  const remembered = new Map<string, { readonly request: string; readonly result: Success | Failure }>();
  let origin = '';

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const body = await text(request);
    const call: RecordedCall = {
      method: request.method ?? '',
      path: url.pathname,
      query: readForm(url.search.slice(1)),
      form: readForm(body),
      idempotencyKey: headerOf(request, 'idempotency-key'),
      apiVersion: headerOf(request, 'stripe-version'),
      status: 0,
    };
    calls.push(call);
    const fault = faults.take(`${call.method} ${call.path}`)?.kind ?? null;
    if (fault === 'silence') return;
    const result = refuse(request, call) ?? (fault === null ? answerOnce(call, body) : failures[fault]);
    call.status = result.status;
    response.writeHead(result.status, { 'content-type': 'application/json', 'request-id': newId('req') });
    response.end(JSON.stringify('error' in result ? { error: result.error } : result.body));
  }

  /** A key that comes again gets the answer it got, and must come with the same request. */
  function answerOnce(call: RecordedCall, body: string): Success | Failure {
    const request = { method: call.method, path: call.path, query: call.query, form: call.form, origin };
    if (call.method !== 'POST' || call.idempotencyKey === null) return answer(books, request);
    const identity = `${call.path}\n${body}`;
    const known = remembered.get(call.idempotencyKey);
    if (known !== undefined && known.request !== identity) {
      return {
        status: 400,
        error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters.' },
      };
    }
    const result = known?.result ?? answer(books, request);
    remembered.set(call.idempotencyKey, { request: identity, result });
    return result;
  }

  const server = await serveStandIn('stripe', handle, port);
  origin = server.origin;
  const { webhooks } = new Stripe(KEY);

  return {
    origin,
    environment: {
      BILLING: 'stripe',
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_EUR: 'price_stand_in_eur',
      STRIPE_PRICE_USD: 'price_stand_in_usd',
      STRIPE_API_URL: origin,
    },
    books,
    lifecycle: createLifecycle(books, STAND_IN_API_VERSION),
    faults,
    calls,
    sign: (event, secret = WEBHOOK_SECRET) => {
      const payload = JSON.stringify(event);
      const timestamp = books.now();
      return { payload, signature: webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
    },
    close: server.close,
  };
}

function refuse(request: IncomingMessage, call: RecordedCall): Failure | null {
  if (headerOf(request, 'authorization') !== `Bearer ${KEY}`) return failures['bad key'];
  if (call.apiVersion !== STAND_IN_API_VERSION) return refused(`Invalid Stripe API version: ${call.apiVersion}`);
  return null;
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}
