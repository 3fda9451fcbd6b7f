import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIn, createAccount, createVerifiedAccount, signIn, uniqueEmail, waitForMail } from '../../testing/accounts.ts';
import { openBrowser } from '../../testing/browser.ts';
import { startTestServer, TEST_HASH_PARAMETERS, type TestServer } from '../../testing/test-server.ts';

const HOUR = 3600 * 1000;
const password = 'a fine password';

describe('accounts', () => {
  let server: TestServer;
  const browse = () => openBrowser(server.app);
  const register = (email: string, chosen = password) =>
    browse().call('POST', '/register', { body: { email, password: chosen } });
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  describe('registration', () => {
    it('registering returns a message and mails a link with the configured address', async () => {
      const email = uniqueEmail();
      const answer = await browse().call('POST', '/register', {
        body: { email, password },
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ msg: 'Check your email to verify your account.' });
      const mail = await waitForMail(server, email, /verify/i);
      expect(mail.text).toContain(`${server.platform.config.publicUrl}/app/verify/${codeIn(mail)}`);
      expect(mail.html).toContain(`href="${server.platform.config.publicUrl}/app/verify/${codeIn(mail)}"`);
      expect(`${mail.text}${mail.html}`).not.toContain('evil.example');
    });

    it('registering ignores case and surrounding spaces of the address', async () => {
      const email = uniqueEmail();
      expect((await register(` ${email.toUpperCase()} `)).status).toBe(200);
      expect((await signIn(browse(), email, password)).email).toBe(email);
    });

    it('registering a known address gets the same response, changes nothing, and informs its owner', async () => {
      const known = await createAccount(server);
      const fresh = await register(uniqueEmail());
      const again = await register(known.email.toUpperCase(), 'another password');
      expect({ status: again.status, body: again.body }).toEqual({ status: fresh.status, body: fresh.body });
      const mail = await waitForMail(server, known.email, /already have/i);
      expect(mail.text).toContain('/app/login');
      expect(mail.text).toContain('/app/reset-password');
      expect(mail.text).not.toMatch(/verify|new-password/);
      await expect(signIn(browse(), known.email, known.password)).resolves.toBeDefined();
      const other = await browse().call('POST', '/login', { body: { email: known.email, password: 'another password' } });
      expect(other.status).toBe(401);
    });

    it('parallel registrations of one address create one account', async () => {
      const email = uniqueEmail();
      const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => register(email, `password no ${index}`)));
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
      const { rows } = await server.database.execute(sql`select count(*)::int as found from accounts where email = ${email}`);
      expect(rows).toEqual([{ found: 1 }]);
    });

    it.each([
      ['no-at-sign', 'Email is invalid'],
      ['', 'Email is invalid'],
      ['two@@example.com', 'Email is invalid'],
      ['somebody@mailinator.com', 'Email is invalid'],
      ['somebody@example.com\nBcc: other@example.com', 'Email is invalid'],
    ])('the address %j cannot be registered', async (email, msg) => {
      expect(await register(email)).toMatchObject({ status: 400, body: { msg, message: msg, code: 'EMAIL.INVALID' } });
    });

    it.each([
      ['12345', 'Password is too short'],
      ['x'.repeat(41), 'Password is too long'],
      ['😀'.repeat(41), 'Password is too long'],
      ['Password', 'This password is too common. Please choose another one.'],
    ])('the password %j cannot be registered', async (chosen, msg) => {
      expect(await register(uniqueEmail(), chosen)).toMatchObject({ status: 400, body: { msg } });
    });

    it.each(['sixsix', 'x'.repeat(40), '😀'.repeat(40), 'пароль из букв'])(
      'the password %j can be registered',
      async (chosen) => {
        const email = uniqueEmail();
        expect((await register(email, chosen)).status).toBe(200);
        await expect(signIn(browse(), email, chosen)).resolves.toBeDefined();
        expect(
          (await browse().call('POST', '/login', { body: { email, password: [...chosen].slice(0, -1).join('') } })).status,
        ).toBe(401);
      },
    );

    it('registration refuses undeclared fields', async () => {
      const body = { email: uniqueEmail(), password, verified: true, is_trial: true, id: 1 };
      expect((await browse().call('POST', '/register', { body })).status).toBe(400);
    });
  });

  describe('sign-in', () => {
    it('signing in returns both tokens and sets the session’s cookies', async () => {
      const { email, password: right } = await createAccount(server);
      const answer = await browse().call('POST', '/login', { body: { email: ` ${email.toUpperCase()}`, password: right } });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ access_token: expect.any(String), refresh_token: expect.any(String), msg: 'Authenticated' });
      expect(answer.headers['cache-control']).toBe('no-store');
      const cookie = (name: string) => answer.setCookies.find((text) => text.startsWith(`${name}=`));
      expect(cookie('leadloom_session')).toMatch(/Path=\/api\/v1; HttpOnly; SameSite=Lax/);
      expect(cookie('leadloom_access')).toMatch(/Path=\/api\/v1; HttpOnly; SameSite=Strict/);
      expect(cookie('XSRF-TOKEN')).toMatch(/Path=\/; SameSite=Lax/);
      expect(cookie('XSRF-TOKEN')).not.toContain('HttpOnly');
      expect(answer.setCookies.join()).not.toContain('Secure');
    });

    it('a wrong password and an unknown address get the same response', async () => {
      const { email } = await createAccount(server);
      const wrong = await browse().call('POST', '/login', { body: { email, password: 'not the one' } });
      const unknown = await browse().call('POST', '/login', { body: { email: uniqueEmail(), password: 'not the one' } });
      const invalid = await browse().call('POST', '/login', { body: { email: 'no address', password: 'not the one' } });
      expect(wrong).toMatchObject({ status: 401, body: { msg: 'Bad username or password' } });
      for (const other of [unknown, invalid]) {
        expect({ ...other.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' });
        expect(other.status).toBe(wrong.status);
      }
    });

    it('a blocked account cannot sign in, and only people who know the password are told', async () => {
      const { email, password: right } = await createAccount(server);
      await server.database.execute(sql`update accounts set blocked_at = now() where email = ${email}`);
      expect(await browse().call('POST', '/login', { body: { email, password: right } })).toMatchObject({
        status: 403,
        body: { msg: 'Unauthorized' },
      });
      expect((await browse().call('POST', '/login', { body: { email, password: 'not the one' } })).status).toBe(401);
    });

    it('signing in renews an outdated hash if the password is correct', async () => {
      const { email, password: right } = await createAccount(server);
      const { hash } = await import('@node-rs/argon2');
      const { memoryCost } = TEST_HASH_PARAMETERS;
      const weak = await hash(right, { ...TEST_HASH_PARAMETERS, memoryCost: memoryCost / 2 });
      const storedHash = async () => {
        const { rows } = await server.database.execute(sql`select password_hash from accounts where email = ${email}`);
        return rows[0]?.password_hash;
      };
      await server.database.execute(sql`update accounts set password_hash = ${weak} where email = ${email}`);
      await browse().call('POST', '/login', { body: { email, password: 'not the one' } });
      expect(await storedHash()).toBe(weak);
      await signIn(browse(), email, right);
      expect(await storedHash()).toContain(`$argon2id$v=19$m=${memoryCost},t=1,p=1$`);
      await expect(signIn(browse(), email, right)).resolves.toBeDefined();
    });
  });

  describe('the email check', () => {
    it.each([
      ['somebody@example.com', true],
      ['Some.Body+tag@sub.example.com', true],
      ['somebody@bücher.example', true],
      ['somebody@mailinator.com', false],
      ['somebody@eu.mailinator.com', false],
      ['somebody', false],
      ['', false],
    ])('%j is %s', async (email, valid) => {
      expect(await browse().call('POST', '/verify-email', { body: { email } })).toMatchObject({ status: 200, body: { valid } });
    });

    it('the email check gives the same result for an address with an account', async () => {
      const { email } = await createAccount(server);
      expect((await browse().call('POST', '/verify-email', { body: { email } })).body).toEqual({ valid: true });
    });
  });

  describe('verification', () => {
    it('a verification link works until it expires, starts the trial once, and signs nobody in', async () => {
      const account = await createAccount(server);
      const code = codeIn(await waitForMail(server, account.email, /verify/i));
      const first = await account.browser.call('GET', `/verify/${code}`);
      expect(first).toMatchObject({ status: 200, body: { msg: 'User verified correctly' }, setCookies: [] });
      const before = await account.browser.call('GET', '/me', { bearer: account.accessToken });
      server.clock.advance(60_000);
      expect((await browse().call('GET', `/verify/${code}`)).status).toBe(200);
      const after = await account.browser.call('GET', '/me', { bearer: account.accessToken });
      expect(after.body).toMatchObject({ verified: true, is_trial: true, trial_ends_on: before.body.trial_ends_on });
      server.clock.advance(24 * HOUR);
      expect(await browse().call('GET', `/verify/${code}`)).toMatchObject({
        status: 409,
        body: { msg: 'Expired verification code' },
      });
    });

    it('verifying keeps the session of the browser that opened the link, and ends those that others started before', async () => {
      const account = await createAccount(server);
      const other = await signIn(browse(), account.email, account.password);
      const stranger = await createAccount(server);
      const code = codeIn(await waitForMail(server, account.email, /verify/i));
      expect((await account.browser.call('GET', `/verify/${code}`)).status).toBe(200);
      const statusOf = async ({ browser, accessToken }: typeof account) =>
        (await browser.call('GET', '/me', { bearer: accessToken })).status;
      expect([await statusOf(account), await statusOf(other), await statusOf(stranger)]).toEqual([200, 401, 200]);
      const { rows } = await server.database.execute(
        sql`select revoked_reason from sessions join accounts on accounts.id = account_id where email = ${account.email} and revoked_at is not null`,
      );
      expect(rows).toEqual([{ revoked_reason: 'verification' }]);
      // Opening the link again, from a browser that has signed in since, ends nothing.
      const later = await signIn(browse(), account.email, account.password);
      expect((await browse().call('GET', `/verify/${code}`)).status).toBe(200);
      expect([await statusOf(account), await statusOf(later)]).toEqual([200, 200]);
    });

    it('the verification mail says who knows the password, and what the owner can do', async () => {
      const { email } = await createAccount(server);
      const { text } = await waitForMail(server, email, /verify/i);
      expect(text).toContain('The person who registered with this address knows the account password.');
      expect(text).toContain(`${server.platform.config.publicUrl}/app/reset-password`);
    });

    it('an unknown verification code is refused', async () => {
      expect(await browse().call('GET', '/verify/none-of-ours')).toMatchObject({
        status: 403,
        body: { msg: 'Incorrect verification code' },
      });
    });

    it('a verification code can be mailed again, which expires the older one', async () => {
      const account = await createAccount(server);
      const older = codeIn(await waitForMail(server, account.email, /verify/i));
      const answer = await account.browser.call('POST', '/resend-verification', { bearer: account.accessToken });
      expect(answer).toMatchObject({ status: 200, body: { msg: 'Check your email for a new verification link.' } });
      const newer = codeIn(await waitForMail(server, account.email, /verify/i, 1));
      expect((await browse().call('GET', `/verify/${older}`)).status).toBe(409);
      expect((await account.browser.call('GET', `/verify/${newer}`)).status).toBe(200);
      const again = await account.browser.call('POST', '/resend-verification', { bearer: account.accessToken });
      expect(again.body).toEqual({ msg: 'Your email is already verified.' });
    });
  });

  describe('the current user', () => {
    it('an unverified account has neither trial nor allowance', async () => {
      const account = await createAccount(server);
      const { status, body } = await account.browser.call('GET', '/me', { bearer: account.accessToken });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        email: account.email,
        verified: false,
        linkedin_onboarded: null,
        subscription: null,
        is_trial: null,
        trial_ends_on: null,
        usage: { request_count: 0, request_limit: 0, export_count: 0, export_limit: 0 },
      });
    });

    it('a verified account has the configured trial, and none after its end', async () => {
      const account = await createVerifiedAccount(server);
      const { trial } = server.platform.config;
      const during = await account.browser.call('GET', '/me', { bearer: account.accessToken });
      expect(during.body).toMatchObject({
        verified: true,
        is_trial: true,
        usage: { request_limit: trial.requestLimit, export_limit: trial.exportLimit },
      });
      server.clock.advance(trial.days * 24 * HOUR + 1);
      const later = await signIn(account.browser, account.email, account.password);
      const after = await later.browser.call('GET', '/me', { bearer: later.accessToken });
      expect(after.body).toMatchObject({ is_trial: false, usage: { request_limit: 0, export_limit: 0 } });
    });
  });

  describe('sign-out', () => {
    it('signing out ends the session and clears its cookies, even with an expired token', async () => {
      const account = await createAccount(server);
      server.clock.advance(HOUR);
      expect((await account.browser.call('GET', '/me', { bearer: account.accessToken })).status).toBe(401);
      expect(await account.browser.call('POST', '/logout', { bearer: account.accessToken })).toMatchObject({
        status: 200,
        body: { msg: 'Logged out' },
      });
      expect([...account.browser.cookies.keys()]).toEqual(['leadloom_device']);
      expect((await account.browser.call('POST', '/refresh', { bearer: account.refreshToken })).status).toBe(401);
    });

    it('signing out returns 200 to anyone who is not signed in', async () => {
      expect((await browse().call('POST', '/logout')).status).toBe(200);
      expect((await browse().call('POST', '/logout', { bearer: 'nonsense' })).status).toBe(200);
    });
  });
});
