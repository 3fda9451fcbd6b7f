import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../http/app-error.ts';
import { createAttempts } from '../../../limits/attempts.ts';
import { createAccount, signIn, uniqueEmail } from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createThrottle, LOGIN_ACCOUNT_LIMIT, LOGIN_DEVICE_LIMIT, MAIL_LIMIT, RESET_LIMIT } from './throttle.ts';

describe('throttling', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const guess = (email: string, address: string, headers: Record<string, string> = {}) =>
    openBrowser(server.app, { address }).call('POST', '/login', { body: { email, password: 'a wrong guess' }, headers });
  const exhaust = async (email: string, address: string) => {
    for (let tries = 0; tries < LOGIN_ACCOUNT_LIMIT.max; tries += 1) expect((await guess(email, address)).status).toBe(401);
  };

  it('guesses at one account from one address are refused with the time to wait', async () => {
    const { email } = await createAccount(server);
    await exhaust(email, '192.0.2.1');
    const refused = await guess(email, '192.0.2.1');
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE.LIMITED' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    server.clock.advance(LOGIN_ACCOUNT_LIMIT.windowSeconds * 1000);
    expect((await guess(email, '192.0.2.1')).status).toBe(401);
  });

  it('guesses at unknown accounts are counted in the same way', async () => {
    const email = uniqueEmail();
    await exhaust(email, '192.0.2.2');
    expect((await guess(email, '192.0.2.2')).status).toBe(429);
  });

  it('another spelling of the address or forwarding headers do not avoid the limit', async () => {
    const { email } = await createAccount(server);
    await exhaust(email, '192.0.2.3');
    expect((await guess(email.toUpperCase(), '192.0.2.3')).status).toBe(429);
    expect((await guess(` ${email} `, '::ffff:192.0.2.3')).status).toBe(429);
    expect((await guess(email, '192.0.2.3', { 'x-forwarded-for': '198.51.100.9', 'x-real-ip': '198.51.100.9' })).status).toBe(
      429,
    );
  });

  it('parallel guesses are counted', async () => {
    const { email } = await createAccount(server);
    const answers = await Promise.all(Array.from({ length: 3 * LOGIN_ACCOUNT_LIMIT.max }, () => guess(email, '192.0.2.4')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(LOGIN_ACCOUNT_LIMIT.max);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * LOGIN_ACCOUNT_LIMIT.max);
  });

  it('an IPv6 network counts as one address', async () => {
    const { email } = await createAccount(server);
    for (let tries = 0; tries < LOGIN_ACCOUNT_LIMIT.max; tries += 1) await guess(email, `2001:db8:0:7::${tries + 1}`);
    expect((await guess(email, '2001:db8:0:7:ffff::1')).status).toBe(429);
    expect((await guess(email, '2001:db8:0:8::1')).status).toBe(401);
  });

  it('the owner is never locked out elsewhere, nor in a known browser', async () => {
    const { email, password, browser } = await createAccount(server);
    await exhaust(email, '192.0.2.5');
    await expect(signIn(openBrowser(server.app), email, password)).resolves.toBeDefined();
    await browser.call('POST', '/logout', { headers: { 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN')?.value ?? '' } });
    const sameAddress = openBrowser(server.app, { address: '192.0.2.5' });
    const stranger = await sameAddress.call('POST', '/login', { body: { email, password } });
    expect(stranger.status).toBe(429);
    for (const [name, cookie] of browser.cookies) sameAddress.cookies.set(name, cookie);
    await expect(signIn(sameAddress, email, password)).resolves.toBeDefined();
  });

  it('the cookie of a known browser only works for its own account, and guesses there are counted too', async () => {
    const [victim, attacker] = [await createAccount(server), await createAccount(server)];
    await exhaust(victim.email, '192.0.2.6');
    const browser = openBrowser(server.app, { address: '192.0.2.6' });
    for (const [name, cookie] of attacker.browser.cookies) browser.cookies.set(name, cookie);
    expect((await browser.call('POST', '/login', { body: { email: victim.email, password: 'a guess' } })).status).toBe(429);
    for (let tries = 0; tries < LOGIN_DEVICE_LIMIT.max; tries += 1) {
      const wrong = await attacker.browser.call('POST', '/login', { body: { email: attacker.email, password: 'a guess' } });
      expect(wrong.status).toBe(401);
    }
    const body = { email: attacker.email, password: attacker.password };
    expect((await attacker.browser.call('POST', '/login', { body })).status).toBe(429);
  });

  it('the correct password resets the count', async () => {
    const { email, password } = await createAccount(server);
    const address = '192.0.2.7';
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < LOGIN_ACCOUNT_LIMIT.max - 1; tries += 1) await guess(email, address);
      await expect(signIn(openBrowser(server.app, { address }), email, password)).resolves.toBeDefined();
    }
  });

  it('an unchecked attempt is not counted', async () => {
    const throttle = createThrottle(createAttempts(server.platform));
    const attempts = [
      () => throttle.takeLogin({ email: 'a@example.com', address: '192.0.2.8', device: null }),
      () => throttle.takeLogin({ email: 'a@example.com', address: '192.0.2.8', device: 'a browser' }),
      () => throttle.takePassword(1),
    ];
    for (const take of attempts) {
      for (let tries = 0; tries < 3 * LOGIN_ACCOUNT_LIMIT.max; tries += 1)
        await expect((await take()).judge(async () => Promise.reject(new AppError('SERVER.BUSY')))).rejects.toThrow('busy');
      for (let tries = 0; tries < LOGIN_ACCOUNT_LIMIT.max; tries += 1)
        expect(await (await take()).judge(async () => false)).toBe(false);
      await expect(take()).rejects.toThrow(AppError);
    }
  });

  it('reset requests are limited per address, and mails per account without notice', async () => {
    const { email } = await createAccount(server);
    const ask = (address: string, of: string) =>
      openBrowser(server.app, { address }).call('POST', '/reset-password', { body: { email: of } });
    for (let mails = 0; mails < MAIL_LIMIT.max + 3; mails += 1)
      expect((await ask(`192.0.2.${20 + mails}`, email)).status).toBe(200);
    const other = await createAccount(server);
    await ask('192.0.2.60', other.email);
    await expect
      .poll(() => server.mails.filter(({ to, subject }) => to === other.email && /reset/i.test(subject)).length)
      .toBe(1);
    expect(server.mails.filter(({ to, subject }) => to === email && /reset/i.test(subject))).toHaveLength(MAIL_LIMIT.max);
    const answers: number[] = [];
    // Fewer at once than may wait for their turn.
    while (answers.length < RESET_LIMIT.max) {
      const sent = Array.from({ length: 20 }, () => ask('192.0.2.61', uniqueEmail()));
      answers.push(...(await Promise.all(sent)).map(({ status }) => status));
    }
    answers.push((await ask('192.0.2.61', uniqueEmail())).status);
    expect(answers.filter((status) => status === 429)).toHaveLength(answers.length - RESET_LIMIT.max);
  });
});
