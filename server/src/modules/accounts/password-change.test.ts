import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIn, createAccount, signIn, type TestAccount, waitForMail } from '../../testing/accounts.ts';
import { openBrowser } from '../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const next = 'another fine password';

describe('a password change', () => {
  let server: TestServer;
  const change = ({ browser, accessToken }: TestAccount, current: string, chosen = next) =>
    browser.call('POST', '/change-password', { bearer: accessToken, body: { current_password: current, new_password: chosen } });
  const statusOf = async ({ browser, accessToken }: TestAccount) =>
    (await browser.call('GET', '/me', { bearer: accessToken })).status;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('leaves this session and ends every other, and tells the owner', async () => {
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

  it('needs the password in force', async () => {
    const account = await createAccount(server);
    expect(await change(account, 'not the password')).toMatchObject({
      status: 403,
      body: { code: 'AUTH.PASSWORD_WRONG', msg: 'The password is not right.' },
    });
    await expect(signIn(openBrowser(server.app), account.email, account.password)).resolves.toBeDefined();
  });

  it.each([
    ['12345', 'PASSWORD.TOO_SHORT'],
    ['x'.repeat(41), 'PASSWORD.TOO_LONG'],
    ['password', 'PASSWORD.TOO_COMMON'],
  ])('refuses %j', async (chosen, code) => {
    const account = await createAccount(server);
    expect(await change(account, account.password, chosen)).toMatchObject({ status: 400, body: { code } });
  });

  it('is one of those asked for at the same time', async () => {
    const account = await createAccount(server);
    const chosen = Array.from({ length: 8 }, (_, index) => `password number ${index}`);
    const answers = await Promise.all(chosen.map((password) => change(account, account.password, password)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'AUTH.PASSWORD_WRONG')).toHaveLength(7);
    const taken = chosen[answers.findIndex(({ status }) => status === 200)];
    await expect(signIn(openBrowser(server.app), account.email, taken ?? '')).resolves.toBeDefined();
  });

  it('ends the codes that were mailed before it', async () => {
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
