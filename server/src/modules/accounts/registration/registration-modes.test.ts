import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createVerifiedAccount,
  type TestAccount,
  uniqueEmail,
  untilMailsAreSent,
  waitForMail,
} from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { COMMAND_LINE } from '../../audit/operator-audit.service.ts';
import { createInvite, forgetOldInvites, listInvites } from './invites.service.ts';

const DAY = 24 * 3600 * 1000;
const OPERATOR = 'operator@example.com';
const ok = { status: 200, body: { msg: 'Check your email to verify your account.' } };
const needed = { status: 403, body: { code: 'REGISTRATION.INVITE_NEEDED' } };
const invalid = { status: 403, body: { code: 'REGISTRATION.INVITE_INVALID' } };

function registerAt(server: TestServer, email: string, invite?: string) {
  const body = { email, password: 'a fine password', ...(invite === undefined ? {} : { invite }) };
  return openBrowser(server.app).call('POST', '/register', { body });
}
async function isAccount({ database }: TestServer, email: string): Promise<boolean> {
  const { rowCount } = await database.$client.query('select 1 from accounts where email = $1', [email]);
  return rowCount === 1;
}

describe('registration by invitation', () => {
  let server: TestServer;
  /** The email of an existing account. */
  let known: string;
  const register = (email: string, invite?: string) => registerAt(server, email, invite);
  const invite = async (email: string | null = null) =>
    (await createInvite(server.platform, COMMAND_LINE, { email, createdBy: null })).code;
  const usedBy = async () => (await listInvites(server.platform)).data.flatMap(({ used_by: address }) => address ?? []);

  beforeAll(async () => {
    server = await startTestServer({
      environment: { REGISTRATION: 'invite', OPERATORS: `Operator@Example.com, ${uniqueEmail()}` },
    });
    known = uniqueEmail();
    expect(await register(known, await invite())).toMatchObject(ok);
  });
  afterAll(() => server.close());

  it('registration by invitation requires a code for known and unknown addresses alike', async () => {
    for (const email of [known, uniqueEmail(), 'no address']) {
      expect(await register(email)).toMatchObject(needed);
      expect(await register(email, '  ')).toMatchObject(needed);
    }
    for (const email of [known, uniqueEmail()]) expect(await register(email, 'no-such-code')).toMatchObject(invalid);
  });

  it('an invite creates an account, whose owner gets the normal mail, and records the address', async () => {
    const email = uniqueEmail();
    expect(await register(email, ` ${await invite()} `)).toMatchObject(ok);
    await waitForMail(server, email, /verify your email/i);
    expect(await usedBy()).toContain(email);
  });

  it('a registration that is refused for another reason leaves the invite valid', async () => {
    const code = await invite();
    const email = uniqueEmail();
    const short = await openBrowser(server.app).call('POST', '/register', { body: { email, password: 'x', invite: code } });
    expect(short).toMatchObject({ status: 400, body: { code: 'PASSWORD.TOO_SHORT' } });
    expect(await register(email, code)).toMatchObject(ok);
  });

  it('of parallel uses of an invite one registers', async () => {
    const code = await invite();
    const emails = Array.from({ length: 8 }, uniqueEmail);
    const answers = await Promise.all(emails.map((email) => register(email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'REGISTRATION.INVITE_INVALID')).toHaveLength(7);
    const made = await Promise.all(emails.map((email) => isAccount(server, email)));
    expect(made).toEqual(answers.map(({ status }) => status === 200));
  });

  it('an invite expires after seven days and is deleted a month later', async () => {
    const [late, inTime] = [await invite(), await invite()];
    server.clock.advance(7 * DAY - 1);
    expect(await register(uniqueEmail(), inTime)).toMatchObject(ok);
    server.clock.advance(1);
    expect(await register(uniqueEmail(), late)).toMatchObject(invalid);
    const { total } = await listInvites(server.platform);
    server.clock.advance(31 * DAY);
    await forgetOldInvites(server.platform);
    expect((await listInvites(server.platform)).total).toBeLessThan(total);
  });

  it('an invite for one address works only for that address, in any spelling', async () => {
    const email = uniqueEmail();
    const code = await invite(email.toUpperCase());
    expect(await register(uniqueEmail(), code)).toMatchObject(invalid);
    expect(await register(` ${email.toUpperCase()} `, code)).toMatchObject(ok);
  });

  it('whether an invite is used up reveals nothing about an address', async () => {
    const unknown = uniqueEmail();
    for (const email of [known, unknown]) {
      const code = await invite();
      // Twice with the address in question, and then with another one: the responses are the same for known
      // addresses.
      expect([email === known, await register(email, code)]).toMatchObject([email === known, ok]);
      expect([email === known, await register(email, code)]).toMatchObject([email === known, ok]);
      expect([email === known, await register(uniqueEmail(), code)]).toMatchObject([email === known, invalid]);
    }
    await untilMailsAreSent(server);
    const subjectsTo = (email: string) => server.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(subjectsTo(known).at(-1)).toBe('You already have a Leadloom account');
    expect(subjectsTo(unknown)).toContain('Verify your email for Leadloom');
  });

  it('an invite creates no second account after its address has changed', async () => {
    const code = await invite();
    const email = uniqueEmail();
    expect(await register(email, code)).toMatchObject(ok);
    await server.database.$client.query('update accounts set email = $2 where email = $1', [email, uniqueEmail()]);
    expect(await register(email, code)).toMatchObject(invalid);
    expect(await isAccount(server, email)).toBe(false);
  });

  it('operators need no invite, and their account may be the first', async () => {
    expect(await register(OPERATOR)).toMatchObject(ok);
    expect(await isAccount(server, OPERATOR)).toBe(true);
  });

  it('the database stores no invite code in plain text', async () => {
    const code = await invite();
    const { rows } = await server.database.$client.query('select invites::text as row from invites');
    const hex = Buffer.from(code, 'base64url').toString('hex');
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(hex);
  });
});

describe('registration that is closed', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { REGISTRATION: 'closed', OPERATORS: OPERATOR } });
  });
  afterAll(() => server.close());

  it('closed registration refuses every address and invite alike', async () => {
    const { code } = await createInvite(server.platform, COMMAND_LINE, { email: null, createdBy: null });
    await registerAt(server, OPERATOR);
    for (const email of [uniqueEmail(), 'no address'])
      for (const invite of [undefined, code])
        expect(await registerAt(server, email, invite)).toMatchObject({
          status: 403,
          body: { code: 'REGISTRATION.CLOSED', msg: 'Registration is closed on this server.' },
        });
  });

  it('closed registration is open to operators', async () => {
    expect(await registerAt(server, OPERATOR)).toMatchObject(ok);
  });
});

describe('registration that is open', () => {
  it('open registration needs no invite, and leaves a given one unused', async () => {
    const server = await startTestServer();
    const { code } = await createInvite(server.platform, COMMAND_LINE, { email: null, createdBy: null });
    expect(await registerAt(server, uniqueEmail(), code)).toMatchObject(ok);
    expect(await registerAt(server, uniqueEmail(), 'no-such-code')).toMatchObject(ok);
    expect((await listInvites(server.platform)).data).toMatchObject([{ expires_at: expect.any(String) }]);
    expect((await listInvites(server.platform)).data[0]).not.toHaveProperty('used_by');
    await server.close();
  });
});

describe('an account that is deleted', () => {
  it('deleting an account deletes the invites for its address', async () => {
    const server = await startTestServer({ environment: { REGISTRATION: 'invite', OPERATORS: OPERATOR } });
    const account: TestAccount = await createVerifiedAccount(server, OPERATOR);
    await createInvite(server.platform, COMMAND_LINE, { email: OPERATOR, createdBy: null });
    const { browser, accessToken: bearer, password } = account;
    expect((await browser.call('POST', '/delete-account', { bearer, body: { password } })).status).toBe(200);
    expect(await listInvites(server.platform)).toEqual({ data: [], total: 0 });
    await server.close();
  });
});
