/**
 * The interface of a payment provider. Two implementations: Stripe, and a sandbox with test money. The provider is
 * the source of truth about subscriptions, and its times count. Failures are AppErrors with BILLING.PROVIDER_FAILED
 * and a message for people.
 */
import type { Currency } from '../../config.ts';

export type ProviderName = 'stripe' | 'sandbox';

export type SubscriptionStatus = 'active' | 'trialing' | 'past_due' | 'canceled' | 'incomplete' | 'unpaid';

/** A subscription as the provider has it at this moment. */
export interface ProviderSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly status: SubscriptionStatus;
  readonly currency: Currency | null;
  readonly startedAt: Date;
  /** The next billing date; once it is cancelled, the end of service. */
  readonly currentPeriodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
}

export interface ProviderCheckout {
  readonly id: string;
  readonly customerId: string | null;
  /** The account it was started for, as sent to the provider then. */
  readonly reference: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly subscriptionId: string | null;
  /** Where a browser goes to pay; null once it is no longer open. */
  readonly url: string | null;
}

export interface ProviderInvoice {
  readonly id: string;
  /** null: not paid. */
  readonly paidAt: Date | null;
  /** Links expire, so they are never stored. */
  readonly url: string | null;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly customerId: string | null;
  /** null: of no subscription, and so of no interest. */
  readonly subscriptionId: string | null;
  /** The invoice whose payment failed, where this event says so. */
  readonly failedInvoiceId: string | null;
}

export interface CustomerDetails {
  readonly accountId: number;
  readonly email: string;
  readonly name: string | null;
  readonly vatNumber: string | null;
  readonly country: string | null;
}

export interface CheckoutRequest {
  readonly accountId: number;
  readonly customerId: string;
  readonly currency: Currency;
  /** No money is taken before; only where an older subscription is paid until then. */
  readonly trialEnd: Date | null;
  /** Distinguishes one subscription's purchase from the next of the same account. */
  readonly period: string;
}

export interface BillingProvider {
  readonly name: ProviderName;
  /** Another id only after `replaces`, which the provider no longer has. */
  createCustomer(details: CustomerDetails, replaces: string | null): Promise<string>;
  /** False for one that was deleted, and for one of other keys: an operator's first tries are made with test keys. */
  hasCustomer(customerId: string): Promise<boolean>;
  /** Passes the tax id on. The purchase continues even if that fails. */
  saveTaxId(customerId: string, details: CustomerDetails): Promise<void>;
  /** One that is open for the same purchase is answered again: two tabs never pay twice. */
  createCheckout(request: CheckoutRequest): Promise<ProviderCheckout>;
  /** null: there is none of this id. */
  readCheckout(id: string): Promise<ProviderCheckout | null>;
  expireCheckouts(customerId: string): Promise<void>;
  /** null: there is none of this id. */
  readSubscription(id: string): Promise<ProviderSubscription | null>;
  /** null: there is none of this id any more. */
  cancelAtPeriodEnd(id: string): Promise<ProviderSubscription | null>;
  /** Takes a cancellation back. null: the provider refuses, and only a new subscription continues the service. */
  resume(id: string): Promise<ProviderSubscription | null>;
  /** Ends it at once; one that has ended already is no error. */
  endNow(id: string): Promise<void>;
  portalUrl(customerId: string): Promise<string>;
  /** Paid ones, newest first. */
  listInvoices(customerId: string): Promise<ProviderInvoice[]>;
  readInvoice(id: string): Promise<ProviderInvoice | null>;
  /**
   * Reads a signed event; null for a type that means nothing here.
   * @throws {AppError} BILLING.SIGNATURE_INVALID
   */
  parseEvent(body: Buffer, signature: string | undefined): Promise<ProviderEvent | null>;
}
