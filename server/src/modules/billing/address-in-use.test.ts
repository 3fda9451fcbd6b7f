import { getBilling, listInvoices } from '@leadloom/shared/contract/billing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { openSandbox, subscribeInSandbox } from '../../testing/sandbox-visitor.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { atAddressInUse } from './address-in-use.ts';

const publicUrl = 'http://localhost:3000';
const page = `${publicUrl}/app/success?session_id=1`;
const asked = (host: string | undefined, { from = '127.0.0.1', ...headers }: Readonly<Record<string, string>> = {}) => ({
  socket: { remoteAddress: from },
  headers: { ...headers, ...(host === undefined ? {} : { host }) },
});

describe('a page of ours', () => {
  it.each([
    ['localhost:3000', page],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000/app/success?session_id=1'],
    ['[::1]:3000', 'http://[::1]:3000/app/success?session_id=1'],
    ['LOCALHOST:3000', page],
  ])('a page of ours requested as %s is returned as %s', (host, expected) => {
    expect(atAddressInUse(page, publicUrl, asked(host))).toBe(expected);
  });

  it.each([
    ['another site’s name', asked('evil.example:3000')],
    ['another site’s name without a port', asked('evil.example')],
    ['a name that begins like ours', asked('localhost.evil.example:3000')],
    ['a user before the name', asked('localhost:3000@evil.example')],
    ['a path behind the name', asked('localhost:3000/evil.example')],
    ['another port', asked('127.0.0.1:4000')],
    ['no port', asked('127.0.0.1')],
    ['a port that is none', asked('127.0.0.1:99999')],
    ['no name', asked(undefined)],
    ['our name from elsewhere', asked('127.0.0.1:3000', { from: '203.0.113.9' })],
    ['our name through a proxy', asked('127.0.0.1:3000', { 'x-forwarded-for': '203.0.113.9' })],
  ])('a page keeps the public address for %s', (_, request) => {
    expect(atAddressInUse(page, publicUrl, request)).toBe(page);
  });

  it.each(['https://leads.example.com', 'http://leads.example.com:3000', 'https://localhost:3000'])(
    'a page keeps the address %s, whose visitors come by a proxy of this machine',
    (elsewhere) => {
      const url = `${elsewhere}/app/success`;
      expect(atAddressInUse(url, elsewhere, asked('127.0.0.1:3000'))).toBe(url);
    },
  );
});

it.each(['https://checkout.example.com/pay/1', 'http://localhost:30001/x', 'http://localhost:3000@evil.example/'])(
  'a page of another site, %s, stays unchanged',
  (url) => {
    expect(atAddressInUse(url, publicUrl, asked('127.0.0.1:3000'))).toBe(url);
  },
);

describe('a person who came by another name of this machine', () => {
  let server: TestServer;
  let account: TestAccount;
  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());

  const inUse = 'http://127.0.0.1:3000';
  const call = (method: 'GET' | 'POST', path: string, payload?: object, host = '127.0.0.1:3000') =>
    server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...account.headers, host },
      ...(payload === undefined ? {} : { payload }),
    });

  it('a visitor by another name of this machine keeps it from the checkout to the invoice and the portal', async () => {
    await call('POST', '/update-profile', { country: 'DE' });
    const { id, url } = (await call('POST', '/create-checkout-session')).json();
    expect(url).toBe(`${inUse}/sandbox/checkout/${id}`);
    expect((await call('GET', `/checkout-session/${id}/redirect`)).headers.location).toBe(url);
    await openSandbox(server, account).submit(url, 'pay');
    const done = await call('GET', `/checkout-session/${id}/redirect`);
    expect(done.headers.location).toBe(`${inUse}/app/success?session_id=${id}`);
    const [invoice] = listInvoices.success.body.parse((await call('GET', '/invoices')).json());
    expect(invoice?.invoice_url).toMatch(`${inUse}/sandbox/invoices/`);
    expect((await call('POST', '/customer-portal')).json()).toEqual({ url: `${inUse}/sandbox/portal` });
  });

  it('a visitor by another name of this machine keeps it when resuming a subscription, by address and by id', async () => {
    const id = await ownSubscription();
    await call('POST', '/cancel-subscription', { subscription_id: id });
    expect((await call('POST', '/create-checkout-session')).json()).toEqual({ id, url: `${inUse}/app/success` });
    expect((await call('GET', `/checkout-session/${id}/redirect`)).headers.location).toBe(`${inUse}/app/success`);
    expect(getBilling.success.body.parse((await call('GET', '/billing')).json()).status).toBe('active');
  });

  it('a forged host name never leads to another site', async () => {
    const { publicUrl } = server.platform.config;
    const { location } = (await call('GET', `/checkout-session/${await ownSubscription()}/redirect`, undefined, 'evil.example'))
      .headers;
    expect(location).toBe(`${publicUrl}/app/success`);
    const portal = await call('POST', '/customer-portal', {}, 'evil.example:3000');
    expect(portal.json()).toEqual({ url: `${publicUrl}/sandbox/portal` });
  });

  it('the id of another account’s subscription leads nowhere', async () => {
    const other = await createVerifiedAccount(server);
    const id = await subscribeInSandbox(server, other);
    expect((await call('GET', `/checkout-session/${id}/redirect`)).json()).toMatchObject({ code: 'BILLING.CHECKOUT_NOT_FOUND' });
  });

  async function ownSubscription(): Promise<string> {
    return String((await call('GET', '/me')).json().subscription_id);
  }
});
