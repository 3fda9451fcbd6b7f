/** The state of the stand-in: customers, checkouts, subscriptions, invoices. Times are seconds, as the API writes them. */
import { randomBytes } from 'node:crypto';
import {
  listOf,
  type StandInCustomer,
  type StandInInvoice,
  type StandInSession,
  type StandInSubscription,
  type StandInTaxId,
} from './objects.ts';

const DAY_SECONDS = 24 * 3600;
/** Every period is this long here. */
export const PERIOD_SECONDS = 30 * DAY_SECONDS;
export const PRICE_CENTS = 4900;

export interface Books {
  readonly customers: Map<string, StandInCustomer>;
  readonly taxIds: Map<string, StandInTaxId>;
  readonly sessions: Map<string, StandInSession>;
  /** The first charges of subscriptions by checkout, where they are later. */
  readonly trialEnds: Map<string, number>;
  readonly subscriptions: Map<string, StandInSubscription>;
  readonly invoices: Map<string, StandInInvoice>;
  /** Seconds since 1970. */
  readonly now: () => number;
}

export function createBooks(now: () => Date): Books {
  return {
    customers: new Map(),
    taxIds: new Map(),
    sessions: new Map(),
    trialEnds: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    now: () => Math.floor(now().getTime() / 1000),
  };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** @throws when the books hold none of this id: the test asks for what never was */
export function held<Entry>(entries: ReadonlyMap<string, Entry>, id: string): Entry {
  const entry = entries.get(id);
  if (entry === undefined) throw new Error(`the stand-in has no ${id}`);
  return entry;
}

export function changeSubscription(books: Books, id: string, change: Partial<StandInSubscription>): StandInSubscription {
  const changed = { ...held(books.subscriptions, id), ...change };
  books.subscriptions.set(id, changed);
  return changed;
}

export function periodEndOf(subscription: StandInSubscription): number {
  return Math.max(...subscription.items.data.map((item) => item.current_period_end));
}

/** A running subscription of the session's customer, with its period. */
export function addSubscription(books: Books, session: StandInSession, trialEnd: number | null): StandInSubscription {
  const start = books.now();
  const id = newId('sub');
  const item = {
    id: newId('si'),
    object: 'subscription_item' as const,
    quantity: 1,
    current_period_start: start,
    current_period_end: trialEnd ?? start + PERIOD_SECONDS,
  };
  const subscription: StandInSubscription = {
    id,
    object: 'subscription',
    customer: session.customer,
    status: trialEnd === null ? 'active' : 'trialing',
    currency: session.currency,
    created: start,
    start_date: start,
    trial_end: trialEnd,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    latest_invoice: null,
    livemode: false,
    metadata: session.metadata ?? {},
    items: listOf(`/v1/subscription_items?subscription=${id}`, [item]),
  };
  books.subscriptions.set(id, subscription);
  return subscription;
}

export function addInvoice(books: Books, subscription: StandInSubscription, isPaid: boolean): StandInInvoice {
  const id = newId('in');
  const periodEnd = periodEndOf(subscription);
  const invoice: StandInInvoice = {
    id,
    object: 'invoice',
    customer: subscription.customer,
    amount_due: PRICE_CENTS,
    billing_reason: subscription.latest_invoice === null ? 'subscription_create' : 'subscription_cycle',
    created: books.now(),
    currency: subscription.currency,
    hosted_invoice_url: hostedLink(id),
    livemode: false,
    number: `INVENTED-${String(books.invoices.size + 1).padStart(4, '0')}`,
    period_start: books.now(),
    period_end: periodEnd,
    status: isPaid ? 'paid' : 'open',
    status_transitions: { paid_at: isPaid ? books.now() : null },
    parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
  };
  books.invoices.set(id, invoice);
  changeSubscription(books, subscription.id, { latest_invoice: id });
  return invoice;
}

/** The link is another one at every look, as the real links are. */
export function hostedLink(invoiceId: string): string {
  return `https://invoice.stripe.example/i/${invoiceId}?s=${randomBytes(4).toString('hex')}`;
}
