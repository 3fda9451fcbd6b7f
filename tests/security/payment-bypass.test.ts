import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, openStripeFixture, type StripeFixture } from '../src/testing/stripe.fixture.ts';
import { tell } from './testing/security.fixture.ts';

describe('attempts to subscribe without paying', () => {
  let fixture: StripeFixture;
  let buyer: Buyer;
  let thief: Buyer;
  let paid: string;
  let subscriptionId: string;
  const counts = { attempts: 0, 'subscriptions got': 0, 'foreign ones changed': 0, 'calls to Stripe for foreign ids': 0 };

  beforeAll(async () => {
    fixture = await openStripeFixture();
    buyer = await fixture.buyer();
    ({ id: paid } = await buyer.checkout());
    await fixture.deliver(fixture.stripe.lifecycle.complete(paid));
    subscriptionId = (await buyer.me()).subscription_id ?? '';
    thief = await fixture.buyer();
  });
  afterAll(async () => {
    tell('payment bypass (S17)', counts);
    await fixture.close();
  });

  /** An attempt of the thief, which must not gain anything, whatever the response. */
  async function attempt(method: 'GET' | 'POST', path: string, body?: object, person = thief) {
    counts.attempts += 1;
    const answer = await person.call(method, path, body);
    const { subscription } = await person.me();
    if (subscription !== null) counts['subscriptions got'] += 1;
    expect(subscription).toBeNull();
    const { subscription: kept, subscription_canceled: isCancelled } = await buyer.me();
    if (kept !== 'Pro' || isCancelled) counts['foreign ones changed'] += 1;
    expect({ kept, isCancelled }).toEqual({ kept: 'Pro', isCancelled: false });
    return answer;
  }
  async function changesDuring(step: () => Promise<unknown>) {
    const before = fixture.stripe.calls.length;
    await step();
    return fixture.stripe.calls.slice(before).filter(({ method }) => method !== 'GET');
  }

  it('opening the success page of an unpaid checkout gives no subscription', async () => {
    const { id } = await thief.checkout();
    const answer = await attempt('POST', '/reconcile-checkout', { session_id: id });
    expect(answer).toMatchObject({ status: 200, body: { subscription: null } });
    await fixture.server.app.inject(`/app/success?session_id=${id}`);
    await attempt('GET', `/me?session_id=${id}`);
  });

  it('naming the paid checkout of another account gives no subscription', async () => {
    const changes = await changesDuring(async () => {
      const answer = await attempt('POST', '/reconcile-checkout', { session_id: paid });
      expect(answer).toMatchObject({ status: 404, body: { code: 'BILLING.CHECKOUT_NOT_FOUND' } });
      expect((await attempt('GET', `/checkout-session/${paid}/redirect`)).status).toBe(404);
    });
    counts['calls to Stripe for foreign ids'] += changes.length;
    expect(changes).toEqual([]);
  });

  it.each(['cs_test_none', 'sub_1', '../subscriptions/sub_1', 'cs_test_../../v1', "' or 1=1", '%00'])(
    'naming the checkout %j gives no subscription',
    async (id) => {
      expect((await attempt('POST', '/reconcile-checkout', { session_id: id })).status).toBe(404);
      expect(fixture.stripe.calls.every(({ path }) => !path.includes('..'))).toBe(true);
    },
  );

  it.each([
    { price: 'price_other' },
    { line_items: [{ price: 'price_other', quantity: 1 }] },
    { plan: 'Free', amount: 0 },
    { coupon: 'ALL_FREE', allow_promotion_codes: true },
    { trial_end: 9_999_999_999, trial_period_days: 3650 },
    { client_reference_id: '1', customer: 'cus_of_somebody' },
    { success_url: 'https://evil.example/' },
  ])('asking for %j changes neither price, plan, length nor owner of a subscription', async (body) => {
    const before = fixture.stripe.calls.length;
    const owner = await fixture.buyer();
    await attempt('POST', '/create-checkout-session', body, owner);
    const created = fixture.stripe.calls
      .slice(before)
      .filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
    expect(created).toHaveLength(1);
    for (const { form } of created) {
      expect(form).toMatchObject({ 'line_items[0][price]': 'price_stand_in_eur', client_reference_id: String(owner.id) });
      const sent = JSON.stringify(form);
      for (const wish of [
        'price_other',
        'Free',
        'ALL_FREE',
        '9999999999',
        '3650',
        'cus_of_somebody',
        'evil.example',
        'trial_end',
      ])
        expect(sent).not.toContain(wish);
    }
  });

  it('cancelling the subscription of another account is refused, and Stripe receives no request', async () => {
    const before = fixture.stripe.calls.length;
    for (const id of [subscriptionId, 'sub_none', '', '../customers']) {
      const { status } = await attempt('POST', '/cancel-subscription', { subscription_id: id });
      expect([400, 404]).toContain(status);
    }
    const answer = await attempt('POST', '/cancel-subscription', { subscription_id: subscriptionId });
    expect(answer.body).toMatchObject({ code: 'BILLING.SUBSCRIPTION_NOT_FOUND' });
    counts['calls to Stripe for foreign ids'] += fixture.stripe.calls.length - before;
    expect(fixture.stripe.calls).toHaveLength(before);
  });

  it('an account without a verified email cannot subscribe', async () => {
    const unverified = await fixture.buyer();
    await fixture.server.database.$client.query('update accounts set verified_at = null where id = $1', [unverified.id]);
    const changes = await changesDuring(async () => {
      expect((await attempt('POST', '/create-checkout-session', undefined, unverified)).status).toBe(403);
    });
    expect(changes).toEqual([]);
  });

  it('an account without a currency or a country in the profile cannot subscribe', async () => {
    const empty = await fixture.buyer({ country: null });
    expect(await attempt('POST', '/create-checkout-session', undefined, empty)).toMatchObject({
      status: 400,
      body: { msg: 'You need to fill up your profile before subscribing to the service' },
    });
  });
});
