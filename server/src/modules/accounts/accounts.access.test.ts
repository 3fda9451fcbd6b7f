import { me, resendVerification } from '@leadloom/shared/contract/accounts';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIn, createAccount, createVerifiedAccount, waitForMail } from '../../testing/accounts.ts';
import { openBrowser } from '../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const sessionRows: readonly EndpointDefinition[] = [resendVerification, me];
const methodOf = (row: EndpointDefinition) => (row.method === 'GET' ? 'GET' : 'POST');

describe('access to accounts', () => {
  let server: TestServer;
  const browse = () => openBrowser(server.app);
  const meWith = (bearer: string) => browse().call('GET', '/me', { bearer });
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each(sessionRows)('$method $path refuses anything but an access token', async (row) => {
    const account = await createAccount(server);
    const [header = '', payload = ''] = account.accessToken.split('.');
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
    const wrong = ['nonsense', account.refreshToken, unsigned, `${header}.${payload}.${'A'.repeat(43)}`, 'a b'];
    for (const bearer of wrong) expect((await browse().call(methodOf(row), row.path, { bearer })).status).toBe(401);
  });

  it('an access token is refused as a refresh token', async () => {
    const account = await createAccount(server);
    expect((await account.browser.call('POST', '/refresh', { bearer: account.accessToken })).status).toBe(401);
    expect((await account.browser.call('GET', '/me', { bearer: account.accessToken })).status).toBe(200);
  });

  it('tokens of a server with another secret are refused', async () => {
    const foreign = await startTestServer();
    try {
      const { accessToken, refreshToken } = await createAccount(foreign);
      await createAccount(server);
      expect((await meWith(accessToken)).status).toBe(401);
      expect((await browse().call('POST', '/refresh', { bearer: refreshToken })).status).toBe(401);
    } finally {
      await foreign.close();
    }
  });

  it('an access token is refused after fifteen minutes', async () => {
    const account = await createAccount(server);
    server.clock.advance(15 * 60 * 1000 + 1000);
    expect(await meWith(account.accessToken)).toMatchObject({ status: 401, body: { code: 'AUTH.SESSION_EXPIRED' } });
  });

  it('signing out ends every token of the session at once', async () => {
    const account = await createAccount(server);
    await account.browser.call('POST', '/logout', { bearer: account.accessToken });
    expect((await meWith(account.accessToken)).status).toBe(401);
    expect((await account.browser.call('POST', '/refresh', { bearer: account.refreshToken })).status).toBe(401);
  });

  it('signing out does not affect other sessions of the account', async () => {
    const account = await createAccount(server);
    const other = openBrowser(server.app);
    const { body } = await other.call('POST', '/login', { body: { email: account.email, password: account.password } });
    await account.browser.call('POST', '/logout', { bearer: account.accessToken });
    expect((await other.call('GET', '/me', { bearer: String(body.access_token) })).status).toBe(200);
  });

  it('a password reset ends every session at once', async () => {
    const account = await createAccount(server);
    await browse().call('POST', '/reset-password', { body: { email: account.email } });
    const code = codeIn(await waitForMail(server, account.email, /reset/i));
    await browse().call('POST', '/new-password', { body: { password: 'brand new words', password_code: code } });
    expect((await meWith(account.accessToken)).status).toBe(401);
    expect((await account.browser.call('POST', '/refresh', { bearer: account.refreshToken })).status).toBe(401);
  });

  it('blocking an account ends all its sessions', async () => {
    const account = await createAccount(server);
    await server.database.execute(sql`update accounts set blocked_at = now() where email = ${account.email}`);
    expect((await meWith(account.accessToken)).status).toBe(401);
    expect((await account.browser.call('POST', '/refresh', { bearer: account.refreshToken })).status).toBe(401);
  });

  it('/me returns 404 for a deleted account, and all other endpoints return 401', async () => {
    const account = await createAccount(server);
    await server.database.execute(sql`delete from accounts where email = ${account.email}`);
    expect(await meWith(account.accessToken)).toMatchObject({ status: 404, body: { code: 'AUTH.ACCOUNT_NOT_FOUND' } });
    expect((await browse().call('POST', '/resend-verification', { bearer: account.accessToken })).status).toBe(401);
    expect((await account.browser.call('POST', '/refresh', { bearer: account.refreshToken })).status).toBe(401);
    expect((await account.browser.call('POST', '/logout', { bearer: account.accessToken })).status).toBe(200);
  });

  it('each account sees only itself', async () => {
    const [one, other] = [await createAccount(server), await createVerifiedAccount(server)];
    expect((await meWith(one.accessToken)).body).toMatchObject({ email: one.email, verified: false });
    expect((await meWith(other.accessToken)).body).toMatchObject({ email: other.email, verified: true });
    // The bearer token decides, whatever cookies come with it.
    const mixed = await other.browser.call('GET', '/me', { bearer: one.accessToken });
    expect(mixed.body).toMatchObject({ email: one.email });
  });

  it('malformed tokens never cause a 402 or 422', async () => {
    for (const bearer of ['', '.', '..', '{}', 'é'.normalize('NFD').charAt(0), 'eyJ', 'x'.repeat(9000)]) {
      expect((await meWith(bearer)).status).toBe(401);
      expect((await browse().call('POST', '/refresh', { bearer })).status).toBe(401);
    }
  });
});
