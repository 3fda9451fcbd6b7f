import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, openStripeWorld, type StripeWorld } from './stripe-world.ts';

describe('nobody has a subscription', () => {
  let world: StripeWorld;
  let buyer: Buyer;
  let thief: Buyer;
  let paid: string;
  let subscriptionId: string;
  beforeAll(async () => {
    world = await openStripeWorld();
    buyer = await world.buyer();
    ({ id: paid } = await buyer.checkout());
    await world.deliver(world.stripe.lifecycle.complete(paid));
    subscriptionId = (await buyer.me()).subscription_id ?? '';
    thief = await world.buyer();
  });
  afterAll(() => world.close());
  const changesDuring = async (step: () => Promise<unknown>) => {
    const before = world.stripe.calls.length;
    await step();
    return world.stripe.calls.slice(before).filter(({ method }) => method !== 'GET');
  };

  it('by opening the success page of a checkout that was not paid', async () => {
    const { id } = await thief.checkout();
    expect(await thief.call('POST', '/reconcile-checkout', { session_id: id })).toMatchObject({
      status: 200,
      body: { subscription: null },
    });
  });

  it('by naming the paid checkout of another account', async () => {
    const changes = await changesDuring(async () => {
      const answer = await thief.call('POST', '/reconcile-checkout', { session_id: paid });
      expect(answer).toMatchObject({ status: 404, body: { code: 'BILLING.CHECKOUT_NOT_FOUND' } });
      expect((await thief.call('GET', `/checkout-session/${paid}/redirect`)).status).toBe(404);
    });
    expect(changes).toEqual([]);
    expect((await thief.me()).subscription).toBeNull();
  });

  it.each(['cs_test_none', 'sub_1', '../subscriptions/sub_1', 'cs_test_../../v1', "' or 1=1", '%00'])(
    'by naming the checkout %j',
    async (id) => {
      expect((await thief.call('POST', '/reconcile-checkout', { session_id: id })).status).toBe(404);
      expect(world.stripe.calls.every(({ path }) => !path.includes('..'))).toBe(true);
    },
  );

  it('by asking for another price, plan, account or trial', async () => {
    for (const body of [{ price: 'price_other' }, { plan: 'Free' }, { account_id: buyer.id }, { trial_end: 9_999_999_999 }]) {
      await thief.call('POST', '/create-checkout-session', body);
    }
    const created = world.stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
    expect(new Set(created.map(({ form }) => form['line_items[0][price]']))).toEqual(new Set(['price_stand_in_eur']));
    expect(created.flatMap(({ form }) => form['subscription_data[trial_end]'] ?? [])).toEqual([]);
  });

  it('of another account cancelled, and Stripe hears nothing of the attempt', async () => {
    const before = world.stripe.calls.length;
    for (const id of [subscriptionId, 'sub_none', '', '../customers']) {
      const { status } = await thief.call('POST', '/cancel-subscription', { subscription_id: id });
      expect([400, 404]).toContain(status);
    }
    expect((await thief.call('POST', '/cancel-subscription', { subscription_id: subscriptionId })).body).toMatchObject({
      code: 'BILLING.SUBSCRIPTION_NOT_FOUND',
    });
    expect(world.stripe.calls).toHaveLength(before);
    expect(await buyer.me()).toMatchObject({ subscription_canceled: false });
  });

  it('without an email that is verified', async () => {
    await world.server.database.$client.query('update accounts set verified_at = null where id = $1', [thief.id]);
    const changes = await changesDuring(async () => {
      expect((await thief.call('POST', '/create-checkout-session')).status).toBe(403);
    });
    expect(changes).toEqual([]);
  });

  it('without a currency or a country in the profile', async () => {
    const empty = await world.buyer({ country: null });
    expect(await empty.call('POST', '/create-checkout-session')).toMatchObject({
      status: 400,
      body: { msg: 'You need to fill up your profile before subscribing to the service' },
    });
  });
});
