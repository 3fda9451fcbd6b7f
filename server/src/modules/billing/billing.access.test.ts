import * as contract from '@leadloom/shared/contract/billing';
import { type EndpointDefinition, endpoint, fillPath } from '@leadloom/shared/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveEndpoint } from '../../http/route.ts';
import { createAccount, createVerifiedAccount, signIn, type TestAccount } from '../../testing/accounts.ts';
import { openBrowser } from '../../testing/browser.ts';
import { subscribeInSandbox } from '../../testing/sandbox-visitor.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const {
  getBilling,
  createCheckoutSession,
  redirectToCheckout,
  reconcileCheckout,
  cancelSubscription,
  openPortal,
  listInvoices,
  receiveStripeEvent,
} = contract;

interface Call {
  readonly row: EndpointDefinition;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const owned = (ids: { readonly checkout: string; readonly subscription: string }): readonly Call[] => [
  { row: getBilling },
  { row: createCheckoutSession },
  { row: redirectToCheckout, params: { id: ids.checkout } },
  { row: reconcileCheckout, body: { session_id: ids.checkout } },
  { row: cancelSubscription, body: { subscription_id: ids.subscription } },
  { row: openPortal },
  { row: listInvoices },
];
const calls = owned({ checkout: 'cs_any', subscription: 'sub_any' });
const methodOf = ({ row }: Call) => (row.method === 'GET' ? 'GET' : 'POST');
const requestOf = ({ body }: Call) => (body === undefined ? {} : { body });
const pathOf = ({ row, params = {} }: Call) => fillPath(row.path, params);

/** An endpoint for subscribers only, as no real one exists yet. */
const forSubscribers = endpoint({
  method: 'GET',
  path: '/for-subscribers',
  access: 'subscribed',
  summary: 'Something for subscribers',
  success: { kind: 'json', status: 200, body: z.object({ ok: z.boolean() }) },
  errors: [],
});

describe('access to billing', () => {
  let server: TestServer;
  let owner: TestAccount;
  let ids: { checkout: string; subscription: string };
  beforeAll(async () => {
    server = await startTestServer({
      environment: { TRIAL_DAYS: '1' },
      extend: (app) => serveEndpoint(app, forSubscribers, async () => ({ ok: true })),
    });
    owner = await createVerifiedAccount(server);
    const subscription = await subscribeInSandbox(server, owner);
    const { rows } = await server.database.$client.query<{ id: string }>('select id from sandbox_checkouts');
    ids = { checkout: rows[0]?.id ?? '', subscription };
  });
  afterAll(() => server.close());

  it('nobody can see or change another account’s subscription', async () => {
    const stranger = await createVerifiedAccount(server);
    const before = await owner.browser.call('GET', '/me', { bearer: owner.accessToken });
    for (const call of owned(ids)) {
      const answer = await stranger.browser.call(methodOf(call), pathOf(call), {
        bearer: stranger.accessToken,
        ...requestOf(call),
      });
      const text = JSON.stringify(answer.body);
      expect(text).not.toContain(ids.subscription);
      expect(text).not.toContain(owner.email);
      if (call.params !== undefined || call.body !== undefined || call.row === openPortal) expect(answer.status).toBe(404);
    }
    const invoices = await stranger.browser.call('GET', '/invoices', { bearer: stranger.accessToken });
    expect(invoices.body).toEqual([]);
    expect((await owner.browser.call('GET', '/me', { bearer: owner.accessToken })).body).toEqual(before.body);
  });

  it('the webhook is open to anyone who can sign', async () => {
    const answer = await openBrowser(server.app).call('POST', receiveStripeEvent.path, { body: { id: 'evt_1' } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BILLING.SIGNATURE_INVALID' } });
  });

  it('endpoints for subscribers are open to subscribers only, and closed to trials', async () => {
    const other = await createVerifiedAccount(server);
    server.clock.advance(2 * 24 * 3600 * 1000);
    const probe = async (account: TestAccount) => {
      const { headers } = await signIn(account.browser, account.email, account.password);
      return server.app.inject({ url: '/for-subscribers', headers });
    };
    expect((await probe(owner)).statusCode).toBe(200);
    expect((await probe(other)).json()).toMatchObject({ status: 403, code: 'AUTH.SUBSCRIPTION_REQUIRED' });
    await server.database.$client.query("update subscriptions set status = 'unpaid'");
    expect((await probe(owner)).statusCode).toBe(403);
    await server.database.$client.query("update subscriptions set status = 'active', provider = 'stripe'");
    expect((await probe(owner)).statusCode).toBe(403);
  });
});

describe('where nothing is sold', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      environment: { BILLING: 'off', TRIAL_DAYS: '0' },
      extend: (app) => serveEndpoint(app, forSubscribers, async () => ({ ok: true })),
    });
  });
  afterAll(() => server.close());

  it('if nothing is sold, everybody with a verified email may use everything', async () => {
    const account = await createVerifiedAccount(server);
    expect((await server.app.inject({ url: '/for-subscribers', headers: account.headers })).statusCode).toBe(200);
    const { body } = await account.browser.call('GET', '/me', { bearer: account.accessToken });
    expect(body).toMatchObject({ subscription: 'Local', is_trial: false, usage: { request_limit: null, export_limit: null } });
    const unverified = await createAccount(server);
    expect((await server.app.inject({ url: '/for-subscribers', headers: unverified.headers })).statusCode).toBe(403);
  });

  it('if nothing is sold, billing says so and sells nothing', async () => {
    const account = await createVerifiedAccount(server);
    const call = (each: Call) =>
      account.browser.call(methodOf(each), pathOf(each), { bearer: account.accessToken, ...requestOf(each) });
    expect((await call({ row: getBilling })).body).toEqual({
      provider: 'off',
      plan: 'Local',
      currency: null,
      amount: null,
      request_limit: null,
      export_limit: null,
      status: null,
    });
    expect((await call({ row: listInvoices })).body).toEqual([]);
    for (const each of calls.filter(({ row }) => row !== getBilling && row !== listInvoices)) {
      expect(await call(each)).toMatchObject({ status: 409, body: { code: 'BILLING.OFF' } });
    }
    expect(await call({ row: receiveStripeEvent, body: {} })).toMatchObject({ status: 409 });
    expect((await server.app.inject({ url: '/sandbox/portal' })).statusCode).toBe(404);
  });
});
