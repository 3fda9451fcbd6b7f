import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, signIn, type TestAccount } from '../../../testing/accounts.ts';
import { type Browser, openBrowser } from '../../../testing/browser.ts';
import { switchOnSecondFactor } from '../../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { MAX_DEVICES } from './devices.repository.ts';

describe('the devices of an account', () => {
  let server: TestServer;
  const browse = () => openBrowser(server.app);
  const countOf = async ({ email }: TestAccount) => {
    const { rows } = await server.database.execute(
      sql`select count(*)::int as found from devices join accounts on accounts.id = account_id
        where email = ${email} and devices.credential_epoch = accounts.credential_epoch`,
    );
    return Number(rows[0]?.found);
  };
  const deviceOf = (browser: Browser) => browser.cookies.get('leadloom_device')?.value ?? '';
  /** The day's guesses are used up, so only a valid device can still sign in. */
  const isInForce = async ({ email, password }: TestAccount, browser: Browser, code?: string) => {
    await server.database.execute(
      sql`insert into failed_attempts (account_id, kind, count) select id, 'password', 100 from accounts where email = ${email}
        on conflict (account_id, kind) do update set count = 100`,
    );
    const body = { email, password, ...(code === undefined ? {} : { code }) };
    const answer = await browser.call('POST', '/login', { body });
    expect([200, 429]).toContain(answer.status);
    return answer.status === 200;
  };
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('a browser is one device, however often it signs in', async () => {
    const account = await createVerifiedAccount(server);
    const [device, count] = [deviceOf(account.browser), await countOf(account)];
    expect([device.length > 40, count]).toEqual([true, 1]);
    for (let times = 0; times < 3; times += 1) await signIn(account.browser, account.email, account.password);
    expect(deviceOf(account.browser)).toBe(device);
    expect(await countOf(account)).toBe(1);
  });

  it(`an account has at most ${MAX_DEVICES} devices, and the one used longest ago is dropped`, async () => {
    const account = await createVerifiedAccount(server);
    const others: Browser[] = [];
    for (let times = 1; times < MAX_DEVICES; times += 1)
      others.push((await signIn(browse(), account.email, account.password)).browser);
    await signIn(account.browser, account.email, account.password);
    expect(await countOf(account)).toBe(MAX_DEVICES);
    await signIn(browse(), account.email, account.password);
    expect(await countOf(account)).toBe(MAX_DEVICES);
    const [oldest = browse(), next = browse()] = others;
    expect(await isInForce(account, oldest)).toBe(false);
    expect(await isInForce(account, next)).toBe(true);
    expect(await isInForce(account, account.browser)).toBe(true);
  });

  it('parallel sign-ins of many browsers do not exceed the limit of devices', async () => {
    const account = await createVerifiedAccount(server);
    await Promise.all(Array.from({ length: 2 * MAX_DEVICES }, () => signIn(browse(), account.email, account.password)));
    expect(await countOf(account)).toBe(MAX_DEVICES);
  });

  it('the database stores only hashes of devices', async () => {
    const { browser } = await createVerifiedAccount(server);
    const [name = ''] = deviceOf(browser).split('.');
    const { rows } = await server.database.execute(sql`select row_to_json(devices)::text as row from devices`);
    expect(name).toHaveLength(22);
    expect(JSON.stringify(rows)).not.toContain(name);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(name).toString('hex'));
  });

  it('a password change ends all devices except the one that made it', async () => {
    const account = await createVerifiedAccount(server);
    const other = (await signIn(browse(), account.email, account.password)).browser;
    const password = 'another fine password';
    const body = { current_password: account.password, new_password: password };
    expect((await account.browser.call('POST', '/change-password', { bearer: account.accessToken, body })).status).toBe(200);
    expect(await countOf(account)).toBe(1);
    expect(await isInForce({ ...account, password }, other)).toBe(false);
    expect(await isInForce({ ...account, password }, account.browser)).toBe(true);
  });

  it('a change by an unknown browser ends all devices', async () => {
    const account = await createVerifiedAccount(server);
    const body = { current_password: account.password, new_password: 'another fine password' };
    expect((await browse().call('POST', '/change-password', { bearer: account.accessToken, body })).status).toBe(200);
    expect(await countOf(account)).toBe(0);
  });

  it('every change of the second factor ends all devices except the one that made it', async () => {
    const account = await createVerifiedAccount(server);
    const post = (path: string, body: object) =>
      account.browser.call('POST', `/two-factor${path}`, { bearer: account.accessToken, body });
    const { password } = account;
    const signInElsewhere = async (code?: string) => {
      const browser = browse();
      const body = { email: account.email, password, ...(code === undefined ? {} : { code }) };
      expect((await browser.call('POST', '/login', { body })).status).toBe(200);
      expect(await countOf(account)).toBe(2);
    };
    await signInElsewhere();
    const app = await switchOnSecondFactor(server, account);
    expect(await countOf(account)).toBe(1);
    await signInElsewhere(app.nextCode());
    expect((await post('/recovery-codes', { password, code: app.nextCode() })).status).toBe(200);
    expect(await countOf(account)).toBe(1);
    await signInElsewhere(app.nextCode());
    expect((await post('/disable', { password, code: app.nextCode() })).status).toBe(200);
    expect(await countOf(account)).toBe(1);
    expect(await isInForce(account, account.browser)).toBe(true);
  });

  it('a device is recognised next to the cookie of an earlier version, which browsers send first', async () => {
    const account = await createVerifiedAccount(server);
    const earlier = `${'A'.repeat(22)}.${'B'.repeat(43)}`;
    for (const cookie of [`leadloom_device=${earlier}; leadloom_device=${deviceOf(account.browser)}`, 'leadloom_device=x']) {
      const { email, password } = account;
      const answer = await browse().call('POST', '/login', { body: { email, password }, headers: { cookie } });
      expect(answer.status).toBe(200);
    }
    expect(await countOf(account)).toBe(2);
  });

  it('a device belongs to its own account, even if two accounts share a browser', async () => {
    const [one, other] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const browser = browse();
    for (const [name, cookie] of one.browser.cookies) browser.cookies.set(name, cookie);
    expect(await isInForce(other, browser)).toBe(false);
    expect(await isInForce(one, browser)).toBe(true);
  });
});
