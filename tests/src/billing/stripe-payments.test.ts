import { endSubscriptionNow } from '@leadloom/server/modules/billing/billing.service';
import { runDueBilling } from '@leadloom/server/modules/billing/billing-clock.service';
import { waitForMail } from '@leadloom/server/testing/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, openStripeFixture, type StripeFixture } from './stripe.fixture.ts';

const DAY = 24 * 3600 * 1000;

describe('a subscription with Stripe', () => {
  let world: StripeFixture;
  let buyer: Buyer;
  beforeAll(async () => {
    world = await openStripeFixture({ PLAN_REQUEST_LIMIT: '500', PLAN_EXPORT_LIMIT: '600' });
    buyer = await world.buyer({ country: 'FR' });
  });
  afterAll(() => world.close());
  const pass = async (days: number) => {
    world.server.clock.advance(days * DAY);
    await buyer.signInAgain();
  };
  const idOf = async () => (await buyer.me()).subscription_id ?? '';

  it('begins when the checkout is paid, whether or not a webhook came', async () => {
    const { id, url } = await buyer.checkout();
    expect(url).toBe(`${world.stripe.origin}/c/pay/${id}`);
    expect(await buyer.me()).toMatchObject({ subscription: null, currency: 'EUR' });
    const events = world.stripe.lifecycle.complete(id);
    const reconciled = await buyer.call('POST', '/reconcile-checkout', { session_id: id });
    expect(reconciled).toMatchObject({ status: 200, body: { subscription: 'Pro', is_trial: false } });
    expect(await world.deliver(events)).toEqual([200, 200, 200]);
    expect(await buyer.me()).toMatchObject({
      subscription: 'Pro',
      subscription_canceled: false,
      usage: { request_limit: 500, export_limit: 600 },
    });
    expect(await buyer.status()).toBe('active');
    expect(await world.rows('billing_ledger')).toMatchObject([{ cause: 'reconcile', change: { to: { status: 'active' } } }]);
  });

  it('ends with the item’s period, which is the next billing date', async () => {
    const { next_billing_cycle_on: next, subscription_started_on: start } = await buyer.me();
    expect(new Date(next ?? 0).getTime() - new Date(start ?? 0).getTime()).toBe(30 * DAY);
  });

  it('is cancelled for the end of its period, and resumed without another charge', async () => {
    const before = await buyer.me();
    expect((await buyer.call('POST', '/cancel-subscription', { subscription_id: before.subscription_id })).status).toBe(200);
    expect(await buyer.me()).toEqual({ ...before, subscription_canceled: true });
    expect((await buyer.checkout()).url).toBe(`${world.server.platform.config.publicUrl}/app/success`);
    expect(await buyer.me()).toEqual(before);
    expect(world.stripe.books.subscriptions.size).toBe(1);
    expect(await buyer.invoices()).toHaveLength(1);
  });

  it('is renewed by its events', async () => {
    const before = await buyer.me();
    await pass(30);
    expect(await world.deliver(world.stripe.lifecycle.renew(await idOf()))).toEqual([200, 200]);
    const after = await buyer.me();
    expect(new Date(after.next_billing_cycle_on ?? 0).getTime()).toBe(
      new Date(before.next_billing_cycle_on ?? 0).getTime() + 30 * DAY,
    );
  });

  it('lists its paid invoices newest first, with links that are fresh each time', async () => {
    const invoices = await buyer.invoices();
    expect(invoices).toHaveLength(2);
    expect(invoices.map(({ paid_on: paidOn }) => paidOn)).toEqual(
      invoices
        .map(({ paid_on: paidOn }) => paidOn)
        .toSorted()
        .reverse(),
    );
    const again = await buyer.invoices();
    expect(again.map(({ id }) => id)).toEqual(invoices.map(({ id }) => id));
    expect(again[0]?.invoice_url).not.toBe(invoices[0]?.invoice_url);
  });

  it('stays in service when a card is declined, and its owner is written to once', async () => {
    await pass(30);
    const events = world.stripe.lifecycle.renew(await idOf(), { isDeclined: true });
    await world.deliver([...events, ...events]);
    expect(await buyer.me()).toMatchObject({ subscription: 'Pro', usage: { request_limit: 500 } });
    expect(await buyer.status()).toBe('past_due');
    expect(await buyer.invoices()).toHaveLength(2);
    const mail = await waitForMail(world.server, buyer.account.email, /payment failed/i);
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain(`${world.server.platform.config.publicUrl}/app/payment`);
      expect(form).toContain('https://invoice.stripe.example/i/in_');
    }
    await runDueBilling(world.server.platform);
    expect(world.server.mails.filter(({ subject }) => /payment failed/i.test(subject))).toHaveLength(1);
  });

  it('leads to the provider’s portal', async () => {
    expect(await buyer.call('POST', '/customer-portal')).toMatchObject({
      status: 200,
      body: { url: expect.stringContaining(`${world.stripe.origin}/p/session/bps_`) },
    });
  });

  it('recovers when the payment comes', async () => {
    await world.deliver(world.stripe.lifecycle.payOwed(await idOf()));
    expect(await buyer.status()).toBe('active');
  });

  it('gives no service once Stripe gave up, and a new one ends the old one for good', async () => {
    const old = await idOf();
    await world.deliver(world.stripe.lifecycle.renew(old, { isDeclined: true }));
    await world.deliver(world.stripe.lifecycle.giveUp(old));
    expect(await buyer.me()).toMatchObject({ subscription: null, usage: { request_limit: 0 } });
    expect(await buyer.status()).toBe('unpaid');
    const fresh = await buyer.subscribe();
    expect(fresh).not.toBe(old);
    expect(world.stripe.books.subscriptions.get(old)?.status).toBe('canceled');
    expect(await buyer.status()).toBe('active');
  });

  it('ends with its period after a cancellation, also when no word of it comes', async () => {
    await buyer.call('POST', '/cancel-subscription', { subscription_id: await idOf() });
    await pass(31);
    expect(await buyer.me()).toMatchObject({ subscription: null, subscription_canceled: false });
  });

  it('is asked about when its period passed without news', async () => {
    const id = await buyer.subscribe();
    await pass(30);
    world.stripe.lifecycle.renew(id);
    await pass(0.2);
    await runDueBilling(world.server.platform);
    const { next_billing_cycle_on: next } = await buyer.me();
    expect(new Date(next ?? 0).getTime()).toBeGreaterThan(world.server.clock.now().getTime());
  });

  it('ends at once with the account, with every checkout still open', async () => {
    const id = await idOf();
    await endSubscriptionNow(world.server.platform, buyer.id);
    expect(world.stripe.books.subscriptions.get(id)?.status).toBe('canceled');
    expect([...world.stripe.books.sessions.values()].filter(({ status }) => status === 'open')).toEqual([]);
    expect(await buyer.me()).toMatchObject({ subscription: null });
    await endSubscriptionNow(world.server.platform, buyer.id);
  });
});
