import { runDueBilling } from '@leadloom/server/modules/billing/billing-clock.service';
import { createStripeClient } from '@leadloom/server/modules/billing/stripe/stripe-client';
import { createStripeProvider } from '@leadloom/server/modules/billing/stripe/stripe-provider';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { standInPrices } from '../stand-ins/stripe/answer.ts';
import { formOf } from '../stand-ins/stripe/form.ts';
import { type RecordedCall, STAND_IN_API_VERSION } from '../stand-ins/stripe/server.ts';
import { openStripeFixture, type StripeFixture } from '../testing/stripe.fixture.ts';

const DAY = 24 * 3600 * 1000;

describe('requests to Stripe', () => {
  let fixture: StripeFixture;
  beforeAll(async () => {
    fixture = await openStripeFixture();
  });
  afterAll(() => fixture.close());
  afterEach(() => fixture.stripe.faults.clear());

  /** The calls that a step makes. */
  async function during(step: () => Promise<unknown>): Promise<RecordedCall[]> {
    const before = fixture.stripe.calls.length;
    await step();
    return fixture.stripe.calls.slice(before);
  }
  const linesOf = (calls: readonly RecordedCall[]) => calls.map(({ method, path }) => `${method} ${path}`);
  const formTo = (calls: readonly RecordedCall[], path: string) =>
    calls.find((call) => call.path === path && call.method === 'POST')?.form;
  const customerOf = (id: number) =>
    [...fixture.stripe.books.customers.values()].find(({ metadata }) => metadata.account_id === String(id))?.id ?? '';

  it('a checkout creates a customer and a checkout of our own plan, with the pinned version', async () => {
    const buyer = await fixture.buyer({ country: 'SE' });
    const { publicUrl } = fixture.server.platform.config;
    const calls = await during(buyer.checkout);
    expect(new Set(calls.map(({ apiVersion }) => apiVersion))).toEqual(new Set([STAND_IN_API_VERSION]));
    expect(formTo(calls, '/v1/customers')).toEqual(
      formOf({
        email: buyer.account.email,
        metadata: { account_id: String(buyer.id) },
      } satisfies Stripe.CustomerCreateParams),
    );
    const customer = customerOf(buyer.id);
    const metadata = { account_id: String(buyer.id), offer: `${standInPrices.USD} no trial first` };
    expect(formTo(calls, '/v1/checkout/sessions')).toEqual(
      formOf({
        mode: 'subscription',
        customer,
        client_reference_id: String(buyer.id),
        line_items: [{ price: standInPrices.USD, quantity: 1 }],
        success_url: `${publicUrl}/app/success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${publicUrl}/app/payment`,
        metadata,
        subscription_data: { metadata },
      } satisfies Stripe.Checkout.SessionCreateParams),
    );
    expect(await buyer.me()).toMatchObject({ currency: 'USD' });
  });

  it('a checkout has the price of the currency in the profile', async () => {
    const buyer = await fixture.buyer({ country: null, currency: 'EUR' });
    const calls = await during(buyer.checkout);
    expect(formTo(calls, '/v1/checkout/sessions')?.['line_items[0][price]']).toBe(standInPrices.EUR);
  });

  it('an open checkout and its customer are reused, however often and simultaneously they are requested', async () => {
    const buyer = await fixture.buyer();
    const first = await buyer.checkout();
    expect(await buyer.checkout()).toEqual(first);
    const other = await fixture.buyer();
    const started = await Promise.all([1, 2, 3, 4, 5].map(() => other.checkout()));
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
    expect(
      [...fixture.stripe.books.customers.values()].filter(({ metadata }) => metadata.account_id === String(other.id)),
    ).toHaveLength(1);
  });

  it('a changed price opens another checkout, and the old one can no longer be paid', async () => {
    const buyer = await fixture.buyer({ currency: 'EUR' });
    const old = await buyer.checkout();
    await buyer.call('POST', '/update-profile', { currency: 'USD' });
    const fresh = await buyer.checkout();
    expect(fresh.id).not.toBe(old.id);
    expect(fixture.stripe.books.sessions.get(old.id)?.status).toBe('expired');
  });

  it.each([
    ['DE123456789', 'eu_vat'],
    ['GB123456789', 'gb_vat'],
  ] as const)('the VAT number %s is sent once as %s', async (vatNumber, type) => {
    const buyer = await fixture.buyer({ vatNumber });
    const calls = await during(async () => {
      await buyer.checkout();
      await buyer.checkout();
    });
    const sent = calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/tax_ids'));
    expect(sent.map(({ form }) => form)).toEqual([formOf({ type, value: vatNumber } satisfies Stripe.CustomerCreateTaxIdParams)]);
  });

  it('a checkout continues when Stripe refuses a VAT number', async () => {
    const buyer = await fixture.buyer({ vatNumber: 'DE12' });
    const calls = await during(buyer.checkout);
    expect(calls.find(({ path, method }) => method === 'POST' && path.endsWith('/tax_ids'))?.status).toBe(400);
    fixture.stripe.faults.add({ kind: 'server error', call: /tax_ids/ });
    const other = await fixture.buyer({ vatNumber: 'DE123456789' });
    expect((await other.checkout()).url).not.toBeNull();
  });

  it('another customer is created where Stripe no longer has the first, as after a change of keys', async () => {
    const buyer = await fixture.buyer();
    const lost = await buyer.subscribe();
    const { customers, subscriptions } = fixture.stripe.books;
    customers.delete(customerOf(buyer.id));
    subscriptions.delete(lost);
    fixture.server.clock.advance(31 * DAY);
    await runDueBilling(fixture.billing);
    await buyer.signInAgain();
    expect(await buyer.status()).toBe('canceled');
    const fresh = await buyer.subscribe();
    expect(fresh).not.toBe(lost);
    expect(await buyer.me()).toMatchObject({ subscription: 'Pro', subscription_id: fresh });
  });

  it('a subscription that Stripe no longer has ends here when it is cancelled or resumed', async () => {
    const one = await fixture.buyer();
    const lost = await one.subscribe();
    fixture.stripe.books.subscriptions.delete(lost);
    expect((await one.call('POST', '/cancel-subscription', { subscription_id: lost })).status).toBe(200);
    expect(await one.status()).toBe('canceled');
    const other = await fixture.buyer();
    const cancelled = await other.subscribe();
    await other.call('POST', '/cancel-subscription', { subscription_id: cancelled });
    fixture.stripe.books.subscriptions.delete(cancelled);
    const calls = await during(other.checkout);
    expect(await other.status()).toBe('canceled');
    expect(Object.keys(formTo(calls, '/v1/checkout/sessions') ?? {})).not.toContain('subscription_data[trial_end]');
  });

  it('resuming a cancelled subscription creates no second one', async () => {
    const buyer = await fixture.buyer();
    const id = await buyer.subscribe();
    const cancelling = await during(() => buyer.call('POST', '/cancel-subscription', { subscription_id: id }));
    expect(formTo(cancelling, `/v1/subscriptions/${id}`)).toEqual(
      formOf({ cancel_at_period_end: true } satisfies Stripe.SubscriptionUpdateParams),
    );
    const resuming = await during(buyer.checkout);
    expect(linesOf(resuming)).toEqual([`GET /v1/subscriptions/${id}`, `POST /v1/subscriptions/${id}`]);
    expect(formTo(resuming, `/v1/subscriptions/${id}`)).toEqual(
      formOf({ cancel_at_period_end: false } satisfies Stripe.SubscriptionUpdateParams),
    );
  });

  it('a cancellation on a date, set by the operator, can be taken back', async () => {
    const buyer = await fixture.buyer();
    const id = await buyer.subscribe();
    const date = Math.floor(fixture.server.clock.now().getTime() / 1000) + 10 * 24 * 3600;
    await fixture.deliver(fixture.stripe.lifecycle.change(id, { cancel_at: date }));
    expect(await buyer.me()).toMatchObject({
      subscription_canceled: true,
      next_billing_cycle_on: new Date(date * 1000).toISOString(),
    });
    const calls = await during(buyer.checkout);
    expect(formTo(calls, `/v1/subscriptions/${id}`)).toEqual(formOf({ cancel_at: '' } satisfies Stripe.SubscriptionUpdateParams));
    expect(await buyer.me()).toMatchObject({ subscription_canceled: false });
  });

  it('a new subscription is first charged when the old one ends, where Stripe cannot resume it', async () => {
    const buyer = await fixture.buyer();
    const id = await buyer.subscribe();
    await buyer.call('POST', '/cancel-subscription', { subscription_id: id });
    fixture.stripe.faults.add({ kind: 'refused', call: new RegExp(`^POST /v1/subscriptions/${id}`) });
    const { next_billing_cycle_on: end } = await buyer.me();
    const trialEnd = new Date(end ?? 0).getTime() / 1000;
    const calls = await during(async () => {
      const { id: checkout } = await buyer.checkout();
      await fixture.deliver(fixture.stripe.lifecycle.complete(checkout));
    });
    const metadata = { account_id: String(buyer.id), offer: `${standInPrices.EUR} ${trialEnd} after ${id}` };
    expect(formTo(calls, '/v1/checkout/sessions')).toMatchObject(
      formOf({ subscription_data: { metadata, trial_end: trialEnd } } satisfies Stripe.Checkout.SessionCreateParams),
    );
    expect(await buyer.status()).toBe('trialing');
    expect(await buyer.me()).toMatchObject({ subscription: 'Pro', subscription_canceled: false, next_billing_cycle_on: end });
    expect((await buyer.me()).subscription_id).not.toBe(id);
  });

  it('a new subscription is charged at once when the old one ends too soon to schedule it', async () => {
    const buyer = await fixture.buyer();
    const id = await buyer.subscribe();
    await buyer.call('POST', '/cancel-subscription', { subscription_id: id });
    fixture.stripe.faults.add({ kind: 'refused', call: new RegExp(`^POST /v1/subscriptions/${id}`) });
    fixture.server.clock.advance(29 * DAY);
    await buyer.signInAgain();
    const calls = await during(buyer.checkout);
    expect(Object.keys(formTo(calls, '/v1/checkout/sessions') ?? {})).not.toContain('subscription_data[trial_end]');
  });

  it('the portal leads back to the app', async () => {
    const buyer = await fixture.buyer();
    await buyer.subscribe();
    const calls = await during(() => buyer.call('POST', '/customer-portal'));
    expect(formTo(calls, '/v1/billing_portal/sessions')).toEqual(
      formOf({
        customer: customerOf(buyer.id),
        return_url: `${fixture.server.platform.config.publicUrl}/app/payment`,
      } satisfies Stripe.BillingPortal.SessionCreateParams),
    );
  });

  describe('a request that fails', () => {
    it.each([
      ['card declined', 'Your card was declined.'],
      ['refused', 'This customer has no active currency for this price.'],
    ] as const)('Stripe’s message for people is shown: %s', async (kind, msg) => {
      const buyer = await fixture.buyer();
      fixture.stripe.faults.add({ kind, call: /^POST \/v1\/checkout/ });
      expect(await buyer.call('POST', '/create-checkout-session')).toMatchObject({
        status: 503,
        body: { code: 'BILLING.PROVIDER_FAILED', msg },
      });
    });

    it.each(['server error', 'rate limited', 'bad key'] as const)('Stripe’s internal message is not shown: %s', async (kind) => {
      const buyer = await fixture.buyer();
      fixture.stripe.faults.add({ kind, call: /^POST \/v1\/checkout/ });
      const { status, body } = await buyer.call('POST', '/create-checkout-session');
      expect(status).toBe(503);
      expect(body.msg).toBe('The payment provider could not be reached. Please try again in a moment.');
      expect(JSON.stringify(body)).not.toContain('sk_test');
    });

    it('the next attempt succeeds with one customer', async () => {
      const buyer = await fixture.buyer();
      fixture.stripe.faults.add({ kind: 'rate limited', call: /^POST \/v1\/checkout/, times: 1 });
      expect((await buyer.call('POST', '/create-checkout-session')).status).toBe(503);
      expect((await buyer.checkout()).url).not.toBeNull();
    });

    it('a request is retried once by itself when Stripe has a fault', async () => {
      const buyer = await fixture.buyer();
      fixture.stripe.faults.add({ kind: 'server error', call: /^POST \/v1\/checkout/, times: 1 });
      expect((await buyer.checkout()).url).not.toBeNull();
    });

    it('a failed cancellation changes nothing', async () => {
      const buyer = await fixture.buyer();
      const id = await buyer.subscribe();
      fixture.stripe.faults.add({ kind: 'server error', call: /^POST \/v1\/subscriptions/ });
      expect((await buyer.call('POST', '/cancel-subscription', { subscription_id: id })).status).toBe(503);
      expect(await buyer.me()).toMatchObject({ subscription_id: id, subscription_canceled: false });
    });

    it('a request times out at its limit', async () => {
      const { config, secrets, now } = fixture.server.platform;
      const settings = config.billing.stripe;
      if (settings === null) throw new Error('Stripe is not set');
      const client = createStripeClient(settings, { timeoutMilliseconds: 50 });
      const provider = createStripeProvider({
        settings,
        client,
        publicUrl: config.publicUrl,
        secrets,
        now,
        onWarning: () => undefined,
      });
      fixture.stripe.faults.add({ kind: 'silence', call: /^GET \/v1\/subscriptions/ });
      await expect(provider.readSubscription('sub_any')).rejects.toMatchObject({
        code: 'BILLING.PROVIDER_FAILED',
        message: 'The payment provider could not be reached. Please try again in a moment.',
      });
    });
  });
});
