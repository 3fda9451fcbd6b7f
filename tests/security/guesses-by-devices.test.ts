import { buildApp } from '@leadloom/server/app';
import { codeIn, createVerifiedAccount, signIn, type TestAccount, waitForMail } from '@leadloom/server/testing/accounts';
import { type Browser, openBrowser } from '@leadloom/server/testing/browser';
import { type Authenticator, switchOnSecondFactor } from '@leadloom/server/testing/second-factor';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from './testing/security.fixture.ts';

type App = Awaited<ReturnType<typeof buildApp>>;

const COLLECTED = 12;
const PASSWORDS_A_DAY = 100;
const CODES_A_DAY = 20;

/** An attacker who knew the password for some time, signed in often and kept every cookie. */
describe('guesses from many devices', () => {
  let server: TestServer;
  let apps: App[] = [];
  const counts = { passwords: 0, 'of them judged': 0, codes: 0, 'of those judged': 0, restarts: 0, 'owners locked out': 0 };

  /** Another server on the same database without any memory, as after a restart. */
  async function restart(): Promise<App> {
    const app = await buildApp(server.platform);
    apps.push(app);
    await app.ready();
    counts.restarts += 1;
    return app;
  }

  async function collectDevices({ email, password }: TestAccount): Promise<Browser['cookies'][]> {
    const collected: Browser['cookies'][] = [];
    for (let times = 0; times < COLLECTED; times += 1)
      collected.push((await signIn(openBrowser(server.app), email, password)).browser.cookies);
    return collected;
  }

  /** From an address of its own, with the cookies of an earlier sign-in. */
  function openAs(app: App, cookies: Browser['cookies'] = new Map()): Browser {
    const browser = openBrowser(app);
    for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
    return browser;
  }

  /** @param app serves all of them; by default a server that is restarted now and then */
  async function guessPasswords(
    email: string,
    devices: readonly Browser['cookies'][],
    each: number,
    app?: App,
  ): Promise<number[]> {
    const statuses: number[] = [];
    let restarted: App = server.app;
    for (const [place, cookies] of devices.entries()) {
      if (app === undefined && place % 4 === 3) restarted = await restart();
      const browser = openAs(app ?? restarted, cookies);
      for (let times = 0; times < each; times += 1)
        statuses.push((await browser.call('POST', '/login', { body: { email, password: `guess ${place} ${times}` } })).status);
    }
    counts.passwords += statuses.length;
    counts['of them judged'] += statuses.filter((status) => status === 401).length;
    return statuses;
  }

  const wrongCode = (app: Authenticator) =>
    ['000000', '000001', '000002', '000003'].find((code) => ![-1, 0, 1].some((step) => app.code(step) === code)) ?? '';

  async function guessCodes(
    { email, password }: Pick<TestAccount, 'email' | 'password'>,
    authenticator: Authenticator,
    devices: readonly Browser['cookies'][],
  ): Promise<number[]> {
    const statuses: number[] = [];
    let app: App = server.app;
    for (const [place, cookies] of devices.entries()) {
      if (place % 3 === 0) app = await restart();
      const browser = openAs(app, cookies);
      const body = { email, password, code: wrongCode(authenticator) };
      for (let times = 0; times < 5; times += 1) statuses.push((await browser.call('POST', '/login', { body })).status);
      // The limit of a quarter of an hour outlives restarts, too.
      server.clock.advance(16 * 60_000);
    }
    counts.codes += statuses.length;
    counts['of those judged'] += statuses.filter((status) => status === 403).length;
    return statuses;
  }

  async function expectIn(what: Promise<unknown>): Promise<void> {
    await what.catch((error: unknown) => {
      counts['owners locked out'] += 1;
      throw error;
    });
  }

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    tell('guesses by devices', counts);
    await Promise.all(apps.map((app) => app.close()));
    apps = [];
    await server.close();
  });

  it('at most a hundred passwords a day can be guessed after a password change, also across restarts', async () => {
    const account = await createVerifiedAccount(server);
    const { email, browser, password } = account;
    const devices = await collectDevices(account);
    const own = await signIn(browser, email, password);
    const body = { current_password: password, new_password: 'known to the owner' };
    expect((await browser.call('POST', '/change-password', { bearer: own.accessToken, body })).status).toBe(200);

    const statuses = await guessPasswords(email, devices, 10);
    expect(statuses.filter((status) => status === 401)).toHaveLength(PASSWORDS_A_DAY);
    expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - PASSWORDS_A_DAY);

    const stranger = await openAs(server.app).call('POST', '/login', { body: { email, password: 'known to the owner' } });
    expect(stranger).toMatchObject({ status: 429, body: { code: 'RATE.LIMITED' } });
    const seconds = Number(stranger.headers['retry-after']);
    expect(seconds).toBeGreaterThan(23 * 3600);
    expect(seconds).toBeLessThanOrEqual(24 * 3600);
    await waitForMail(server, email, /Someone is guessing your Leadloom password/);
    await expectIn(signIn(openAs(server.app, browser.cookies), email, 'known to the owner'));

    await openAs(server.app).call('POST', '/reset-password', { body: { email } });
    const code = codeIn(await waitForMail(server, email, /reset/i));
    const chosen = { password: 'chosen after the flood', password_code: code };
    expect((await openAs(server.app).call('POST', '/new-password', { body: chosen })).status).toBe(200);
    await expectIn(signIn(openAs(server.app), email, 'chosen after the flood'));
  });

  it('at most twenty codes a day can be guessed once a second factor is on, also across restarts', async () => {
    const account = await createVerifiedAccount(server);
    const devices = await collectDevices(account);
    await signIn(account.browser, account.email, account.password);
    const authenticator = await switchOnSecondFactor(server, account);
    const statuses = await guessCodes(account, authenticator, devices);
    expect(statuses).toHaveLength(COLLECTED * 5);
    expect(statuses.filter((status) => status === 403)).toHaveLength(CODES_A_DAY);
    expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - CODES_A_DAY);
    const { email, password, browser } = account;
    const body = { email, password, code: authenticator.nextCode() };
    expect((await openAs(server.app).call('POST', '/login', { body })).status).toBe(429);
    const own = await openAs(server.app, browser.cookies).call('POST', '/login', { body });
    if (own.status !== 200) counts['owners locked out'] += 1;
    expect(own.status).toBe(200);
  });

  it('guesses make known devices lose their status, which then have the limits of other devices', async () => {
    const account = await createVerifiedAccount(server);
    const devices = await collectDevices(account);
    // Ten devices count; the two used longest ago are unknown again.
    const statuses: number[] = [];
    for (let rounds = 0; rounds < 3; rounds += 1) {
      statuses.push(...(await guessPasswords(account.email, devices, 10, server.app)));
      server.clock.advance(16 * 60_000);
    }
    expect(statuses).toHaveLength(COLLECTED * 30);
    const judged = statuses.filter((status) => status === 401).length;
    expect(judged).toBeGreaterThanOrEqual(PASSWORDS_A_DAY);
    // A hundred by devices, ten each by the two strangers beside them, and one more that ends each device.
    expect(judged).toBeLessThanOrEqual(PASSWORDS_A_DAY + 2 * 10 + 10);
    const { rows } = await server.database.$client.query(
      'select 1 from devices join accounts on accounts.id = account_id where email = $1',
      [account.email],
    );
    expect(rows).toEqual([]);
  });
});
