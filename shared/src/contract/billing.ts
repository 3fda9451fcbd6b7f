/** Subscription: checkout, cancellation, the provider's portal, invoices, and the provider's webhook. */
import * as z from 'zod/mini';
import { userSchema } from './accounts.ts';
import { endpoint } from './endpoint.ts';

const checkoutId = z.string().check(z.minLength(1), z.maxLength(255));

/** What the payment screen needs to know about the provider before a payment. */
export const getBilling = endpoint({
  method: 'GET',
  path: '/billing',
  access: 'session',
  role: 'owner',
  summary: 'Get the payment provider, the plan and its price for this account',
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      /** `sandbox` takes test money only; `off` sells nothing and sets no limits. */
      provider: z.enum(['stripe', 'sandbox', 'off']),
      plan: z.string(),
      currency: z.nullable(z.enum(['EUR', 'USD'])),
      /** The price in minor units per month; null if only the provider knows it. */
      amount: z.nullable(z.int()),
      request_limit: z.nullable(z.int()),
      export_limit: z.nullable(z.int()),
      /** null: there never was a subscription. */
      status: z.nullable(z.enum(['active', 'trialing', 'past_due', 'canceled', 'incomplete', 'unpaid'])),
    }),
  },
  errors: [],
});

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/create-checkout-session',
  access: 'verified',
  role: 'owner',
  stores: false,
  summary: 'Start a checkout; open `url` or /checkout-session/{id}/redirect to continue',
  turn: 'own',
  success: { kind: 'json', status: 200, body: z.object({ id: z.string(), url: z.nullable(z.string()) }) },
  errors: ['BILLING.PROFILE_REQUIRED', 'BILLING.ALREADY_SUBSCRIBED', 'BILLING.OFF', 'BILLING.PROVIDER_FAILED'],
  rateLimit: { max: 20, windowSeconds: 60 },
});

/** A browser navigation carries no bearer token, so the access cookie identifies the caller here. */
export const redirectToCheckout = endpoint({
  method: 'GET',
  path: '/checkout-session/{id}/redirect',
  access: 'verified',
  role: 'owner',
  summary: 'Redirect the browser to a checkout of this account',
  params: z.strictObject({ id: checkoutId }),
  turn: 'own',
  success: { kind: 'redirect', status: 303 },
  errors: ['BILLING.CHECKOUT_NOT_FOUND', 'BILLING.OFF', 'BILLING.PROVIDER_FAILED'],
});

export const reconcileCheckout = endpoint({
  method: 'POST',
  path: '/reconcile-checkout',
  access: 'session',
  role: 'owner',
  stores: false,
  summary: 'Ask the provider for the result of a checkout, without waiting for its webhook',
  body: z.strictObject({ session_id: checkoutId }),
  turn: 'own',
  success: { kind: 'json', status: 200, body: userSchema },
  errors: ['BILLING.CHECKOUT_NOT_FOUND', 'BILLING.OFF', 'BILLING.PROVIDER_FAILED'],
  rateLimit: { max: 30, windowSeconds: 60 },
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/cancel-subscription',
  access: 'session',
  role: 'owner',
  stores: false,
  summary: 'Cancel the subscription at the end of the paid period',
  body: z.strictObject({ subscription_id: z.string().check(z.minLength(1), z.maxLength(255)) }),
  turn: 'own',
  success: { kind: 'json', status: 200, body: z.object({ msg: z.string() }) },
  errors: ['BILLING.SUBSCRIPTION_NOT_FOUND', 'BILLING.OFF', 'BILLING.PROVIDER_FAILED'],
});

export const openPortal = endpoint({
  method: 'POST',
  path: '/customer-portal',
  access: 'session',
  role: 'owner',
  stores: false,
  summary: "Get a link to the provider's page for cards and invoices",
  turn: 'own',
  success: { kind: 'json', status: 200, body: z.object({ url: z.string() }) },
  errors: ['BILLING.SUBSCRIPTION_NOT_FOUND', 'BILLING.OFF', 'BILLING.PROVIDER_FAILED'],
});

export const listInvoices = endpoint({
  method: 'GET',
  path: '/invoices',
  access: 'session',
  role: 'owner',
  summary: 'List paid invoices with current links, newest first',
  turn: 'own',
  success: {
    kind: 'json',
    status: 200,
    body: z.array(z.object({ id: z.string(), invoice_url: z.string(), paid_on: z.iso.datetime() })),
  },
  errors: ['BILLING.PROVIDER_FAILED'],
});

/** Stripe signs the raw bytes, so the handler reads those. */
export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/webhooks/stripe',
  access: 'public',
  stores: false,
  summary: 'Receive signed events from Stripe',
  rawBody: true,
  bodyLimit: 1024 * 1024,
  turn: 'none',
  success: { kind: 'json', status: 200, body: z.object({ received: z.literal(true) }) },
  errors: ['BILLING.SIGNATURE_INVALID', 'BILLING.OFF'],
});
