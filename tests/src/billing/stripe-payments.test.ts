import { endSubscriptionNow } from '@leadloom/server/modules/billing/billing.service';
import { runDueBilling } from '@leadloom/server/modules/billing/billing-clock.service';
import { waitForMail } from '@leadloom/server/testing/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, openStripeFixture, type StripeFixture } from '../testing/stripe.fixture.ts';

const DAY = 24 * 3600 * 1000;

describe('a subscription with Stripe', () => {
  let fixture: StripeFixture;
  let buyer: Buyer;
  beforeAll(async () => {
    fixture = await openStripeFixture({ PLAN_REQUEST_LIMIT: '500', PLAN_EXPORT_LIMIT: '600' });
    buyer = await fixture.buyer({ country: 'FR' });
  });
  afterAll(() => fixture.close());
  const pass = async (days: number) => {
    fixture.server.clock.advance(days * DAY);
    await buyer.signInAgain();
  };
  const idOf = async () => (await buyer.me()).subscription_id ?? '';

  it('a subscription starts when the checkout is paid, whether or not a webhook arrived', async () => {
    const { id, url } = await buyer.checkout();
    expect(url).toBe(`${fixture.stripe.origin}/c/pay/${id}`);
    expect(await buyer.me()).toMatchObject({ subscription: null, currency: 'EUR' });
    const events = fixture.stripe.lifecycle.complete(id);
    const reconciled = await buyer.call('POST', '/reconcile-checkout', { session_id: id });
    expect(reconciled).toMatchObject({ status: 200, body: { subscription: 'Pro', is_trial: false } });
    expect(await fixture.deliver(events)).toEqual([200, 200, 200]);
    expect(await buyer.me()).toMatchObject({
      subscription: 'Pro',
      subscription_canceled: false,
      usage: { request_limit: 500, export_limit: 600 },
    });
    expect(await buyer.status()).toBe('active');
    expect(await fixture.rows('billing_ledger')).toMatchObject([{ cause: 'reconcile', change: { to: { status: 'active' } } }]);
  });

  it('the current period ends with the item’s period, which is the next billing date', async () => {
    const { next_billing_cycle_on: next, subscription_started_on: start } = await buyer.me();
    expect(new Date(next ?? 0).getTime() - new Date(start ?? 0).getTime()).toBe(30 * DAY);
  });

  it('a subscription is cancelled at the end of its period, and resumed without another charge', async () => {
    const before = await buyer.me();
    expect((await buyer.call('POST', '/cancel-subscription', { subscription_id: before.subscription_id })).status).toBe(200);
    expect(await buyer.me()).toEqual({ ...before, subscription_canceled: true });
    expect((await buyer.checkout()).url).toBe(`${fixture.server.platform.config.publicUrl}/app/success`);
    expect(await buyer.me()).toEqual(before);
    expect(fixture.stripe.books.subscriptions.size).toBe(1);
    expect(await buyer.invoices()).toHaveLength(1);
  });

  it('a subscription is renewed by its events', async () => {
    const before = await buyer.me();
    await pass(30);
    expect(await fixture.deliver(fixture.stripe.lifecycle.renew(await idOf()))).toEqual([200, 200]);
    const after = await buyer.me();
    expect(new Date(after.next_billing_cycle_on ?? 0).getTime()).toBe(
      new Date(before.next_billing_cycle_on ?? 0).getTime() + 30 * DAY,
    );
  });

  it('paid invoices are listed newest first, with new links each time', async () => {
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

  it('a subscription stays active when a card is declined, and its owner gets one mail', async () => {
    await pass(30);
    const events = fixture.stripe.lifecycle.renew(await idOf(), { isDeclined: true });
    await fixture.deliver([...events, ...events]);
    expect(await buyer.me()).toMatchObject({ subscription: 'Pro', usage: { request_limit: 500 } });
    expect(await buyer.status()).toBe('past_due');
    expect(await buyer.invoices()).toHaveLength(2);
    const mail = await waitForMail(fixture.server, buyer.account.email, /payment failed/i);
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain(`${fixture.server.platform.config.publicUrl}/app/payment`);
      expect(form).toContain('https://invoice.stripe.example/i/in_');
    }
    await runDueBilling(fixture.billing);
    expect(fixture.server.mails.filter(({ subject }) => /payment failed/i.test(subject))).toHaveLength(1);
  });

  it('the portal link leads to the provider', async () => {
    expect(await buyer.call('POST', '/customer-portal')).toMatchObject({
      status: 200,
      body: { url: expect.stringContaining(`${fixture.stripe.origin}/p/session/bps_`) },
    });
  });

  it('a subscription recovers when the payment arrives', async () => {
    await fixture.deliver(fixture.stripe.lifecycle.payOwed(await idOf()));
    expect(await buyer.status()).toBe('active');
  });

  it('a subscription ends when Stripe gives up, and a new one replaces it', async () => {
    const old = await idOf();
    await fixture.deliver(fixture.stripe.lifecycle.renew(old, { isDeclined: true }));
    await fixture.deliver(fixture.stripe.lifecycle.giveUp(old));
    expect(await buyer.me()).toMatchObject({ subscription: null, usage: { request_limit: 0 } });
    expect(await buyer.status()).toBe('unpaid');
    const fresh = await buyer.subscribe();
    expect(fresh).not.toBe(old);
    expect(fixture.stripe.books.subscriptions.get(old)?.status).toBe('canceled');
    expect(await buyer.status()).toBe('active');
  });

  it('a cancelled subscription ends with its period, even when no event arrives', async () => {
    await buyer.call('POST', '/cancel-subscription', { subscription_id: await idOf() });
    await pass(31);
    expect(await buyer.me()).toMatchObject({ subscription: null, subscription_canceled: false });
  });

  it('a subscription whose period passed without an event is checked with Stripe', async () => {
    const id = await buyer.subscribe();
    await pass(30);
    fixture.stripe.lifecycle.renew(id);
    await pass(0.2);
    await runDueBilling(fixture.billing);
    const { next_billing_cycle_on: next } = await buyer.me();
    expect(new Date(next ?? 0).getTime()).toBeGreaterThan(fixture.server.clock.now().getTime());
  });

  it('deleting the account ends the subscription and every open checkout at once', async () => {
    const id = await idOf();
    await endSubscriptionNow(fixture.billing, buyer.id, 'account deleted');
    expect(fixture.stripe.books.subscriptions.get(id)?.status).toBe('canceled');
    expect([...fixture.stripe.books.sessions.values()].filter(({ status }) => status === 'open')).toEqual([]);
    expect(await buyer.me()).toMatchObject({ subscription: null });
    await endSubscriptionNow(fixture.billing, buyer.id, 'account deleted');
  });
});
