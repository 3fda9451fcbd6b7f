import { getTwoFactor } from '@leadloom/shared/contract/account-settings';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount, waitForMail } from '../../../testing/accounts.ts';
import { fromBase32, startSecondFactor, switchOnSecondFactor } from '../../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

describe('the second factor', () => {
  let server: TestServer;
  const post = ({ browser, accessToken }: TestAccount, path: string, body: object = {}) =>
    browser.call('POST', `/two-factor${path}`, { bearer: accessToken, body });
  const status = async ({ browser, accessToken }: TestAccount) =>
    getTwoFactor.success.body.parse((await browser.call('GET', '/two-factor', { bearer: accessToken })).body);
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('the second factor is off until an authenticator’s code confirms it', async () => {
    const account = await createVerifiedAccount(server);
    expect(await status(account)).toEqual({ enabled: false, recovery_codes_left: 0 });
    expect(await post(account, '/enable', { code: '123456' })).toMatchObject({
      status: 409,
      body: { code: 'TWO_FACTOR.NOT_BEGUN' },
    });
    const { code, answer } = await startSecondFactor(server, account);
    expect(answer.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(answer.body.otpauth_url).toContain(`secret=${answer.body.secret}`);
    expect(answer.body.otpauth_url).toContain(encodeURIComponent(account.email));
    expect(await status(account)).toMatchObject({ enabled: false });
    const wrong = code() === '000000' ? '000001' : '000000';
    expect(await post(account, '/enable', { code: wrong })).toMatchObject({
      status: 403,
      body: { code: 'TWO_FACTOR.CODE_WRONG' },
    });
    const enabled = await post(account, '/enable', { code: code() });
    expect(enabled.status).toBe(200);
    expect(enabled.body.recovery_codes).toHaveLength(10);
    expect(await status(account)).toEqual({ enabled: true, recovery_codes_left: 10 });
    await waitForMail(server, account.email, /Two-factor sign-in is on/);
  });

  it('the secret is stored encrypted, and recovery codes as hashes', async () => {
    const account = await createVerifiedAccount(server);
    const { answer, code } = await startSecondFactor(server, account);
    const { body } = await post(account, '/enable', { code: code() });
    const accountId = await accountIdOf(server, account.email);
    const { rows } = await server.database.execute(
      sql`select accounts::text as account, (select string_agg(recovery_codes::text, ' ') from recovery_codes where account_id = ${accountId}) as codes
        from accounts where id = ${accountId}`,
    );
    const kept = JSON.stringify(rows).toLowerCase();
    expect(kept).not.toContain(fromBase32(String(answer.body.secret)).toString('hex'));
    expect(kept).not.toContain(String(answer.body.secret).toLowerCase());
    const codes = [body.recovery_codes ?? []].flat().map(String);
    expect(codes).toHaveLength(10);
    for (const shown of codes) expect(kept).not.toContain(shown.toLowerCase());
  });

  it('the setup can be started again until it is confirmed, and the newest secret counts', async () => {
    const account = await createVerifiedAccount(server);
    const older = await startSecondFactor(server, account);
    const newer = await startSecondFactor(server, account);
    expect((await post(account, '/enable', { code: older.code() })).status).toBe(403);
    expect((await post(account, '/enable', { code: newer.code() })).status).toBe(200);
    expect(await post(account, '/begin', { password: account.password })).toMatchObject({
      status: 409,
      body: { code: 'TWO_FACTOR.ALREADY_ON' },
    });
    expect((await post(account, '/enable', { code: newer.code(1) })).status).toBe(409);
  });

  it('of parallel confirmations one succeeds, with one set of recovery codes', async () => {
    const account = await createVerifiedAccount(server);
    const { code } = await startSecondFactor(server, account);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(account, '/enable', { code: code() })));
    expect(answers.filter(({ status: answered }) => answered === 200)).toHaveLength(1);
    expect((await status(account)).recovery_codes_left).toBe(10);
  });

  it('password and code disable the second factor, and its codes end', async () => {
    const account = await createVerifiedAccount(server);
    const app = await switchOnSecondFactor(server, account);
    const off = (code: string) => post(account, '/disable', { password: account.password, code });
    expect((await off(app.code() === '000000' ? '000001' : '000000')).status).toBe(403);
    expect(await off(app.nextCode())).toMatchObject({ status: 200, body: { msg: 'Two-factor sign-in is off.' } });
    expect(await status(account)).toEqual({ enabled: false, recovery_codes_left: 0 });
    await waitForMail(server, account.email, /Two-factor sign-in is off/);
    expect(await off(app.nextCode())).toMatchObject({ status: 409, body: { code: 'TWO_FACTOR.NOT_ON' } });
    const { rows } = await server.database.execute(
      sql`select totp_secret, totp_last_step from accounts where email = ${account.email}`,
    );
    expect(rows).toEqual([{ totp_secret: null, totp_last_step: null }]);
  });

  it('new recovery codes replace the old ones', async () => {
    const account = await createVerifiedAccount(server);
    const app = await switchOnSecondFactor(server, account);
    const [old = ''] = app.recoveryCodes;
    const renewed = await post(account, '/recovery-codes', { password: account.password, code: app.nextCode() });
    expect(renewed.body.recovery_codes).toHaveLength(10);
    await waitForMail(server, account.email, /New recovery codes/);
    expect(await post(account, '/disable', { password: account.password, code: old })).toMatchObject({ status: 403 });
    const other = await createVerifiedAccount(server);
    const without = await post(other, '/recovery-codes', { password: other.password, code: '123456' });
    expect(without).toMatchObject({ status: 409, body: { code: 'TWO_FACTOR.NOT_ON' } });
  });

  it('a recovery code is accepted once instead of the app’s', async () => {
    const account = await createVerifiedAccount(server);
    const { recoveryCodes } = await switchOnSecondFactor(server, account);
    const [code = ''] = recoveryCodes;
    const renew = () => post(account, '/recovery-codes', { password: account.password, code });
    expect((await renew()).status).toBe(200);
    expect((await renew()).status).toBe(403);
  });

  it('guesses in a session are stopped, and the account is not locked elsewhere', async () => {
    const account = await createVerifiedAccount(server);
    const app = await switchOnSecondFactor(server, account);
    const wrong =
      ['000000', '000001', '000002', '000003'].find((code) => ![-1, 0, 1].some((step) => app.code(step) === code)) ?? '';
    const guess = () => post(account, '/disable', { password: account.password, code: wrong });
    const answers = await Promise.all(Array.from({ length: 8 }, guess));
    expect(answers.filter(({ status: answered }) => answered === 403)).toHaveLength(5);
    expect(answers.filter(({ status: answered }) => answered === 429)).toHaveLength(3);
    const body = { email: account.email, password: account.password, code: app.nextCode() };
    expect((await account.browser.call('POST', '/login', { body })).status).toBe(200);
  });
});
