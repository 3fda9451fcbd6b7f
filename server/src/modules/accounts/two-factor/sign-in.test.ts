import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount, type TestAccount, uniqueEmail, waitForMail } from '../../../testing/accounts.ts';
import { type Browser, openBrowser } from '../../../testing/browser.ts';
import { type Authenticator, switchOnSecondFactor } from '../../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { CODE_DAY_LIMIT, CODE_LIMIT } from '../sign-in/throttle.ts';

const MINUTE = 60_000;

describe('signing in with a second factor', () => {
  let server: TestServer;
  const browse = () => openBrowser(server.app);
  const login = ({ email, password }: Pick<TestAccount, 'email' | 'password'>, code?: string, browser: Browser = browse()) =>
    browser.call('POST', '/login', { body: { email, password, ...(code === undefined ? {} : { code }) } });
  const open = async () => {
    const account = await createVerifiedAccount(server);
    return { account, app: await switchOnSecondFactor(server, account) };
  };
  const wrongCode = (app: Authenticator) =>
    ['000000', '000001', '000002', '000003'].find((code) => ![-1, 0, 1].some((step) => app.code(step) === code)) ?? '';
  const statuses = async (calls: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status);
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('signing in with a second factor requires the password and then the code, and grants nothing before both', async () => {
    const { account, app } = await open();
    const asked = await login(account);
    expect(asked).toMatchObject({ status: 401, body: { code: 'TWO_FACTOR.CODE_REQUIRED' }, setCookies: [] });
    expect(asked.body).not.toHaveProperty('access_token');
    const wrong = await login(account, wrongCode(app));
    expect(wrong).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR.CODE_WRONG' }, setCookies: [] });
    const right = await login(account, app.nextCode());
    expect(right).toMatchObject({ status: 200, body: { msg: 'Authenticated' } });
    expect((await browse().call('GET', '/me', { bearer: String(right.body.access_token) })).status).toBe(200);
  });

  it('the second factor is not revealed to anyone who does not know the password', async () => {
    const { account, app } = await open();
    const wrong = { email: account.email, password: 'not the password' };
    const answers = [await login(wrong), await login(wrong, app.nextCode()), await login(wrong, wrongCode(app))];
    const unknown = await login({ email: uniqueEmail(), password: 'not the password' }, '123456');
    for (const answer of answers) expect({ ...answer.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    expect(unknown).toMatchObject({ status: 401, body: { code: 'AUTH.BAD_CREDENTIALS' } });
  });

  it('an account without a second factor needs no code, and ignores one that is sent', async () => {
    const account = await createAccount(server);
    expect((await login(account)).status).toBe(200);
    expect((await login(account, '123456')).status).toBe(200);
  });

  it('a code works once, in its time step and the adjacent ones', async () => {
    const { account, app } = await open();
    const code = app.nextCode();
    expect((await login(account, code)).status).toBe(200);
    expect((await login(account, code)).status).toBe(403);
    expect((await login(account, app.code(-1))).status).toBe(403);
    expect((await login(account, app.code(1))).status).toBe(200);
    expect((await login(account, app.code(2))).status).toBe(403);
  });

  it('the code that enabled the second factor does not work again', async () => {
    const { account, app } = await open();
    expect((await login(account, app.code())).status).toBe(403);
  });

  it('of parallel sign-ins with the same code one succeeds', async () => {
    const { account, app } = await open();
    const code = app.nextCode();
    const answers = await statuses(Array.from({ length: CODE_LIMIT.max }, () => login(account, code)));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 403)).toHaveLength(CODE_LIMIT.max - 1);
  });

  it('a recovery code works once, even with parallel uses, however it is typed', async () => {
    const { account, app } = await open();
    const [first = '', second = ''] = app.recoveryCodes;
    const typed = first.toLowerCase().replaceAll('-', ' ');
    const answers = await statuses(Array.from({ length: CODE_LIMIT.max }, () => login(account, typed)));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    server.clock.advance(16 * MINUTE);
    expect((await login(account, first)).status).toBe(403);
    expect((await login(account, second)).status).toBe(200);
  });

  it('codes of another account are refused', async () => {
    const [one, other] = [await open(), await open()];
    expect((await login(one.account, other.app.nextCode())).status).toBe(403);
    expect((await login(one.account, other.app.recoveryCodes[0])).status).toBe(403);
  });

  it('guesses at the code are stopped from any number of addresses, and the owner is warned once', async () => {
    const { account, app } = await open();
    const guesses = await statuses(Array.from({ length: 40 }, () => login(account, wrongCode(app))));
    expect(guesses.filter((status) => status === 403)).toHaveLength(CODE_LIMIT.max);
    expect(guesses.filter((status) => status === 429)).toHaveLength(40 - CODE_LIMIT.max);
    await waitForMail(server, account.email, /Someone knows your Leadloom password/);
    expect((await login(account, app.nextCode())).status).toBe(429);
    for (let round = 0; round < 10; round += 1) {
      server.clock.advance(16 * MINUTE);
      guesses.push(...(await statuses(Array.from({ length: 6 }, () => login(account, wrongCode(app))))));
    }
    expect(guesses.filter((status) => status === 403)).toHaveLength(CODE_DAY_LIMIT.max);
    expect(server.mails.filter(({ to, subject }) => to === account.email && /Someone knows/.test(subject))).toHaveLength(1);
  });

  it('guesses do not lock the owner out of a known browser', async () => {
    const { account, app } = await open();
    await statuses(Array.from({ length: 10 }, () => login(account, wrongCode(app))));
    expect((await login(account, app.nextCode())).status).toBe(429);
    expect((await login(account, app.nextCode(), account.browser)).status).toBe(200);
  });

  it('after the server’s secret was replaced, only recovery codes work', async () => {
    const { account, app } = await open();
    await server.database.execute(
      sql`update accounts set totp_secret = decode(repeat('00', 48), 'hex') where email = ${account.email}`,
    );
    expect((await login(account, app.nextCode())).status).toBe(403);
    expect((await login(account, app.recoveryCodes[3])).status).toBe(200);
  });
});
