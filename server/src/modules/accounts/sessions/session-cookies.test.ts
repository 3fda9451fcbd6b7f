import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount } from '../../../testing/accounts.ts';
import { type Browser, openBrowser } from '../../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

/** Not readable by another host of the domain, and not to be set by one. */
const HOST = '__Host-';

describe('cookies if the app is reached by https', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      environment: { PUBLIC_URL: 'https://leadloom.example', BILLING: 'off', TRUST_PROXY: 'loopback' },
    });
  });
  afterAll(() => server.close());

  /** As an earlier version named them. */
  function renameCookies(browser: Browser): void {
    for (const [name, { value }] of [...browser.cookies]) {
      if (!name.startsWith(HOST)) continue;
      browser.cookies.delete(name);
      browser.cookies.set(name.slice(HOST.length), { value, path: '/api/v1' });
    }
  }
  const download = (browser: Browser) => browser.call('GET', '/me');

  it('they are Secure and bound to the host, except the token that scripts read', async () => {
    const account = await createAccount(server);
    const { setCookies } = await account.browser.call('POST', '/refresh', { bearer: account.refreshToken });
    expect(setCookies.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-leadloom_session',
      '__Host-leadloom_access',
      'XSRF-TOKEN',
    ]);
    for (const cookie of setCookies) expect(cookie).toMatch(/; Path=\/;.*Secure/);
    for (const cookie of setCookies) expect(cookie).not.toContain('Domain');
    expect((await download(account.browser)).status).toBe(200);
    const names = [...account.browser.cookies.keys()];
    expect(names).toContain('__Host-leadloom_device');
    const passkey = await account.browser.call('POST', '/login/passkey/options');
    expect(passkey.setCookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-leadloom_passkey']);
  });

  it('a session and a known browser of before go on, and get the new names', async () => {
    const account = await createVerifiedAccount(server);
    const { browser, refreshToken, email, password } = account;
    renameCookies(browser);
    const refreshed = await browser.call('POST', '/refresh', { bearer: refreshToken });
    expect(refreshed.status).toBe(200);
    expect(browser.cookies.has('__Host-leadloom_session')).toBe(true);
    // Servers of the earlier version may run beside.
    expect(browser.cookies.has('leadloom_session')).toBe(true);
    expect((await download(browser)).status).toBe(200);
    expect((await browser.call('POST', '/login', { body: { email, password } })).status).toBe(200);
    const { rows } = await server.database.$client.query(
      'select count(*)::int as count from devices where account_id = (select id from accounts where email = $1)',
      [email],
    );
    expect(rows).toEqual([{ count: 1 }]);
    const out = await browser.call('POST', '/logout', { bearer: String(refreshed.body.access_token) });
    expect(out.status).toBe(200);
    expect([...browser.cookies.keys()].toSorted()).toEqual(['__Host-leadloom_device', 'leadloom_device']);
  });

  it('a cookie that another host of the domain set opens nothing, and does not replace the own one', async () => {
    const [own, other] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const planted = { value: other.browser.cookies.get('__Host-leadloom_access')?.value ?? '', path: '/api/v1' };
    const visitor = openBrowser(server.app);
    visitor.cookies.set('leadloom_access', planted);
    expect((await download(visitor)).status).toBe(401);
    own.browser.cookies.set('leadloom_access', planted);
    own.browser.cookies.set('leadloom_session', {
      value: other.browser.cookies.get('__Host-leadloom_session')?.value ?? '',
      path: '/api/v1',
    });
    expect((await download(own.browser)).body).toMatchObject({ email: own.email });
    expect((await own.browser.call('POST', '/refresh', { bearer: own.refreshToken })).status).toBe(200);
  });
});
