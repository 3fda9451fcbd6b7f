/**
 * The API's objects, as far as anybody reads them here. Their fields are the library's own types of API
 * version 2026-10-28.endive, so that a field that moves does not compile.
 */
import type Stripe from 'stripe';

export type StandInCustomer = Pick<Stripe.Customer, 'id' | 'object' | 'email' | 'metadata' | 'livemode' | 'created'> & {
  readonly name: string | null;
};

export type StandInTaxId = Pick<Stripe.TaxId, 'id' | 'object' | 'type' | 'value' | 'created' | 'livemode'> & {
  readonly customer: string;
};

export type StandInSession = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'client_reference_id'
  | 'created'
  | 'expires_at'
  | 'livemode'
  | 'metadata'
  | 'mode'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'cancel_url'
  | 'url'
> & {
  readonly customer: string;
  readonly subscription: string | null;
  readonly currency: string;
};

type Item = Pick<Stripe.SubscriptionItem, 'id' | 'object' | 'current_period_start' | 'current_period_end' | 'quantity'>;

export type StandInSubscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'created'
  | 'currency'
  | 'ended_at'
  | 'livemode'
  | 'metadata'
  | 'start_date'
  | 'status'
  | 'trial_end'
> & {
  readonly customer: string;
  readonly latest_invoice: string | null;
  readonly items: List<Item>;
};

export type StandInInvoice = Pick<
  Stripe.Invoice,
  | 'object'
  | 'amount_due'
  | 'billing_reason'
  | 'created'
  | 'currency'
  | 'hosted_invoice_url'
  | 'livemode'
  | 'number'
  | 'period_end'
  | 'period_start'
  | 'status'
> & {
  readonly id: string;
  readonly customer: string;
  readonly status_transitions: Pick<Stripe.Invoice.StatusTransitions, 'paid_at'>;
  readonly parent: {
    readonly type: 'subscription_details';
    readonly subscription_details: { readonly subscription: string };
  };
};

export interface StandInEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly type: Stripe.Event['type'];
  readonly livemode: false;
  readonly data: { readonly object: StandInSession | StandInSubscription | StandInInvoice };
}

export interface List<Entry> {
  readonly object: 'list';
  readonly url: string;
  readonly has_more: boolean;
  readonly data: readonly Entry[];
}

export function listOf<Entry>(url: string, entries: readonly Entry[], limit = 10): List<Entry> {
  return { object: 'list', url, has_more: entries.length > limit, data: entries.slice(0, limit) };
}
