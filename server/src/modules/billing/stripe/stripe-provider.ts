/** Payments by Stripe: hosted checkout, hosted portal, hosted invoices. Card data never reaches this server. */
import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { StripeSettings } from '../../../config.ts';
import { oldestOf, type SecretRing } from '../../../crypto/secret-ring.ts';
import { AppError } from '../../../http/app-error.ts';
import { addressIn } from '../../../http/workspace-address.ts';
import type { BillingProvider, CheckoutRequest, CustomerDetails } from '../provider.ts';
import { readTaxId } from '../tax-id.ts';
import { readStripeCheckout, readStripeInvoice, readStripeSubscription } from './read-stripe-objects.ts';
import { isMissing, isRefusal, type StripeClient, unlessMissing, withProviderErrors } from './stripe-client.ts';
import { readStripeEvent, verifyStripeEvent } from './stripe-event.ts';

const LISTED_INVOICES = 100;
/**
 * Repeated clicks within this time get the same checkout. After it, a refusal that Stripe remembers no longer
 * applies.
 */
const RETRY_WINDOW_MILLISECONDS = 3600 * 1000;

interface StripeProviderParts {
  readonly settings: StripeSettings;
  readonly client: StripeClient;
  readonly publicUrl: string;
  /** Makes idempotency keys unique to this installation, because another one may use the same Stripe account. */
  readonly secrets: SecretRing;
  readonly now: () => Date;
  /** Called after a failure without consequences. */
  readonly onWarning: (error: unknown, message: string) => void;
}

export function createStripeProvider(parts: StripeProviderParts): BillingProvider {
  const { settings, client, publicUrl, now, onWarning } = parts;

  const keyFor = (...words: readonly (string | number)[]): { idempotencyKey: string } => ({
    idempotencyKey: `leadloom-${createHmac('sha256', oldestOf(parts.secrets)).update(JSON.stringify(words)).digest('hex')}`,
  });

  async function findOpenCheckouts(customer: string): Promise<Stripe.Checkout.Session[]> {
    const stripe = await client();
    const query = { customer, status: 'open', limit: 100 } satisfies Stripe.Checkout.SessionListParams;
    return (await withProviderErrors(() => stripe.checkout.sessions.list(query))).data;
  }

  /** A checkout that was paid or has expired in the meantime is no longer open either. */
  async function expire(id: string): Promise<void> {
    const stripe = await client();
    await stripe.checkout.sessions.expire(id).catch((error: unknown) => onWarning(error, 'a checkout could not be closed'));
  }

  return {
    name: 'stripe',

    async createCustomer({ workspaceId, email, name }, replaces) {
      const stripe = await client();
      const params = {
        email,
        ...(name === null ? {} : { name }),
        metadata: { account_id: String(workspaceId) },
      } satisfies Stripe.CustomerCreateParams;
      const { id } = await withProviderErrors(() =>
        stripe.customers.create(params, keyFor('customer', workspaceId, email, name ?? '', replaces ?? '')),
      );
      return id;
    },

    async hasCustomer(customerId) {
      const stripe = await client();
      const customer = await unlessMissing(() => stripe.customers.retrieve(customerId));
      return customer !== null && customer.deleted !== true;
    },

    async saveTaxId(customerId, { vatNumber }: CustomerDetails) {
      const taxId = readTaxId(vatNumber);
      if (taxId === null) return;
      try {
        const stripe = await client();
        const { data } = await stripe.customers.listTaxIds(customerId, { limit: 100 });
        if (data.some(({ value }) => value === taxId.value)) return;
        const params = { type: taxId.type, value: taxId.value } satisfies Stripe.CustomerCreateTaxIdParams;
        await stripe.customers.createTaxId(customerId, params);
      } catch (error) {
        onWarning(error, 'the payment provider did not take a tax id');
      }
    },

    async createCheckout({ workspaceId, sharedId, customerId, currency, trialEnd, period }: CheckoutRequest) {
      const price = settings.prices[currency];
      if (price === null) throw new AppError('BILLING.PROVIDER_FAILED', { message: `Nothing is sold in ${currency}.` });
      const stripe = await client();
      const trial = trialEnd === null ? null : Math.floor(trialEnd.getTime() / 1000);
      const offer = [price, trial ?? 'no trial', period].join(' ');
      let known: Stripe.Checkout.Session | null = null;
      for (const session of await findOpenCheckouts(customerId)) {
        if (known === null && session.metadata?.offer === offer && session.url !== null) known = session;
        else await expire(session.id);
      }
      if (known !== null) return readStripeCheckout(known);
      const metadata = { account_id: String(workspaceId), offer };
      const params = {
        mode: 'subscription',
        customer: customerId,
        client_reference_id: String(workspaceId),
        line_items: [{ price, quantity: 1 }],
        success_url: addressIn(`${publicUrl}/app/success?session_id={CHECKOUT_SESSION_ID}`, sharedId),
        cancel_url: addressIn(`${publicUrl}/app/payment`, sharedId),
        metadata,
        subscription_data: { metadata, ...(trial === null ? {} : { trial_end: trial }) },
      } satisfies Stripe.Checkout.SessionCreateParams;
      const window = Math.floor(now().getTime() / RETRY_WINDOW_MILLISECONDS);
      const key = keyFor('checkout', workspaceId, customerId, offer, window);
      return readStripeCheckout(await withProviderErrors(() => stripe.checkout.sessions.create(params, key)));
    },

    async readCheckout(id) {
      if (!/^cs_\w+$/.test(id)) return null;
      const stripe = await client();
      const session = await unlessMissing(() => stripe.checkout.sessions.retrieve(id));
      return session === null ? null : readStripeCheckout(session);
    },

    async expireCheckouts(customerId) {
      for (const session of await findOpenCheckouts(customerId)) await expire(session.id);
    },

    async readSubscription(id) {
      const stripe = await client();
      const subscription = await unlessMissing(() => stripe.subscriptions.retrieve(id));
      return subscription === null ? null : readStripeSubscription(subscription);
    },

    async cancelAtPeriodEnd(id) {
      const stripe = await client();
      const params = { cancel_at_period_end: true } satisfies Stripe.SubscriptionUpdateParams;
      const subscription = await unlessMissing(() => stripe.subscriptions.update(id, params));
      return subscription === null ? null : readStripeSubscription(subscription);
    },

    async resume(id) {
      const stripe = await client();
      const current = await unlessMissing(() => stripe.subscriptions.retrieve(id));
      if (current === null) return null;
      const params: Stripe.SubscriptionUpdateParams =
        current.cancel_at !== null && !current.cancel_at_period_end ? { cancel_at: '' } : { cancel_at_period_end: false };
      return withProviderErrors(async () => {
        try {
          return readStripeSubscription(await stripe.subscriptions.update(id, params));
        } catch (error) {
          if (isRefusal(error)) return null;
          throw error;
        }
      });
    },

    async endNow(id) {
      const stripe = await client();
      await withProviderErrors(async () => {
        try {
          await stripe.subscriptions.cancel(id, { prorate: false } satisfies Stripe.SubscriptionCancelParams);
        } catch (error) {
          if (isMissing(error)) return;
          throw error;
        }
      });
    },

    async portalUrl(customerId, sharedId) {
      const stripe = await client();
      const params = {
        customer: customerId,
        return_url: addressIn(`${publicUrl}/app/payment`, sharedId),
      } satisfies Stripe.BillingPortal.SessionCreateParams;
      return (await withProviderErrors(() => stripe.billingPortal.sessions.create(params))).url;
    },

    async listInvoices(customerId) {
      const stripe = await client();
      const query = { customer: customerId, status: 'paid', limit: LISTED_INVOICES } satisfies Stripe.InvoiceListParams;
      return (await withProviderErrors(() => stripe.invoices.list(query))).data.map(readStripeInvoice);
    },

    async readInvoice(id) {
      const stripe = await client();
      const invoice = await unlessMissing(() => stripe.invoices.retrieve(id));
      return invoice === null ? null : readStripeInvoice(invoice);
    },

    async parseEvent(body, signature) {
      const { webhooks } = await client();
      return readStripeEvent(verifyStripeEvent(webhooks, { body, signature, secrets: settings.webhookSecrets, now: now() }));
    },
  };
}
