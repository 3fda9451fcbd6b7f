import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

describe('a request authenticated by cookie alone', () => {
  let server: TestServer;
  let account: TestAccount;
  const xsrfOf = ({ browser }: TestAccount): string => browser.cookies.get('XSRF-TOKEN')?.value ?? '';
  const resend = (headers: Record<string, string>) => account.browser.call('POST', '/resend-verification', { headers });
  beforeAll(async () => {
    server = await startTestServer();
    account = await createAccount(server);
  });
  afterAll(() => server.close());

  it('a request with only a cookie may read', async () => {
    expect(await account.browser.call('GET', '/me')).toMatchObject({ status: 200, body: { email: account.email } });
  });

  it('a request with a cookie may write with the token of its session', async () => {
    expect((await resend({ 'x-xsrf-token': xsrfOf(account) })).status).toBe(200);
    expect((await resend({ 'x-csrf-token': xsrfOf(account), 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('a request with a cookie may not write without a token, or with a wrong one or another session’s', async () => {
    const other = await createAccount(server);
    const wrong = [{}, { 'x-xsrf-token': '' }, { 'x-xsrf-token': 'A'.repeat(43) }, { 'x-xsrf-token': xsrfOf(other) }];
    for (const headers of wrong) {
      expect(await resend({ ...headers })).toMatchObject({
        status: 403,
        body: { msg: 'The XSRF token is missing or wrong.', code: 'AUTH.XSRF_REJECTED' },
      });
    }
  });

  it('a request with a cookie may not write with a token that another site set as a cookie', async () => {
    const victim = await createAccount(server);
    const attacker = await createAccount(server);
    victim.browser.cookies.set('XSRF-TOKEN', { value: xsrfOf(attacker), path: '/' });
    const forged = await victim.browser.call('POST', '/resend-verification', { headers: { 'x-xsrf-token': xsrfOf(attacker) } });
    expect(forged.status).toBe(403);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'not an origin' },
  ])('a request with a cookie may not write from elsewhere: %j', async (headers) => {
    expect((await resend({ 'x-xsrf-token': xsrfOf(account), ...headers })).status).toBe(403);
  });

  it('a request with a cookie may write from its own origin', async () => {
    const { publicUrl } = server.platform.config;
    expect((await resend({ 'x-xsrf-token': xsrfOf(account), origin: publicUrl })).status).toBe(200);
    const direct = { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' };
    expect((await resend({ 'x-xsrf-token': xsrfOf(account), ...direct })).status).toBe(200);
  });

  it.each([
    {},
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { referer: 'https://evil.example/' },
  ])('a GET with an effect is refused from elsewhere or an unknown origin: %j', async (headers) => {
    const answer = await account.browser.call('GET', '/table/reviews/export', { headers });
    expect(answer).toMatchObject({ status: 403, body: { code: 'AUTH.UNAUTHORIZED' } });
    expect(answer.body.msg).toContain('Links and other sites cannot do this.');
  });

  it('a GET with an effect is allowed from one of our pages', async () => {
    const { publicUrl } = server.platform.config;
    const direct = { referer: 'http://127.0.0.1:3000/app/', host: '127.0.0.1:3000' };
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: publicUrl }, { referer: `${publicUrl}/app/` }, direct])
      expect((await account.browser.call('GET', '/table/reviews/export', { headers })).status).toBe(200);
  });

  it('a cookie does not help a request with an invalid bearer token', async () => {
    expect((await account.browser.call('GET', '/me', { bearer: 'nonsense' })).status).toBe(401);
  });

  it('signing out with a cookie needs the token of its session, and changes nothing without', async () => {
    const leaving = await createAccount(server);
    expect((await leaving.browser.call('POST', '/logout')).status).toBe(403);
    expect((await leaving.browser.call('POST', '/logout', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await leaving.browser.call('GET', '/me')).status).toBe(200);
    const token = leaving.accessToken;
    expect((await leaving.browser.call('POST', '/logout', { headers: { 'x-xsrf-token': xsrfOf(leaving) } })).status).toBe(200);
    expect((await leaving.browser.call('GET', '/me', { bearer: token })).status).toBe(401);
    expect(leaving.browser.cookies.has('leadloom_session')).toBe(false);
  });
});

describe('a request with a bearer token', () => {
  it('a request with a bearer token needs no XSRF token', async () => {
    const server = await startTestServer();
    try {
      const account = await createAccount(server);
      const answer = await account.browser.call('POST', '/resend-verification', { bearer: account.accessToken });
      expect(answer.status).toBe(200);
    } finally {
      await server.close();
    }
  });
});
