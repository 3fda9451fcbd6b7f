/**
 * The interface of a payment provider, with two implementations: Stripe, and a sandbox with test money. The
 * provider is the source of truth about subscriptions and their times. Failures are AppErrors with
 * BILLING.PROVIDER_FAILED and a message for users.
 */
import type { Currency } from '../../config.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';

export type ProviderName = 'stripe' | 'sandbox';

export type SubscriptionStatus = 'active' | 'trialing' | 'past_due' | 'canceled' | 'incomplete' | 'unpaid';

/** The current state of a subscription at the provider. */
export interface ProviderSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly status: SubscriptionStatus;
  readonly currency: Currency | null;
  readonly startedAt: Date;
  /** The next billing date; after a cancellation, the end of service. */
  readonly currentPeriodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
  readonly endedAt: Date | null;
}

export interface ProviderCheckout {
  readonly id: string;
  readonly customerId: string | null;
  /** The workspace it was started for, as sent to the provider then. */
  readonly reference: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly subscriptionId: string | null;
  /** Where the browser goes to pay; null once it is no longer open. */
  readonly url: string | null;
}

export interface ProviderInvoice {
  readonly id: string;
  /** When it was paid; null: it was not. */
  readonly paidAt: Date | null;
  /** Links expire, so they are never stored. */
  readonly url: string | null;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly customerId: string | null;
  /** The subscription; null: the event is about none and is ignored. */
  readonly subscriptionId: string | null;
  /** The invoice whose payment failed, if the event says so. */
  readonly failedInvoiceId: string | null;
}

export interface CustomerDetails {
  readonly workspaceId: WorkspaceId;
  readonly email: string;
  readonly name: string | null;
  readonly vatNumber: string | null;
  readonly country: string | null;
}

export interface CheckoutRequest {
  readonly workspaceId: WorkspaceId;
  /** The workspace in which the app opens afterwards; null: the buyer's own. */
  readonly sharedId: WorkspaceId | null;
  readonly customerId: string;
  readonly currency: Currency;
  /** The first charge is not before this time; only set if an older subscription is paid until then. */
  readonly trialEnd: Date | null;
  /** Distinguishes successive purchases of one workspace. */
  readonly period: string;
}

export interface BillingProvider {
  readonly name: ProviderName;
  /** Returns another id only after `replaces`, which the provider no longer has. */
  createCustomer(details: CustomerDetails, replaces: string | null): Promise<string>;
  /**
   * Whether the customer exists; false for a deleted one, and for one created with other keys, such as an operator's test
   * keys.
   */
  hasCustomer(customerId: string): Promise<boolean>;
  /** Passes on the tax id. The purchase continues even if that fails. */
  saveTaxId(customerId: string, details: CustomerDetails): Promise<void>;
  /** Returns an open checkout for the same purchase if there is one, so that two tabs never pay twice. */
  createCheckout(request: CheckoutRequest): Promise<ProviderCheckout>;
  /** Reads a checkout; null: there is none with this id. */
  readCheckout(id: string): Promise<ProviderCheckout | null>;
  expireCheckouts(customerId: string): Promise<void>;
  /** Reads a subscription; null: there is none with this id. */
  readSubscription(id: string): Promise<ProviderSubscription | null>;
  /** Cancels at the end of the period; null: there is no subscription with this id any more. */
  cancelAtPeriodEnd(id: string): Promise<ProviderSubscription | null>;
  /** Undoes a cancellation. null: the provider refuses, and only a new subscription continues the service. */
  resume(id: string): Promise<ProviderSubscription | null>;
  /** Ends it at once. One that has already ended is not an error. */
  endNow(id: string): Promise<void>;
  /** @param sharedId the workspace in which the app opens afterwards; null: the customer's own */
  portalUrl(customerId: string, sharedId: WorkspaceId | null): Promise<string>;
  /** Lists paid invoices, newest first. */
  listInvoices(customerId: string): Promise<ProviderInvoice[]>;
  readInvoice(id: string): Promise<ProviderInvoice | null>;
  /**
   * Reads a signed event; null for a type that is not needed.
   * @throws {AppError} BILLING.SIGNATURE_INVALID
   */
  parseEvent(body: Buffer, signature: string | undefined): Promise<ProviderEvent | null>;
}
