import { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { standInPrices } from './answer.ts';
import { faultKinds } from './faults.ts';
import { STAND_IN_API_VERSION, type StripeStandIn, startStripeStandIn, WEBHOOK_SECRET } from './server.ts';

describe('the stand-in for Stripe', () => {
  let standIn: StripeStandIn;
  let stripe: Stripe;
  beforeAll(async () => {
    standIn = await startStripeStandIn();
    stripe = open(standIn.environment.STRIPE_SECRET_KEY ?? '');
  });
  afterAll(() => standIn.close());
  afterEach(() => standIn.faults.clear());

  const open = (key: string) => {
    const { hostname, port } = new URL(standIn.origin);
    const options = { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, timeout: 500 } as const;
    return new Stripe(key, { apiVersion: STAND_IN_API_VERSION, telemetry: false, ...options });
  };
  const checkout = async () => {
    const { id: customer } = await stripe.customers.create({ email: 'buyer@example.com' });
    return stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: standInPrices.EUR, quantity: 1 }],
      success_url: 'http://localhost/done',
    });
  };

  it('another key and another version are refused', async () => {
    await expect(open('sk_test_other').customers.create({})).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
    await expect(stripe.customers.create({}, { apiVersion: '2020-03-02' })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('a repeated idempotency key gets the same answer, and is refused for any other request', async () => {
    const key = { idempotencyKey: 'the same' };
    const first = await stripe.customers.create({ email: 'a@example.com' }, key);
    expect((await stripe.customers.create({ email: 'a@example.com' }, key)).id).toBe(first.id);
    await expect(stripe.customers.create({ email: 'b@example.com' }, key)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });

  it('every request is recorded', async () => {
    const { id, customer } = await checkout();
    await stripe.checkout.sessions.list({ customer: String(customer), status: 'open' });
    expect(standIn.calls.at(-1)).toMatchObject({ method: 'GET', query: { customer, status: 'open' }, status: 200 });
    expect(standIn.calls.at(-2)?.form).toMatchObject({ customer, 'line_items[0][price]': standInPrices.EUR });
    expect(standIn.books.sessions.has(id)).toBe(true);
  });

  it('a subscription goes through its states with events that the library accepts', async () => {
    const { id } = await checkout();
    const events = standIn.lifecycle.complete(id);
    const { subscription } = await stripe.checkout.sessions.retrieve(id);
    const subscriptionId = String(subscription);
    expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe('active');
    events.push(
      ...standIn.lifecycle.renew(subscriptionId),
      ...standIn.lifecycle.renew(subscriptionId, { isDeclined: true }),
      ...standIn.lifecycle.payOwed(subscriptionId),
      ...standIn.lifecycle.end(subscriptionId),
    );
    expect(events.map(({ type }) => type)).toEqual([
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.paid',
      'invoice.paid',
      'customer.subscription.updated',
      'invoice.payment_failed',
      'customer.subscription.updated',
      'invoice.paid',
      'customer.subscription.updated',
      'customer.subscription.deleted',
    ]);
    for (const event of events) {
      const { payload, signature } = standIn.sign(event);
      expect(stripe.webhooks.constructEvent(payload, signature, WEBHOOK_SECRET).id).toBe(event.id);
    }
  });

  it('unknown objects and other endpoints are not found', async () => {
    await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({ code: 'resource_missing', statusCode: 404 });
    await expect(stripe.charges.list()).rejects.toMatchObject({ statusCode: 404 });
  });

  it.each(faultKinds)('a fault occurs as often as configured: %s', async (kind) => {
    standIn.faults.add({ kind, call: /^POST \/v1\/customers$/, times: 1 });
    await expect(stripe.customers.create({ email: 'a@example.com' })).rejects.toThrow();
    expect((await stripe.customers.create({ email: 'a@example.com' })).object).toBe('customer');
  });
});
