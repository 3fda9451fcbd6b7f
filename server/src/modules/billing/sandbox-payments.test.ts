import { userSchema } from '@leadloom/shared/contract/accounts';
import { getBilling, listInvoices } from '@leadloom/shared/contract/billing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, signIn, type TestAccount, waitForMail } from '../../testing/accounts.ts';
import { openSandbox, type SandboxVisitor } from '../../testing/sandbox-visitor.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { runDueBilling } from './billing-clock.service.ts';
import { type BillingPlatform, createBillingPlatform } from './billing-platform.service.ts';

const DAY = 24 * 3600 * 1000;

describe('a subscription in the sandbox', () => {
  let server: TestServer;
  let billing: BillingPlatform;
  let account: TestAccount;
  let visitor: SandboxVisitor;
  beforeAll(async () => {
    server = await startTestServer({
      environment: { PLAN_REQUEST_LIMIT: '500', PLAN_EXPORT_LIMIT: '600', PLAN_AMOUNT_EUR: '4900', TRIAL_DAYS: '1' },
    });
    billing = createBillingPlatform(server.platform, () => undefined);
    account = await createVerifiedAccount(server);
    await server.database.execute(sql`update accounts set country = 'DE' where email = ${account.email}`);
    visitor = openSandbox(server, account);
  });
  afterAll(() => server.close());

  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    account.browser.call(method, path, { bearer: account.accessToken, ...(body === undefined ? {} : { body }) });
  const me = async () => userSchema.parse((await call('GET', '/me')).body);
  const status = async () => getBilling.success.body.parse((await call('GET', '/billing')).body).status;
  const invoices = async () => listInvoices.success.body.parse((await call('GET', '/invoices')).body);
  /** Signs in again afterwards, because sessions and tokens expire. */
  const pass = async (days: number) => {
    server.clock.advance(days * DAY);
    account = await signIn(account.browser, account.email, account.password);
    visitor = openSandbox(server, account);
  };

  it('a sandbox subscription is bought with test money', async () => {
    const { body } = await call('POST', '/create-checkout-session');
    const url = String(body.url);
    expect(url).toBe(`${server.platform.config.publicUrl}/sandbox/checkout/${body.id}`);
    const declined = await visitor.submit(url, 'decline');
    expect(declined.headers.location).toContain('declined');
    expect((await visitor.open(String(declined.headers.location))).payload).toContain('The card was declined');
    expect(await me()).toMatchObject({ subscription: null });
    const paid = await visitor.submit(url, 'pay');
    expect(paid.headers.location).toBe(`/app/success?session_id=${body.id}`);
    expect(await me()).toMatchObject({
      subscription: 'Pro',
      subscription_canceled: false,
      currency: 'EUR',
      is_trial: false,
      usage: { request_limit: 500, export_limit: 600 },
    });
    expect(await status()).toBe('active');
  });

  it('a sandbox subscription has a paid invoice with its own page', async () => {
    const [invoice, ...older] = await invoices();
    expect(older).toEqual([]);
    const page = await visitor.open(invoice?.invoice_url ?? '');
    expect(page.statusCode).toBe(200);
    expect(page.payload).toContain('€49.00');
  });

  it('a running subscription cannot be bought again', async () => {
    expect(await call('POST', '/create-checkout-session')).toMatchObject({
      status: 409,
      body: { code: 'BILLING.ALREADY_SUBSCRIBED' },
    });
  });

  it('a subscription can be cancelled for the end of its period, and resumed free of charge', async () => {
    const before = await me();
    expect((await call('POST', '/cancel-subscription', { subscription_id: before.subscription_id })).status).toBe(200);
    expect(await me()).toEqual({ ...before, subscription_canceled: true });
    expect((await call('POST', '/cancel-subscription', { subscription_id: before.subscription_id })).status).toBe(200);
    const { body } = await call('POST', '/create-checkout-session');
    expect(body.url).toBe(`${server.platform.config.publicUrl}/app/success`);
    expect(await me()).toEqual(before);
    expect(await invoices()).toHaveLength(1);
  });

  it('a subscription is renewed every month, as soon as somebody looks', async () => {
    const before = await me();
    await pass(32);
    const after = await me();
    expect(after.subscription_id).toBe(before.subscription_id);
    expect(after.subscription_started_on).toBe(before.subscription_started_on);
    expect(new Date(after.next_billing_cycle_on ?? 0).getTime()).toBeGreaterThan(server.clock.now().getTime());
    expect(await invoices()).toHaveLength(2);
  });

  it('a subscription continues when a card is declined, and its owner gets one mail', async () => {
    const portal = String((await call('POST', '/customer-portal')).body.url);
    await visitor.submit(portal, 'card-fails');
    await pass(31);
    await runDueBilling(billing);
    expect(await me()).toMatchObject({ subscription: 'Pro', usage: { request_limit: 500 } });
    expect(await status()).toBe('past_due');
    expect(await invoices()).toHaveLength(2);
    const mail = await waitForMail(server, account.email, /payment failed/i);
    for (const form of [mail.text, mail.html]) expect(form).toContain(`${server.platform.config.publicUrl}/app/payment`);
    server.clock.advance(DAY);
    await Promise.all([runDueBilling(billing), runDueBilling(billing)]);
    expect(server.mails.filter(({ subject }) => /payment failed/i.test(subject))).toHaveLength(1);
  });

  it('a subscription recovers when the card works again', async () => {
    await pass(1);
    await visitor.submit('/sandbox/portal', 'card-works');
    expect(await status()).toBe('active');
    expect(await invoices()).toHaveLength(3);
  });

  it('a subscription gives no service a week after an unpaid failure, and ends after a month', async () => {
    await visitor.submit('/sandbox/portal', 'card-fails');
    await visitor.submit('/sandbox/portal', 'next-date');
    expect(await status()).toBe('past_due');
    const { next_billing_cycle_on: nextDate } = await me();
    const failedAt = new Date(nextDate ?? 0).getTime() - 31 * DAY;
    await pass((failedAt - server.clock.now().getTime()) / DAY + 12);
    await runDueBilling(billing);
    expect(await status()).toBe('unpaid');
    expect(await me()).toMatchObject({ subscription: null, subscription_id: null, usage: { request_limit: 0 } });
    await pass(30);
    await runDueBilling(billing);
    expect(await status()).toBe('canceled');
  });

  it('a subscription can be bought again after its end, and ends with its period after a cancellation', async () => {
    const { body } = await call('POST', '/create-checkout-session');
    await visitor.submit(String(body.url), 'pay');
    const { subscription_id: subscriptionId, next_billing_cycle_on: end } = await me();
    await call('POST', '/cancel-subscription', { subscription_id: subscriptionId });
    await pass(20);
    expect(await me()).toMatchObject({ subscription: 'Pro', subscription_canceled: true, next_billing_cycle_on: end });
    await pass(12);
    expect(await me()).toMatchObject({ subscription: null, subscription_canceled: false });
    expect(await status()).toBe('canceled');
    expect((await call('POST', '/cancel-subscription', { subscription_id: subscriptionId })).status).toBe(404);
  });

  it('every change of a subscription has a ledger row', async () => {
    const { rows } = await server.database.execute<{ cause: string; status: string | null }>(
      sql`select cause, change->'to'->>'status' as status from billing_ledger order by id`,
    );
    expect(rows.map(({ cause }) => cause)).toEqual(expect.arrayContaining(['webhook', 'cancel', 'resubscribe']));
    expect(rows.flatMap(({ status: next }) => next ?? [])).toEqual([
      'active',
      'past_due',
      'active',
      'past_due',
      'unpaid',
      'canceled',
      'active',
      'canceled',
    ]);
  });
});
