/** Answers one request from the stored state: exactly the endpoints our server calls, and 404 for every other. */
import { type Books, changeSubscription, hostedLink, newId, periodEndOf } from './books.ts';
import { type Failure, missing, refused } from './faults.ts';
import { type Form, fieldsBelow } from './form.ts';
import { listOf, type StandInCustomer, type StandInSession, type StandInTaxId } from './objects.ts';

const SESSION_SECONDS = 24 * 3600;
/** The least time to a first charge: none may be nearer. */
const SOONEST_TRIAL_END_SECONDS = 48 * 3600;
/** Prices it knows, by currency. */
export const standInPrices = { EUR: 'price_stand_in_eur', USD: 'price_stand_in_usd' } as const;

export interface StandInRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: Form;
  readonly form: Form;
  /** The origin of the stand-in, at which hosted pages are said to be. */
  readonly origin: string;
}

export interface Success {
  readonly status: 200;
  readonly body: object;
}

type Handler = (books: Books, id: string, request: StandInRequest) => Success | Failure;

const routes: readonly (readonly [RegExp, Handler])[] = [
  [/^POST \/v1\/customers$/, createCustomer],
  [/^GET \/v1\/customers\/(\w+)$/, retrieveCustomer],
  [/^GET \/v1\/customers\/(\w+)\/tax_ids$/, listTaxIds],
  [/^POST \/v1\/customers\/(\w+)\/tax_ids$/, createTaxId],
  [/^POST \/v1\/checkout\/sessions$/, createSession],
  [/^GET \/v1\/checkout\/sessions$/, listSessions],
  [/^GET \/v1\/checkout\/sessions\/(\w+)$/, retrieveSession],
  [/^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/, expireSession],
  [/^GET \/v1\/subscriptions\/(\w+)$/, retrieveSubscription],
  [/^POST \/v1\/subscriptions\/(\w+)$/, updateSubscription],
  [/^DELETE \/v1\/subscriptions\/(\w+)$/, cancelSubscription],
  [/^POST \/v1\/billing_portal\/sessions$/, createPortalSession],
  [/^GET \/v1\/invoices$/, listInvoices],
  [/^GET \/v1\/invoices\/(\w+)$/, retrieveInvoice],
];

export function answer(books: Books, request: StandInRequest): Success | Failure {
  const call = `${request.method} ${request.path}`;
  for (const [pattern, handle] of routes) {
    const match = pattern.exec(call);
    if (match !== null) return handle(books, match[1] ?? '', request);
  }
  return { status: 404, error: { type: 'invalid_request_error', message: `Unrecognized request URL (${call}).` } };
}

const ok = (body: object): Success => ({ status: 200, body });

function createCustomer(books: Books, _: string, { form }: StandInRequest): Success {
  const customer: StandInCustomer = {
    id: newId('cus'),
    object: 'customer',
    email: form.email ?? null,
    name: form.name ?? null,
    metadata: fieldsBelow(form, 'metadata'),
    created: books.now(),
    livemode: false,
  };
  books.customers.set(customer.id, customer);
  return ok(customer);
}

function retrieveCustomer(books: Books, id: string): Success | Failure {
  const customer = books.customers.get(id);
  return customer === undefined ? missing('customer', id) : ok(customer);
}

function listTaxIds(books: Books, customer: string, { path, query }: StandInRequest): Success | Failure {
  if (!books.customers.has(customer)) return missing('customer', customer);
  const own = [...books.taxIds.values()].filter((taxId) => taxId.customer === customer);
  return ok(listOf(path, own, limitOf(query)));
}

function createTaxId(books: Books, customer: string, { form }: StandInRequest): Success | Failure {
  if (!books.customers.has(customer)) return missing('customer', customer);
  const { type, value = '' } = form;
  if (type !== 'eu_vat' && type !== 'gb_vat') return refused(`Invalid type: must be one of eu_vat, gb_vat`);
  if (!/^[A-Z]{2}[A-Z0-9]{8,12}$/.test(value)) return refused(`Invalid value for ${type}.`, 'tax_id_invalid');
  const taxId: StandInTaxId = {
    id: newId('txi'),
    object: 'tax_id',
    type,
    value,
    customer,
    created: books.now(),
    livemode: false,
  };
  books.taxIds.set(taxId.id, taxId);
  return ok(taxId);
}

function createSession(books: Books, _: string, { form, origin }: StandInRequest): Success | Failure {
  const { customer = '', mode, success_url = null, cancel_url = null, client_reference_id = null } = form;
  if (!books.customers.has(customer)) return missing('customer', customer);
  if (mode !== 'subscription') return refused('mode must be subscription');
  const price = form['line_items[0][price]'];
  const currency = Object.entries(standInPrices).find(([, id]) => id === price)?.[0];
  if (currency === undefined) return missing('price', price ?? '');
  const trialEnd = form['subscription_data[trial_end]'];
  if (trialEnd !== undefined && Number(trialEnd) < books.now() + SOONEST_TRIAL_END_SECONDS) {
    return refused('The `trial_end` date has to be at least 2 days in the future.');
  }
  const id = newId('cs_test');
  const session: StandInSession = {
    id,
    object: 'checkout.session',
    mode: 'subscription',
    customer,
    client_reference_id,
    currency: currency.toLowerCase(),
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    success_url,
    cancel_url,
    url: `${origin}/c/pay/${id}`,
    metadata: fieldsBelow(form, 'metadata'),
    created: books.now(),
    expires_at: books.now() + SESSION_SECONDS,
    livemode: false,
  };
  books.sessions.set(id, session);
  if (trialEnd !== undefined) books.trialEnds.set(id, Number(trialEnd));
  return ok(session);
}

function listSessions(books: Books, _: string, { path, query }: StandInRequest): Success {
  const found = [...books.sessions.values()].filter(
    ({ customer, status }) =>
      (query.customer === undefined || customer === query.customer) && (query.status === undefined || status === query.status),
  );
  return ok(listOf(path, found, limitOf(query)));
}

function retrieveSession(books: Books, id: string): Success | Failure {
  const session = books.sessions.get(id);
  return session === undefined ? missing('checkout.session', id) : ok(session);
}

function expireSession(books: Books, id: string): Success | Failure {
  const session = books.sessions.get(id);
  if (session === undefined) return missing('checkout.session', id);
  if (session.status !== 'open') return refused('Only Checkout Sessions with a status in ["open"] can be expired.');
  const expired: StandInSession = { ...session, status: 'expired', url: null };
  books.sessions.set(id, expired);
  return ok(expired);
}

function retrieveSubscription(books: Books, id: string): Success | Failure {
  const subscription = books.subscriptions.get(id);
  return subscription === undefined ? missing('subscription', id) : ok(subscription);
}

function updateSubscription(books: Books, id: string, { form }: StandInRequest): Success | Failure {
  const subscription = books.subscriptions.get(id);
  if (subscription === undefined) return missing('subscription', id);
  if (subscription.status === 'canceled') return refused('A canceled subscription can only update its cancellation_details.');
  const { cancel_at_period_end: flag, cancel_at: date } = form;
  if (date === '') return ok(changeSubscription(books, id, { cancel_at: null, canceled_at: null }));
  if (flag === 'true') {
    const change = { cancel_at_period_end: true, cancel_at: periodEndOf(subscription), canceled_at: books.now() };
    return ok(changeSubscription(books, id, change));
  }
  if (flag === 'false') {
    return ok(changeSubscription(books, id, { cancel_at_period_end: false, cancel_at: null, canceled_at: null }));
  }
  return refused('Nothing to update.');
}

function cancelSubscription(books: Books, id: string): Success | Failure {
  const subscription = books.subscriptions.get(id);
  if (subscription === undefined || subscription.status === 'canceled') return missing('subscription', id);
  const now = books.now();
  return ok(changeSubscription(books, id, { status: 'canceled', ended_at: now, canceled_at: now }));
}

function createPortalSession(books: Books, _: string, { form, origin }: StandInRequest): Success | Failure {
  const { customer = '', return_url = null } = form;
  if (!books.customers.has(customer)) return missing('customer', customer);
  const id = newId('bps');
  return ok({
    id,
    object: 'billing_portal.session',
    customer,
    return_url,
    created: books.now(),
    url: `${origin}/p/session/${id}`,
  });
}

function listInvoices(books: Books, _: string, { path, query }: StandInRequest): Success {
  const found = [...books.invoices.values()]
    .filter(({ customer, status }) => customer === query.customer && (query.status === undefined || status === query.status))
    .map((invoice) => ({ ...invoice, hosted_invoice_url: hostedLink(invoice.id) }))
    .reverse();
  return ok(listOf(path, found, limitOf(query)));
}

function retrieveInvoice(books: Books, id: string): Success | Failure {
  const invoice = books.invoices.get(id);
  return invoice === undefined ? missing('invoice', id) : ok({ ...invoice, hosted_invoice_url: hostedLink(id) });
}

function limitOf({ limit }: Form): number {
  return Math.min(100, Number(limit ?? 10));
}
