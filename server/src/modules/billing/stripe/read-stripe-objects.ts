/** Converts Stripe's objects to ours. Fields as in API version 2026-10-28.endive. */
import type Stripe from 'stripe';
import type { Currency } from '../../../config.ts';
import type { ProviderCheckout, ProviderInvoice, ProviderSubscription, SubscriptionStatus } from '../provider.ts';

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  active: 'active',
  trialing: 'trialing',
  past_due: 'past_due',
  canceled: 'canceled',
  incomplete: 'incomplete',
  // The first payment was never made.
  incomplete_expired: 'canceled',
  unpaid: 'unpaid',
  paused: 'unpaid',
};

/** The end of the period is in its items since 2025-03-31.basil; a cancellation may also have its own date. */
export function readStripeSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const { id, customer, status, currency, start_date, cancel_at, cancel_at_period_end, ended_at, items } = subscription;
  const periodEnd = Math.max(...items.data.map((item) => item.current_period_end), start_date);
  return {
    id,
    customerId: idOf(customer) ?? '',
    // A status unknown to this version gives no service.
    status: statuses[status] ?? 'unpaid',
    currency: readCurrency(currency),
    startedAt: fromSeconds(start_date),
    currentPeriodEnd: fromSeconds(cancel_at ?? periodEnd),
    cancelAtPeriodEnd: cancel_at_period_end || cancel_at !== null,
    endedAt: ended_at === null ? null : fromSeconds(ended_at),
  };
}

export function readStripeCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  return {
    id: session.id,
    customerId: idOf(session.customer),
    reference: session.client_reference_id,
    status: session.status === 'complete' ? 'complete' : session.status === 'open' ? 'open' : 'expired',
    subscriptionId: idOf(session.subscription),
    url: session.status === 'open' && isWebAddress(session.url) ? session.url : null,
  };
}

export function readStripeInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const paidAt = invoice.status === 'paid' ? (invoice.status_transitions.paid_at ?? invoice.created) : null;
  return {
    id: invoice.id ?? '',
    paidAt: paidAt === null ? null : fromSeconds(paidAt),
    url: isWebAddress(invoice.hosted_invoice_url) ? invoice.hosted_invoice_url : null,
  };
}

/** Stripe writes references as an id, or as the whole object if requested. */
function idOf(reference: string | { readonly id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

function readCurrency(currency: string): Currency | null {
  const code = currency.toUpperCase();
  return code === 'EUR' || code === 'USD' ? code : null;
}

function fromSeconds(seconds: number): Date {
  return new Date(seconds * 1000);
}

function isWebAddress(url: string | null | undefined): url is string {
  return url != null && /^https?:\/\//.test(url);
}
