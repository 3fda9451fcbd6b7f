import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeIn,
  createAccount,
  createVerifiedAccount,
  signIn,
  type TestAccount,
  uniqueEmail,
  waitForMail,
} from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { switchOnSecondFactor } from '../../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createKeyFinder } from '../../keys/keys.service.ts';

const HOUR = 3600 * 1000;

describe('a password reset', () => {
  let server: TestServer;
  const browse = () => openBrowser(server.app);
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const request = (email: string) => browse().call('POST', '/reset-password', { body: { email } });
  const setPassword = (code: string, chosen: string) =>
    browse().call('POST', '/new-password', { body: { password: chosen, password_code: code } });

  const resetTo = async ({ email }: TestAccount, chosen: string) => {
    await request(email);
    expect((await setPassword(codeIn(await waitForMail(server, email, /reset/i)), chosen)).status).toBe(200);
  };

  it('requesting a reset gets the same response for known and unknown addresses', async () => {
    const { email } = await createAccount(server);
    const known = await request(email);
    const unknown = await request(uniqueEmail());
    expect(known).toMatchObject({ status: 200, body: { msg: 'Check your email for a reset code.' } });
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body });
    expect(await request('no address')).toMatchObject({ status: 400, body: { msg: 'Email is invalid' } });
  });

  it('a reset code sets a new password once, ends every session, and signs nobody in', async () => {
    const account = await createVerifiedAccount(server);
    await request(account.email);
    const mail = await waitForMail(server, account.email, /reset/i);
    const code = codeIn(mail);
    expect(mail.text).toContain(`Your reset code:\n${code}`);
    expect(await setPassword(code, 'short')).toMatchObject({ status: 400, body: { msg: 'Password is too short' } });
    expect(await setPassword(code, account.email.slice(0, 40))).toMatchObject({ status: 400 });
    expect(await setPassword(code, 'brand new words')).toMatchObject({
      status: 200,
      body: { msg: 'Password changed successfully, now you can login' },
      setCookies: [],
    });
    expect(await setPassword(code, 'second new words')).toMatchObject({ status: 403, body: { msg: 'Unauthorized' } });
    expect((await account.browser.call('GET', '/me', { bearer: account.accessToken })).status).toBe(401);
    expect((await account.browser.call('POST', '/refresh', { bearer: account.refreshToken })).status).toBe(401);
    expect((await browse().call('POST', '/login', { body: { email: account.email, password: account.password } })).status).toBe(
      401,
    );
    const signedIn = await signIn(browse(), account.email, 'brand new words');
    expect((await signedIn.browser.call('GET', '/me', { bearer: signedIn.accessToken })).body).toMatchObject({ verified: true });
    const told = await waitForMail(server, account.email, /was changed/i);
    expect(told.text).toContain('all its sessions were signed out');
    expect(told.text).toContain('It had no API keys.');
  });

  it('a password reset revokes every API key unless the owner keeps them, and the mail says which', async () => {
    for (const [keep, isKept, sentence] of [
      [{}, false, 'Its API key was revoked'],
      [{ keep_keys: false }, false, 'Its API key was revoked'],
      [{ keep_keys: true }, true, 'Its API keys were not revoked'],
    ] as const) {
      const account = await createVerifiedAccount(server);
      const { body: key } = await account.browser.call('GET', '/create-api-key', { bearer: account.accessToken });
      await request(account.email);
      const password_code = codeIn(await waitForMail(server, account.email, /reset/i));
      const body = { password: 'brand new words', password_code, ...keep };
      expect((await browse().call('POST', '/new-password', { body })).status).toBe(200);
      expect((await createKeyFinder(server.platform)(String(key.api_key))) !== null).toBe(isKept);
      expect((await waitForMail(server, account.email, /was changed/i)).text).toContain(sentence);
    }
  });

  it('a password reset keeps the second factor and data of a verified account', async () => {
    const account = await createVerifiedAccount(server);
    const app = await switchOnSecondFactor(server, account);
    await account.browser.call('POST', '/update-profile', { bearer: account.accessToken, body: { fullName: 'Alba Norr' } });
    await resetTo(account, 'brand new words');
    const login = (code?: string) =>
      browse().call('POST', '/login', {
        body: { email: account.email, password: 'brand new words', ...(code === undefined ? {} : { code }) },
      });
    expect(await login()).toMatchObject({ status: 401, body: { code: 'TWO_FACTOR.CODE_REQUIRED' } });
    const { body } = await login(app.nextCode());
    const me = await browse().call('GET', '/me', { bearer: String(body.access_token) });
    expect(me.body).toMatchObject({ full_name: 'Alba Norr' });
  });

  it('a password reset empties an account that was never verified, and says so', async () => {
    const account = await createAccount(server);
    await account.browser.call('POST', '/update-profile', { bearer: account.accessToken, body: { fullName: 'Planted' } });
    await resetTo(account, 'brand new words');
    const { browser, accessToken } = await signIn(browse(), account.email, 'brand new words');
    const { body } = await browser.call('GET', '/me', { bearer: accessToken });
    expect(body).toMatchObject({ email: account.email, verified: true, is_trial: true, full_name: null });
    const told = await waitForMail(server, account.email, /was changed/i);
    expect(told.text).toContain('everything in the account was removed');
    expect((await browse().call('POST', '/resend-verification', { bearer: accessToken })).body.msg).toMatch(/already verified/);
  });

  it('an expired or unknown reset code, and a verification code, are refused', async () => {
    const account = await createAccount(server);
    const verification = codeIn(await waitForMail(server, account.email, /verify/i));
    expect((await setPassword(verification, 'brand new words')).status).toBe(403);
    expect((await setPassword('none-of-ours', 'brand new words')).status).toBe(403);
    await request(account.email);
    const code = codeIn(await waitForMail(server, account.email, /reset/i));
    server.clock.advance(HOUR);
    expect((await setPassword(code, 'brand new words')).status).toBe(403);
    expect((await browse().call('GET', `/verify/${code}`)).status).toBe(403);
  });

  it('of a hundred parallel uses of a reset code exactly one succeeds', async () => {
    const account = await createAccount(server);
    await request(account.email);
    const code = codeIn(await waitForMail(server, account.email, /reset/i));
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => setPassword(code, `brand new words ${index}`)));
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(99);
    await expect(signIn(browse(), account.email, `brand new words ${winners[0]}`)).resolves.toBeDefined();
  });

  it('no session of the old password survives a reset, however close a sign-in comes', async () => {
    const account = await createAccount(server);
    await request(account.email);
    const code = codeIn(await waitForMail(server, account.email, /reset/i));
    const { email, password } = account;
    const [changed, ...signIns] = await Promise.all([
      setPassword(code, 'brand new words'),
      ...Array.from({ length: 12 }, () => browse().call('POST', '/login', { body: { email, password } })),
    ]);
    expect(changed.status).toBe(200);
    for (const { body } of signIns)
      expect((await browse().call('GET', '/me', { bearer: String(body.access_token) })).status).toBe(401);
  });

  it('a newer reset code invalidates an older one', async () => {
    const account = await createAccount(server);
    await request(account.email);
    const older = codeIn(await waitForMail(server, account.email, /reset/i));
    await request(account.email);
    const newer = codeIn(await waitForMail(server, account.email, /reset/i, 1));
    expect((await setPassword(older, 'brand new words')).status).toBe(403);
    expect((await setPassword(newer, 'brand new words')).status).toBe(200);
  });

  it('reset codes have 256 bits and are stored only as hashes', async () => {
    const account = await createAccount(server);
    await request(account.email);
    const code = codeIn(await waitForMail(server, account.email, /reset/i));
    expect(Buffer.from(code, 'base64url')).toHaveLength(32);
    const { rows } = await server.database.execute(sql`select row_to_json(mailed_codes)::text as row from mailed_codes`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});
