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
import { EMAIL_CODE_HOURS } from '../mailed-codes/mailed-code.ts';
import { MAIL_LIMIT } from '../sign-in/throttle.ts';

const HOUR = 3600 * 1000;

describe('a change of email', () => {
  let server: TestServer;
  const ask = ({ browser, accessToken, password }: TestAccount, newEmail: string, more: object = {}) =>
    browser.call('POST', '/change-email', { bearer: accessToken, body: { password, new_email: newEmail, ...more } });
  const confirm = (code: string) => openBrowser(server.app).call('POST', '/confirm-email', { body: { code } });
  const codeFor = async (email: string, skip = 0) => codeIn(await waitForMail(server, email, /confirm your new email/i, skip));
  const me = async ({ browser, accessToken }: TestAccount) => (await browser.call('GET', '/me', { bearer: accessToken })).body;
  const subjectsTo = (email: string) => server.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('an email changes when the link mailed to the new address is opened, and the old address is told twice', async () => {
    const account = await createVerifiedAccount(server);
    const newEmail = uniqueEmail();
    const asked = await ask(account, ` ${newEmail.toUpperCase()} `);
    expect(asked).toMatchObject({ status: 200, body: { msg: 'Check the new address for a link that confirms it.' } });
    const code = await codeFor(newEmail);
    const mail = await waitForMail(server, newEmail, /confirm/i);
    expect(mail.html).toContain(`href="${server.platform.config.publicUrl}/app/confirm-email/${code}"`);
    expect((await waitForMail(server, account.email, /email change was requested/)).text).toContain(newEmail);
    expect(await me(account)).toMatchObject({ email: account.email });
    expect(await confirm(code)).toMatchObject({ status: 200, setCookies: [] });
    expect(await me(account)).toMatchObject({ email: newEmail, verified: true });
    expect((await waitForMail(server, account.email, /email of your Leadloom account was changed/)).text).toContain(newEmail);
    await expect(signIn(openBrowser(server.app), newEmail, account.password)).resolves.toBeDefined();
    await expect(signIn(openBrowser(server.app), account.email, account.password)).rejects.toThrow('401');
  });

  it('an email change requires the second factor if it is on, and uses no code for an invalid address', async () => {
    const account = await createVerifiedAccount(server);
    const authenticator = await switchOnSecondFactor(server, account);
    const newEmail = uniqueEmail();
    expect(await ask(account, newEmail)).toMatchObject({ status: 401, body: { code: 'TWO_FACTOR.CODE_REQUIRED' } });
    const code = authenticator.nextCode();
    expect(await ask(account, 'somebody@mailinator.com', { code })).toMatchObject({ body: { code: 'EMAIL.INVALID' } });
    expect((await ask(account, newEmail, { code })).status).toBe(200);
    await confirm(await codeFor(newEmail));
    expect(await me(account)).toMatchObject({ email: newEmail });
    expect(subjectsTo(newEmail).filter((subject) => /confirm your new email/i.test(subject))).toHaveLength(1);
  });

  it('an email change verifies an unverified account and starts its trial once', async () => {
    const account = await createAccount(server);
    const [first, second] = [uniqueEmail(), uniqueEmail()];
    await ask(account, first);
    await account.browser.call('POST', '/confirm-email', { body: { code: await codeFor(first) } });
    const { verified, is_trial: isTrial, trial_ends_on: ends } = await me(account);
    expect([verified, isTrial]).toEqual([true, true]);
    server.clock.advance(60_000);
    await ask(account, second);
    await confirm(await codeFor(second));
    expect(await me(account)).toMatchObject({ email: second, trial_ends_on: ends });
  });

  it('a link opened several times at once changes the email once and succeeds each time', async () => {
    const account = await createVerifiedAccount(server);
    const newEmail = uniqueEmail();
    await ask(account, newEmail);
    const code = await codeFor(newEmail);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(code)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await waitForMail(server, account.email, /email of your Leadloom account was changed/);
    expect(subjectsTo(account.email).filter((subject) => /was changed/.test(subject))).toHaveLength(1);
  });

  it('an address with an account gets the same response, and only its owner is told', async () => {
    const [account, holder] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const free = await ask(account, uniqueEmail());
    const taken = await ask(account, holder.email);
    expect({ status: taken.status, body: taken.body }).toEqual({ status: free.status, body: free.body });
    await waitForMail(server, holder.email, /already have/i);
    // The account's own mails do not reveal the difference either.
    const notices = await Promise.all(
      [0, 1].map((skip) => waitForMail(server, account.email, /email change was requested/, skip)),
    );
    expect(notices).toHaveLength(2);
    const { rows } = await server.database.execute(sql`select 1 from mailed_codes where new_email = ${holder.email}`);
    expect(rows).toEqual([]);
  });

  it('an email change fails if the address was registered in the meantime, and affects neither account', async () => {
    const account = await createVerifiedAccount(server);
    const wanted = uniqueEmail();
    await ask(account, wanted);
    const code = await codeFor(wanted);
    const registered = await createAccount(server, wanted);
    expect(await confirm(code)).toMatchObject({ status: 409, body: { msg: 'Expired verification code' } });
    expect(await me(account)).toMatchObject({ email: account.email });
    expect(await me(registered)).toMatchObject({ email: wanted });
  });

  it('an address requested by several accounts goes to one of them', async () => {
    const wanted = uniqueEmail();
    const accounts = await Promise.all(Array.from({ length: 6 }, () => createVerifiedAccount(server)));
    for (const account of accounts) await ask(account, wanted);
    const codes = await Promise.all(accounts.map((_, index) => codeFor(wanted, index)));
    const answers = await Promise.all(codes.map(confirm));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const emails = await Promise.all(accounts.map(async (account) => (await me(account)).email));
    expect(emails.filter((email) => email === wanted)).toHaveLength(1);
  });

  it('only the link of the newest request changes the email', async () => {
    const account = await createVerifiedAccount(server);
    const [first, second] = [uniqueEmail(), uniqueEmail()];
    await ask(account, first);
    const older = await codeFor(first);
    await ask(account, second);
    const newer = await codeFor(second);
    expect(await confirm(older)).toMatchObject({ status: 409 });
    server.clock.advance(EMAIL_CODE_HOURS * HOUR);
    expect(await confirm(newer)).toMatchObject({ status: 409, body: { msg: 'Expired verification code' } });
    expect(await confirm('none-of-ours')).toMatchObject({ status: 403, body: { msg: 'Incorrect verification code' } });
  });

  it('an email change invalidates what was mailed to the old address', async () => {
    const account = await createVerifiedAccount(server);
    await openBrowser(server.app).call('POST', '/reset-password', { body: { email: account.email } });
    const reset = codeIn(await waitForMail(server, account.email, /reset/i));
    const newEmail = uniqueEmail();
    await ask(account, newEmail);
    await confirm(await codeFor(newEmail));
    const body = { password: 'taken over again', password_code: reset };
    expect((await openBrowser(server.app).call('POST', '/new-password', { body })).status).toBe(403);
  });

  it('a password reset cancels a pending email change', async () => {
    const account = await createVerifiedAccount(server);
    const newEmail = uniqueEmail();
    await ask(account, newEmail);
    const code = await codeFor(newEmail);
    await openBrowser(server.app).call('POST', '/reset-password', { body: { email: account.email } });
    const reset = codeIn(await waitForMail(server, account.email, /reset/i));
    const body = { password: 'mine once more', password_code: reset };
    expect((await openBrowser(server.app).call('POST', '/new-password', { body })).status).toBe(200);
    expect((await confirm(code)).status).toBe(409);
  });

  it.each(['nonsense', '', 'somebody@mailinator.com', 'a@b.example\nBcc: c@example.com'])(
    'an email cannot be changed to %j',
    async (newEmail) => {
      expect(await ask(await createAccount(server), newEmail)).toMatchObject({ status: 400, body: { code: 'EMAIL.INVALID' } });
    },
  );

  it('email changes are limited per hour, for taken and free addresses alike', async () => {
    const [account, holder] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const wanted = Array.from({ length: MAIL_LIMIT.max + 2 }, (_, index) => (index % 2 === 0 ? holder.email : uniqueEmail()));
    const statuses: number[] = [];
    for (const email of wanted) statuses.push((await ask(account, email)).status);
    expect(statuses).toEqual([...Array(MAIL_LIMIT.max).fill(200), 429, 429]);
  });
});
