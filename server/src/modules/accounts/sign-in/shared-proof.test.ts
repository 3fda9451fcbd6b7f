import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, signIn, type TestAccount } from '../../../testing/accounts.ts';
import { type Answer, openBrowser } from '../../../testing/browser.ts';
import { createKeyHolder } from '../../../testing/key-holder.ts';
import { addPasskey } from '../../../testing/passkeys.ts';
import { fromBase32, switchOnSecondFactor } from '../../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { codeOfStep, stepAt } from '../two-factor/totp.ts';

const PROOF_SECONDS = 900;
const needed = { status: 403, body: { code: 'AUTH.PROOF_NEEDED' } };

describe('one confirmation of the password', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const post = ({ browser, accessToken }: TestAccount, path: string, body: object = {}) =>
    browser.call('POST', path, { bearer: accessToken, body });
  /** Access tokens expire with the proof, so the session is refreshed as a browser would. */
  async function renew(account: TestAccount): Promise<TestAccount> {
    const { status, body } = await account.browser.call('POST', '/refresh', { bearer: account.refreshToken });
    expect(status).toBe(200);
    return withTokens(account, body);
  }
  async function later(account: TestAccount, seconds = PROOF_SECONDS + 1): Promise<TestAccount> {
    server.clock.advance(seconds * 1000);
    return renew(account);
  }
  const prove = (account: TestAccount, code?: string) =>
    post(account, '/prove', { password: account.password, ...(code === undefined ? {} : { code }) });

  it('serves for everything that asks for the proof of the owner, and for no longer than 15 minutes', async () => {
    const account = await later(await createVerifiedAccount(server));
    expect(await post(account, '/two-factor/begin')).toMatchObject(needed);
    expect((await prove(account)).status).toBe(204);
    expect((await post(account, '/create-api-key')).status).toBe(200);
    await addPasskey(server, account);
    const begun = await post(account, '/two-factor/begin');
    expect(begun.status).toBe(200);
    const secret = fromBase32(String(begun.body.secret));
    const code = codeOfStep(secret, stepAt(server.clock.now()));
    expect((await post(account, '/two-factor/enable', { code })).status).toBe(200);
    const atTheEnd = await later(account, PROOF_SECONDS);
    expect((await post(atTheEnd, '/two-factor/recovery-codes')).status).toBe(200);
    const after = await later(atTheEnd, 1);
    expect(await post(after, '/two-factor/recovery-codes')).toMatchObject(needed);
    expect(await post(after, '/two-factor/disable')).toMatchObject(needed);
  });

  it('includes the second factor where it is on, and then turns it off', async () => {
    const account = await createVerifiedAccount(server);
    const authenticator = await switchOnSecondFactor(server, account);
    const current = await later(account);
    expect((await prove(current)).status).toBe(401);
    expect(await post(current, '/two-factor/disable')).toMatchObject(needed);
    expect((await prove(current, authenticator.nextCode())).status).toBe(204);
    expect((await post(current, '/two-factor/disable')).status).toBe(200);
  });

  it('does not serve another session of the account', async () => {
    const first = await createVerifiedAccount(server);
    const second = await signIn(openBrowser(server.app), first.email, first.password);
    const [here, there] = [await later(first), await renew(second)];
    expect((await prove(here)).status).toBe(204);
    expect(await post(there, '/two-factor/begin')).toMatchObject(needed);
    expect((await post(here, '/two-factor/begin')).status).toBe(200);
  });

  it('does not serve a session that signed in with the password alone, once the second factor is on', async () => {
    const first = await createVerifiedAccount(server);
    const second = await signIn(openBrowser(server.app), first.email, first.password);
    await switchOnSecondFactor(server, first);
    for (const path of ['/two-factor/disable', '/two-factor/recovery-codes', '/create-api-key'])
      expect(await post(second, path)).toMatchObject(needed);
    expect((await post(first, '/create-api-key')).status).toBe(200);
  });

  it('ends in other sessions when the second factor is turned off', async () => {
    const first = await createVerifiedAccount(server);
    const authenticator = await switchOnSecondFactor(server, first);
    const second = await signInWithCode(first, authenticator.nextCode());
    expect((await post(second, '/create-api-key')).status).toBe(200);
    expect((await post(first, '/two-factor/disable')).status).toBe(200);
    expect(await post(second, '/create-api-key')).toMatchObject(needed);
  });

  it('ends with a change of the password, also in the session of the change', async () => {
    const account = await createVerifiedAccount(server);
    const changed = 'another loom and weft';
    const body = { current_password: account.password, new_password: changed };
    expect((await post(account, '/change-password', body)).status).toBe(200);
    expect(await post(account, '/two-factor/begin')).toMatchObject(needed);
    expect((await prove({ ...account, password: changed })).status).toBe(204);
    expect((await post(account, '/two-factor/begin')).status).toBe(200);
  });

  it('ends with the session', async () => {
    const account = await createVerifiedAccount(server);
    expect((await post(account, '/logout')).status).toBe(200);
    const again = await signIn(account.browser, account.email, account.password);
    const current = await later(again);
    expect(await post(current, '/two-factor/begin')).toMatchObject(needed);
    expect((await post(account, '/two-factor/begin')).status).toBe(401);
  });

  it('is the same after a restart of the server: neither renewed nor lost', async () => {
    const account = await later(await createVerifiedAccount(server));
    expect((await prove(account)).status).toBe(204);
    const restarted = await startTestServer({ beside: server });
    const begin = ({ headers }: Pick<TestAccount, 'headers'>) =>
      restarted.app.inject({ method: 'POST', url: '/api/v1/two-factor/begin', headers, payload: {} });
    try {
      expect((await begin(account)).statusCode).toBe(200);
      const after = await later(account);
      expect((await begin(after)).json()).toMatchObject(needed.body);
    } finally {
      await restarted.close();
    }
  });

  it('does not serve what asks for the password itself: password, email and deletion', async () => {
    const account = await createVerifiedAccount(server);
    for (const [path, body] of [
      ['/change-password', { new_password: 'another loom and weft' }],
      ['/change-email', { new_email: 'elsewhere@example.com' }],
      ['/delete-account', {}],
    ] as const)
      expect((await post(account, path, body)).status).toBe(400);
  });

  it('serves no API key', async () => {
    const account = await createVerifiedAccount(server);
    const { key } = await createKeyHolder(server, account);
    const begun = await openBrowser(server.app).call('POST', '/two-factor/begin', { bearer: key, body: {} });
    expect(begun.status).toBe(403);
    expect(begun.body).toMatchObject({ code: 'AUTH.KEY_NOT_ACCEPTED' });
  });

  it('that was stored while the clock was ahead does not serve until that date', async () => {
    const account = await createVerifiedAccount(server);
    await server.database.$client.query(
      `update sessions set proved_at = $2 where account_id = (select id from accounts where email = $1)`,
      [account.email, new Date(server.clock.now().getTime() + 365 * 24 * 3600 * 1000)],
    );
    expect(await post(account, '/two-factor/begin')).toMatchObject(needed);
  });

  async function signInWithCode(account: TestAccount, code: string): Promise<TestAccount> {
    const browser = openBrowser(server.app);
    const { email, password } = account;
    const { body } = await browser.call('POST', '/login', { body: { email, password, code } });
    return withTokens({ ...account, browser }, body);
  }
});

function withTokens(account: TestAccount, body: Answer['body']): TestAccount {
  const accessToken = String(body.access_token);
  const refreshToken = String(body.refresh_token);
  return { ...account, accessToken, refreshToken, headers: { authorization: `Bearer ${accessToken}` } };
}
