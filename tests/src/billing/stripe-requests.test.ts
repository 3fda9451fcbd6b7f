import { runDueBilling } from '@leadloom/server/modules/billing/billing-clock.service';
import { createStripeClient } from '@leadloom/server/modules/billing/stripe/stripe-client';
import { createStripeProvider } from '@leadloom/server/modules/billing/stripe/stripe-provider';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { standInPrices } from '../stand-ins/stripe/answer.ts';
import { formOf } from '../stand-ins/stripe/form.ts';
import { type RecordedCall, STAND_IN_API_VERSION } from '../stand-ins/stripe/server.ts';
import { openStripeFixture, type StripeFixture } from './stripe.fixture.ts';

const DAY = 24 * 3600 * 1000;

describe('what is asked of Stripe', () => {
  let world: StripeFixture;
  beforeAll(async () => {
    world = await openStripeFixture();
  });
  afterAll(() => world.close());
  afterEach(() => world.stripe.faults.clear());

  /** The calls that a step makes. */
  async function during(step: () => Promise<unknown>): Promise<RecordedCall[]> {
    const before = world.stripe.calls.length;
    await step();
    return world.stripe.calls.slice(before);
  }
  const linesOf = (calls: readonly RecordedCall[]) => calls.map(({ method, path }) => `${method} ${path}`);
  const formTo = (calls: readonly RecordedCall[], path: string) =>
    calls.find((call) => call.path === path && call.method === 'POST')?.form;
  const customerOf = (id: number) =>
    [...world.stripe.books.customers.values()].find(({ metadata }) => metadata.account_id === String(id))?.id ?? '';

  it('is a customer and a checkout of our own plan, with the pinned version', async () => {
    const buyer = await world.buyer({ country: 'SE' });
    const { publicUrl } = world.server.platform.config;
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

  it('is the price of the currency in the profile', async () => {
    const buyer = await world.buyer({ country: null, currency: 'EUR' });
    const calls = await during(buyer.checkout);
    expect(formTo(calls, '/v1/checkout/sessions')?.['line_items[0][price]']).toBe(standInPrices.EUR);
  });

  it('is the same checkout again while one is open, and one customer, however often and at once', async () => {
    const buyer = await world.buyer();
    const first = await buyer.checkout();
    expect(await buyer.checkout()).toEqual(first);
    const other = await world.buyer();
    const started = await Promise.all([1, 2, 3, 4, 5].map(() => other.checkout()));
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
    expect(
      [...world.stripe.books.customers.values()].filter(({ metadata }) => metadata.account_id === String(other.id)),
    ).toHaveLength(1);
  });

  it('is another checkout once the price is another, and the old one can no longer be paid', async () => {
    const buyer = await world.buyer({ currency: 'EUR' });
    const old = await buyer.checkout();
    await buyer.call('POST', '/update-profile', { currency: 'USD' });
    const fresh = await buyer.checkout();
    expect(fresh.id).not.toBe(old.id);
    expect(world.stripe.books.sessions.get(old.id)?.status).toBe('expired');
  });

  it.each([
    ['DE123456789', 'eu_vat'],
    ['GB123456789', 'gb_vat'],
  ] as const)('hands on the VAT number %s as %s, once', async (vatNumber, type) => {
    const buyer = await world.buyer({ vatNumber });
    const calls = await during(async () => {
      await buyer.checkout();
      await buyer.checkout();
    });
    const sent = calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/tax_ids'));
    expect(sent.map(({ form }) => form)).toEqual([formOf({ type, value: vatNumber } satisfies Stripe.CustomerCreateTaxIdParams)]);
  });

  it('goes on when a VAT number is not taken', async () => {
    const buyer = await world.buyer({ vatNumber: 'DE12' });
    const calls = await during(buyer.checkout);
    expect(calls.find(({ path, method }) => method === 'POST' && path.endsWith('/tax_ids'))?.status).toBe(400);
    world.stripe.faults.add({ kind: 'server error', call: /tax_ids/ });
    const other = await world.buyer({ vatNumber: 'DE123456789' });
    expect((await other.checkout()).url).not.toBeNull();
  });

  it('is another customer where Stripe no longer has the first, as after a change of keys', async () => {
    const buyer = await world.buyer();
    const lost = await buyer.subscribe();
    const { customers, subscriptions } = world.stripe.books;
    customers.delete(customerOf(buyer.id));
    subscriptions.delete(lost);
    world.server.clock.advance(31 * DAY);
    await runDueBilling(world.server.platform);
    await buyer.signInAgain();
    expect(await buyer.status()).toBe('canceled');
    const fresh = await buyer.subscribe();
    expect(fresh).not.toBe(lost);
    expect(await buyer.me()).toMatchObject({ subscription: 'Pro', subscription_id: fresh });
  });

  it('ends here what Stripe does not have any more, when it is cancelled or resumed', async () => {
    const one = await world.buyer();
    const lost = await one.subscribe();
    world.stripe.books.subscriptions.delete(lost);
    expect((await one.call('POST', '/cancel-subscription', { subscription_id: lost })).status).toBe(200);
    expect(await one.status()).toBe('canceled');
    const other = await world.buyer();
    const cancelled = await other.subscribe();
    await other.call('POST', '/cancel-subscription', { subscription_id: cancelled });
    world.stripe.books.subscriptions.delete(cancelled);
    const calls = await during(other.checkout);
    expect(await other.status()).toBe('canceled');
    expect(Object.keys(formTo(calls, '/v1/checkout/sessions') ?? {})).not.toContain('subscription_data[trial_end]');
  });

  it('is no second subscription when a cancelled one goes on', async () => {
    const buyer = await world.buyer();
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

  it('takes back a cancellation on a date, as the operator sets it', async () => {
    const buyer = await world.buyer();
    const id = await buyer.subscribe();
    const date = Math.floor(world.server.clock.now().getTime() / 1000) + 10 * 24 * 3600;
    await world.deliver(world.stripe.lifecycle.change(id, { cancel_at: date }));
    expect(await buyer.me()).toMatchObject({
      subscription_canceled: true,
      next_billing_cycle_on: new Date(date * 1000).toISOString(),
    });
    const calls = await during(buyer.checkout);
    expect(formTo(calls, `/v1/subscriptions/${id}`)).toEqual(formOf({ cancel_at: '' } satisfies Stripe.SubscriptionUpdateParams));
    expect(await buyer.me()).toMatchObject({ subscription_canceled: false });
  });

  it('is a new subscription first charged when the old one ends, where Stripe will not resume that', async () => {
    const buyer = await world.buyer();
    const id = await buyer.subscribe();
    await buyer.call('POST', '/cancel-subscription', { subscription_id: id });
    world.stripe.faults.add({ kind: 'refused', call: new RegExp(`^POST /v1/subscriptions/${id}`) });
    const { next_billing_cycle_on: end } = await buyer.me();
    const trialEnd = new Date(end ?? 0).getTime() / 1000;
    const calls = await during(async () => {
      const { id: checkout } = await buyer.checkout();
      await world.deliver(world.stripe.lifecycle.complete(checkout));
    });
    const metadata = { account_id: String(buyer.id), offer: `${standInPrices.EUR} ${trialEnd} after ${id}` };
    expect(formTo(calls, '/v1/checkout/sessions')).toMatchObject(
      formOf({ subscription_data: { metadata, trial_end: trialEnd } } satisfies Stripe.Checkout.SessionCreateParams),
    );
    expect(await buyer.status()).toBe('trialing');
    expect(await buyer.me()).toMatchObject({ subscription: 'Pro', subscription_canceled: false, next_billing_cycle_on: end });
    expect((await buyer.me()).subscription_id).not.toBe(id);
  });

  it('is charged at once when the old one ends too soon for Stripe to wait', async () => {
    const buyer = await world.buyer();
    const id = await buyer.subscribe();
    await buyer.call('POST', '/cancel-subscription', { subscription_id: id });
    world.stripe.faults.add({ kind: 'refused', call: new RegExp(`^POST /v1/subscriptions/${id}`) });
    world.server.clock.advance(29 * DAY);
    await buyer.signInAgain();
    const calls = await during(buyer.checkout);
    expect(Object.keys(formTo(calls, '/v1/checkout/sessions') ?? {})).not.toContain('subscription_data[trial_end]');
  });

  it('leads back to us from the portal', async () => {
    const buyer = await world.buyer();
    await buyer.subscribe();
    const calls = await during(() => buyer.call('POST', '/customer-portal'));
    expect(formTo(calls, '/v1/billing_portal/sessions')).toEqual(
      formOf({
        customer: customerOf(buyer.id),
        return_url: `${world.server.platform.config.publicUrl}/app/payment`,
      } satisfies Stripe.BillingPortal.SessionCreateParams),
    );
  });

  describe('when it fails', () => {
    it.each([
      ['card declined', 'Your card was declined.'],
      ['refused', 'This customer has no active currency for this price.'],
    ] as const)('says what Stripe says to people: %s', async (kind, msg) => {
      const buyer = await world.buyer();
      world.stripe.faults.add({ kind, call: /^POST \/v1\/checkout/ });
      expect(await buyer.call('POST', '/create-checkout-session')).toMatchObject({
        status: 503,
        body: { code: 'BILLING.PROVIDER_FAILED', msg },
      });
    });

    it.each(['server error', 'rate limited', 'bad key'] as const)('keeps to itself what is none of theirs: %s', async (kind) => {
      const buyer = await world.buyer();
      world.stripe.faults.add({ kind, call: /^POST \/v1\/checkout/ });
      const { status, body } = await buyer.call('POST', '/create-checkout-session');
      expect(status).toBe(503);
      expect(body.msg).toBe('The payment provider could not be reached. Please try again in a moment.');
      expect(JSON.stringify(body)).not.toContain('sk_test');
    });

    it('goes on at the next try, with one customer', async () => {
      const buyer = await world.buyer();
      world.stripe.faults.add({ kind: 'rate limited', call: /^POST \/v1\/checkout/, times: 1 });
      expect((await buyer.call('POST', '/create-checkout-session')).status).toBe(503);
      expect((await buyer.checkout()).url).not.toBeNull();
    });

    it('tries once more by itself when Stripe stumbles', async () => {
      const buyer = await world.buyer();
      world.stripe.faults.add({ kind: 'server error', call: /^POST \/v1\/checkout/, times: 1 });
      expect((await buyer.checkout()).url).not.toBeNull();
    });

    it('changes nothing when a cancellation fails', async () => {
      const buyer = await world.buyer();
      const id = await buyer.subscribe();
      world.stripe.faults.add({ kind: 'server error', call: /^POST \/v1\/subscriptions/ });
      expect((await buyer.call('POST', '/cancel-subscription', { subscription_id: id })).status).toBe(503);
      expect(await buyer.me()).toMatchObject({ subscription_id: id, subscription_canceled: false });
    });

    it('waits no longer than it should for an answer', async () => {
      const { config, secret, now } = world.server.platform;
      const settings = config.billing.stripe;
      if (settings === null) throw new Error('Stripe is not set');
      const client = createStripeClient(settings, { timeoutMilliseconds: 50 });
      const provider = createStripeProvider({
        settings,
        client,
        publicUrl: config.publicUrl,
        secret,
        now,
        onWarning: () => undefined,
      });
      world.stripe.faults.add({ kind: 'silence', call: /^GET \/v1\/subscriptions/ });
      await expect(provider.readSubscription('sub_any')).rejects.toMatchObject({
        code: 'BILLING.PROVIDER_FAILED',
        message: 'The payment provider could not be reached. Please try again in a moment.',
      });
    });
  });
});
