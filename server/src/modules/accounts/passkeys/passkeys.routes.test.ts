import { PASSKEY_LIMIT } from '@leadloom/shared/contract/passkeys';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeIn,
  createAccount,
  createVerifiedAccount,
  signIn,
  type TestAccount,
  waitForMail,
} from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { addPasskey, offerPasskey, signInByPasskey } from '../../../testing/passkeys.ts';
import { switchOnSecondFactor } from '../../../testing/second-factor.ts';
import { createSoftwareAuthenticator } from '../../../testing/software-authenticator.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const MINUTE = 60_000;
const OPERATOR = 'operator@example.com';

describe('passkeys', () => {
  let server: TestServer;
  const origin = () => server.platform.config.publicUrl;
  const browse = () => openBrowser(server.app);
  const list = async ({ browser, accessToken }: TestAccount) =>
    (await browser.call('GET', '/passkeys', { bearer: accessToken })).body;
  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATORS: OPERATOR, PROOF_SECONDS: '300' } });
  });
  afterAll(() => server.close());

  it('a passkey is added, listed, told to the owner, renamed and removed', async () => {
    const account = await createVerifiedAccount(server);
    expect(await list(account)).toEqual({ data: [], total: 0 });
    const { id } = await addPasskey(server, account, '  Work laptop ');
    expect(await list(account)).toEqual({
      data: [{ id, name: 'Work laptop', created_at: expect.any(String), last_used_at: null }],
      total: 1,
    });
    expect((await waitForMail(server, account.email, /passkey was added/)).text).toContain('“Work laptop”');
    const { browser, accessToken: bearer } = account;
    const renamed = await browser.call('PATCH', `/passkeys/${id}`, { bearer, body: { name: 'Old laptop' } });
    expect(renamed).toMatchObject({ status: 200, body: { id, name: 'Old laptop' } });
    expect((await browser.call('DELETE', `/passkeys/${id}`, { bearer })).status).toBe(204);
    expect(await list(account)).toEqual({ data: [], total: 0 });
    expect((await waitForMail(server, account.email, /passkey was removed/)).text).toContain('“Old laptop”');
    expect((await browser.call('DELETE', `/passkeys/${id}`, { bearer })).status).toBe(404);
  });

  it('a passkey signs in without email, password and code, in any browser, and is a known device afterwards', async () => {
    const account = await createVerifiedAccount(server);
    await switchOnSecondFactor(server, account);
    const { authenticator } = await addPasskey(server, account);
    const browser = browse();
    const answer = await signInByPasskey(browser, authenticator);
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Authenticated' } });
    const bearer = String(answer.body.access_token);
    expect((await browser.call('GET', '/me', { bearer })).body).toMatchObject({ email: account.email });
    expect(browser.cookies.has('leadloom_device')).toBe(true);
    expect((await browser.call('POST', '/refresh', { bearer: String(answer.body.refresh_token) })).status).toBe(200);
    expect((await list(account)).data).toMatchObject([{ last_used_at: expect.any(String) }]);
    // Signing in is a proof of the owner.
    expect((await browser.call('GET', '/create-api-key', { bearer })).status).toBe(200);
  });

  it('the challenge of a sign-in says nothing about accounts', async () => {
    const { body } = await browse().call('POST', '/login/passkey/options');
    expect(body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 5 * MINUTE,
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'required',
    });
  });

  it('the authenticator must verify the person and keep the account itself', async () => {
    const account = await createVerifiedAccount(server);
    const { id: known, authenticator } = await addPasskey(server, account);
    expect(known).toBeTypeOf('string');
    const { body } = await account.browser.call('POST', '/passkeys/options', { bearer: account.accessToken });
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Leadloom' },
      user: { name: account.email },
      excludeCredentials: [{ id: authenticator.credentialId, type: 'public-key', transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    // Random bytes, which say nothing of the account.
    expect(body.user).toMatchObject({ id: expect.stringMatching(/^[\w-]{43}$/) });
  });

  it('only a session with a recent proof adds and removes passkeys, and a passkey is such a proof', async () => {
    const account = await createVerifiedAccount(server);
    const { id, authenticator } = await addPasskey(server, account);
    server.clock.advance(6 * MINUTE);
    const { browser, accessToken: bearer } = account;
    const needed = { status: 403, body: { code: 'AUTH.PROOF_NEEDED' } };
    expect(await browser.call('POST', '/passkeys/options', { bearer })).toMatchObject(needed);
    expect(await browser.call('DELETE', `/passkeys/${id}`, { bearer })).toMatchObject(needed);
    const begun = await browser.call('POST', '/prove/passkey/options', { bearer });
    expect(begun.body.allowCredentials).toMatchObject([{ id: authenticator.credentialId }]);
    const credential = authenticator.get(begun.body, { userHandle: null });
    expect((await browser.call('POST', '/prove/passkey', { bearer, body: { credential } })).status).toBe(204);
    expect((await browser.call('DELETE', `/passkeys/${id}`, { bearer })).status).toBe(204);
  });

  it("another account's passkey is neither a proof nor changed", async () => {
    const [one, other] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const { id, authenticator } = await addPasskey(server, one);
    const { browser, accessToken: bearer } = other;
    const begun = await browser.call('POST', '/prove/passkey/options', { bearer });
    const body = { credential: authenticator.get(begun.body) };
    expect(await browser.call('POST', '/prove/passkey', { bearer, body })).toMatchObject({ body: { code: 'PASSKEY.REFUSED' } });
    expect((await browser.call('PATCH', `/passkeys/${id}`, { bearer, body: { name: 'Mine' } })).status).toBe(404);
    expect((await browser.call('DELETE', `/passkeys/${id}`, { bearer })).status).toBe(404);
    expect((await list(one)).data).toMatchObject([{ name: 'Laptop' }]);
  });

  it('an unverified account cannot add one', async () => {
    const { browser, accessToken: bearer } = await createAccount(server);
    expect((await browser.call('POST', '/passkeys/options', { bearer })).body.code).toBe('AUTH.NOT_VERIFIED');
  });

  it('an account has at most twenty, even if the last ones are added at once, and each authenticator once', async () => {
    const account = await createVerifiedAccount(server);
    const twice = await addPasskey(server, account);
    expect((await offerPasskey(account, twice.authenticator)).body.code).toBe('PASSKEY.KNOWN');
    for (let held = 1; held < PASSKEY_LIMIT - 1; held += 1) await addPasskey(server, account);
    const offers = await Promise.all([1, 2, 3].map(() => offerPasskey(account, createSoftwareAuthenticator(origin()))));
    expect(offers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await list(account)).total).toBe(PASSKEY_LIMIT);
    expect((await offerPasskey(account, createSoftwareAuthenticator(origin()))).body.code).toBe('PASSKEY.LIMIT_REACHED');
  });

  it('removing a passkey ends the sessions it opened, except the one that removes it', async () => {
    const account = await createVerifiedAccount(server);
    const { id, authenticator } = await addPasskey(server, account);
    const [here, there] = [browse(), browse()];
    const bearer = String((await signInByPasskey(here, authenticator)).body.access_token);
    const stolen = String((await signInByPasskey(there, authenticator)).body.access_token);
    expect((await here.call('DELETE', `/passkeys/${id}`, { bearer })).status).toBe(204);
    expect((await here.call('GET', '/me', { bearer })).status).toBe(200);
    expect((await there.call('GET', '/me', { bearer: stolen })).status).toBe(401);
    expect((await account.browser.call('GET', '/me', { bearer: account.accessToken })).status).toBe(200);
    expect((await signInByPasskey(there, authenticator)).body.code).toBe('PASSKEY.REFUSED');
  });

  it('a password change keeps passkeys, and a reset by mail removes them', async () => {
    const account = await createVerifiedAccount(server);
    const { authenticator } = await addPasskey(server, account);
    const body = { current_password: account.password, new_password: 'another-password-1' };
    expect((await account.browser.call('POST', '/change-password', { bearer: account.accessToken, body })).status).toBe(200);
    const browser = browse();
    expect((await signInByPasskey(browser, authenticator)).status).toBe(200);
    await browser.call('POST', '/reset-password', { body: { email: account.email } });
    const code = codeIn(await waitForMail(server, account.email, /reset/i));
    await browser.call('POST', '/new-password', { body: { password: 'another-password-2', password_code: code } });
    expect((await signInByPasskey(browser, authenticator)).body.code).toBe('PASSKEY.REFUSED');
    expect(await list(await signIn(browser, account.email, 'another-password-2'))).toEqual({ data: [], total: 0 });
  });

  it('a deleted account takes its passkeys with it', async () => {
    const account = await createVerifiedAccount(server);
    const { authenticator } = await addPasskey(server, account);
    const { browser, accessToken: bearer, password } = account;
    expect((await browser.call('POST', '/delete-account', { bearer, body: { password } })).status).toBe(200);
    expect((await signInByPasskey(browser, authenticator)).body.code).toBe('PASSKEY.REFUSED');
  });

  it('a blocked account is unauthorized, with its passkey too', async () => {
    const account = await createVerifiedAccount(server);
    const { authenticator } = await addPasskey(server, account);
    await server.database.execute(sql`update accounts set blocked_at = now() where email = ${account.email}`);
    expect(await signInByPasskey(browse(), authenticator)).toMatchObject({ status: 403, body: { code: 'AUTH.UNAUTHORIZED' } });
  });

  it('a passkey opens the console, and the password alone does not', async () => {
    const account = await createVerifiedAccount(server, OPERATOR);
    const { id, authenticator } = await addPasskey(server, account);
    const console = (bearer: string) => account.browser.call('GET', '/operator/invites', { bearer });
    expect((await console(account.accessToken)).status).toBe(404);
    const browser = browse();
    const bearer = String((await signInByPasskey(browser, authenticator)).body.access_token);
    expect((await console(bearer)).status).toBe(200);
    expect((await browser.call('DELETE', `/passkeys/${id}`, { bearer })).status).toBe(204);
    expect((await console(bearer)).status).toBe(404);
  });

  it('expired challenges are cleaned up', async () => {
    await browse().call('POST', '/login/passkey/options');
    server.clock.advance(6 * MINUTE);
    const fresh = await startTestServer({ beside: server, app: { cleanUpDelay: 0 } });
    await expect.poll(async () => (await server.database.execute(sql`select 1 from passkey_challenges`)).rows.length).toBe(0);
    await fresh.close();
  });
});

describe('passkeys at an address without a name', () => {
  it.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://leads.example'])('%s has none', async (PUBLIC_URL) => {
    const server = await startTestServer({ environment: { PUBLIC_URL } });
    const account = await createVerifiedAccount(server);
    const refused = { status: 409, body: { code: 'PASSKEY.UNAVAILABLE' } };
    expect(await account.browser.call('POST', '/login/passkey/options')).toMatchObject(refused);
    expect(await account.browser.call('POST', '/passkeys/options', { bearer: account.accessToken })).toMatchObject(refused);
    await server.close();
  });
});
