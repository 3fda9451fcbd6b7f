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
import { createKeyHolder } from '../../../testing/key-holder.ts';
import { switchOnSecondFactor } from '../../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createKeyFinder } from '../../keys/keys.service.ts';

const next = 'another fine password';

describe('a password change', () => {
  let server: TestServer;
  const change = ({ browser, accessToken }: TestAccount, current: string, chosen = next, more: object = {}) => {
    const body = { current_password: current, new_password: chosen, ...more };
    return browser.call('POST', '/change-password', { bearer: accessToken, body });
  };
  const statusOf = async ({ browser, accessToken }: TestAccount) =>
    (await browser.call('GET', '/me', { bearer: accessToken })).status;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('a password change keeps this session, ends all others, and informs the owner', async () => {
    const account = await createAccount(server);
    const other = await signIn(openBrowser(server.app), account.email, account.password);
    expect((await change(account, account.password)).status).toBe(200);
    expect(await statusOf(account)).toBe(200);
    expect((await account.browser.call('POST', '/refresh', { bearer: account.refreshToken })).status).toBe(200);
    expect(await statusOf(other)).toBe(401);
    expect((await other.browser.call('POST', '/refresh', { bearer: other.refreshToken })).status).toBe(401);
    const mail = await waitForMail(server, account.email, /password was changed/);
    expect(mail.text).toContain('all its other sessions were signed out');
    expect(mail.text).toContain('Its API keys were not revoked');
    await expect(signIn(openBrowser(server.app), account.email, account.password)).rejects.toThrow('401');
    await expect(signIn(openBrowser(server.app), account.email, next)).resolves.toBeDefined();
  });

  it('a password change requires the current password', async () => {
    const account = await createAccount(server);
    expect(await change(account, 'not the password')).toMatchObject({
      status: 403,
      body: { code: 'AUTH.PASSWORD_WRONG', msg: 'The password is incorrect.' },
    });
    await expect(signIn(openBrowser(server.app), account.email, account.password)).resolves.toBeDefined();
  });

  it('a password change requires the second factor if it is on, and uses no code for an invalid password', async () => {
    const account = await createVerifiedAccount(server);
    const authenticator = await switchOnSecondFactor(server, account);
    const { password } = account;
    expect(await change(account, password)).toMatchObject({ status: 401, body: { code: 'TWO_FACTOR.CODE_REQUIRED' } });
    const code = authenticator.nextCode();
    expect(await change(account, password, 'password', { code })).toMatchObject({ body: { code: 'PASSWORD.TOO_COMMON' } });
    expect((await change(account, password, next, { code })).status).toBe(200);
    expect((await change(account, next, 'yet another password', { code })).body.code).toBe('TWO_FACTOR.CODE_WRONG');
  });

  it('a password change revokes the API keys only if requested', async () => {
    const { account, key } = await createKeyHolder(server);
    const stays = await change(account, account.password);
    expect(stays.body).not.toHaveProperty('revoked_keys');
    expect(await createKeyFinder(server.platform)(key)).not.toBeNull();
    const failed = await change(account, 'not the password', 'yet another password', { revoke_keys: true });
    expect(failed.status).toBe(403);
    expect(await createKeyFinder(server.platform)(key)).not.toBeNull();
    const goes = await change(account, next, 'yet another password', { revoke_keys: true });
    expect(goes).toMatchObject({ status: 200, body: { revoked_keys: 1 } });
    expect(goes.body.msg).toContain('your API keys are revoked');
    expect(await createKeyFinder(server.platform)(key)).toBeNull();
  });

  it.each([
    ['12345', 'PASSWORD.TOO_SHORT'],
    ['x'.repeat(41), 'PASSWORD.TOO_LONG'],
    ['password', 'PASSWORD.TOO_COMMON'],
  ])('a password cannot be changed to %j', async (chosen, code) => {
    const account = await createAccount(server);
    expect(await change(account, account.password, chosen)).toMatchObject({ status: 400, body: { code } });
  });

  it('of parallel password changes one succeeds', async () => {
    const account = await createAccount(server);
    const chosen = Array.from({ length: 8 }, (_, index) => `password number ${index}`);
    const answers = await Promise.all(chosen.map((password) => change(account, account.password, password)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'AUTH.PASSWORD_WRONG')).toHaveLength(7);
    const taken = chosen[answers.findIndex(({ status }) => status === 200)];
    await expect(signIn(openBrowser(server.app), account.email, taken ?? '')).resolves.toBeDefined();
  });

  it('a password change invalidates earlier mailed codes', async () => {
    const account = await createAccount(server);
    await openBrowser(server.app).call('POST', '/reset-password', { body: { email: account.email } });
    const reset = codeIn(await waitForMail(server, account.email, /reset/i));
    const moved = `moved-${account.email}`;
    const body = { password: account.password, new_email: moved };
    await account.browser.call('POST', '/change-email', { bearer: account.accessToken, body });
    const confirmation = codeIn(await waitForMail(server, moved, /confirm/i));
    await change(account, account.password);
    const stranger = openBrowser(server.app);
    const byReset = await stranger.call('POST', '/new-password', { body: { password: 'taken over', password_code: reset } });
    expect(byReset.status).toBe(403);
    const byMail = await stranger.call('POST', '/confirm-email', { body: { code: confirmation } });
    expect(byMail).toMatchObject({ status: 409, body: { code: 'VERIFICATION.EXPIRED' } });
  });
});
