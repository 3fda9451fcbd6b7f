import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../../../app.ts';
import { accountIdOf, createVerifiedAccount, signIn } from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { collectLog } from '../../../testing/log-lines.ts';
import { addPasskey, signInByPasskey } from '../../../testing/passkeys.ts';
import { switchOnSecondFactor } from '../../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const lineSchema = z.looseObject({ msg: z.string() });
const ADDRESS = '192.0.2.7';

describe('the log of sign-ins', () => {
  let server: TestServer;
  let app: FastifyInstance;
  let lines: string[];
  beforeAll(async () => {
    server = await startTestServer({ doesJobs: true });
    const collected = collectLog();
    lines = collected.lines;
    app = await buildApp(server.platform, { log: collected.log });
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });
  beforeEach(() => {
    lines.length = 0;
  });

  const browse = () => openBrowser(app, { address: ADDRESS });
  const told = () =>
    lines
      .map((line) => lineSchema.parse(JSON.parse(line)))
      .filter(({ msg }) => /sign-in|signed in|proof|proved|refresh token/.test(msg))
      .map(({ msg, account, by, factor, problem, address }) => ({ msg, account, by, factor, problem, address }));
  const none = { account: undefined, by: undefined, factor: undefined, problem: undefined, address: ADDRESS };

  it('a password is told with the account, and with the second factor that was shown', async () => {
    const owner = await createVerifiedAccount(server);
    const { email, password } = owner;
    const account = await accountIdOf(server, email);
    await signIn(browse(), email, password);
    const authenticator = await switchOnSecondFactor(server, owner);
    const post = (body: object) => browse().call('POST', '/login', { body });
    await post({ email, password });
    await post({ email, password, code: '000000' });
    await post({ email, password, code: authenticator.nextCode() });
    await post({ email, password, code: authenticator.recoveryCodes[0] });
    const refused = { ...none, msg: 'sign-in refused', account, by: 'password' };
    const opened = { ...none, msg: 'signed in', account, by: 'password' };
    expect(told()).toEqual([
      { ...opened, factor: 'none' },
      { ...refused, problem: 'TWO_FACTOR.CODE_REQUIRED' },
      { ...refused, problem: 'TWO_FACTOR.CODE_WRONG' },
      { ...opened, factor: 'code' },
      { ...opened, factor: 'recovery code' },
    ]);
    const all = lines.join('\n');
    for (const secret of [email, password, authenticator.recoveryCodes[0] ?? '']) expect(all).not.toContain(secret);
  });

  it('a wrong password names the account, and an unknown email names nobody', async () => {
    const { email } = await createVerifiedAccount(server);
    const account = await accountIdOf(server, email);
    for (const tried of [email, 'unknown@example.com', 'no email'])
      await browse().call('POST', '/login', { body: { email: tried, password: 'not the password' } });
    const refused = { ...none, msg: 'sign-in refused', by: 'password', problem: 'AUTH.BAD_CREDENTIALS' };
    expect(told()).toEqual([
      { ...refused, account },
      { ...refused, account: null },
      { ...refused, account: null },
    ]);
    expect(lines.join('\n')).not.toContain('unknown@example.com');
  });

  it('a passkey is told, and one that is forged', async () => {
    const owner = await createVerifiedAccount(server);
    const account = await accountIdOf(server, owner.email);
    const { authenticator } = await addPasskey(server, owner);
    await signInByPasskey(browse(), authenticator);
    await signInByPasskey(browse(), authenticator, { isForged: true });
    expect(told()).toEqual([
      { ...none, msg: 'signed in', account, by: 'passkey', factor: 'none' },
      { ...none, msg: 'sign-in refused', account: null, by: 'passkey', problem: 'PASSKEY.REFUSED' },
    ]);
  });

  it('a proof of the owner is told, and a refresh token that was used before', async () => {
    const owner = await createVerifiedAccount(server);
    const account = await accountIdOf(server, owner.email);
    const browser = browse();
    const session = await signIn(browser, owner.email, owner.password);
    lines.length = 0;
    const bearer = session.accessToken;
    await browser.call('POST', '/prove', { bearer, body: { password: 'not the password' } });
    await browser.call('POST', '/prove', { bearer, body: { password: owner.password } });
    const first = await browser.call('POST', '/refresh', { bearer: session.refreshToken });
    const second = await browser.call('POST', '/refresh', { bearer: String(first.body.refresh_token) });
    expect(second.status).toBe(200);
    expect((await browser.call('POST', '/refresh', { bearer: session.refreshToken })).status).toBe(401);
    expect(told()).toEqual([
      { ...none, msg: 'proof refused', account, by: 'password', problem: 'AUTH.PASSWORD_WRONG' },
      { ...none, msg: 'proved', account, by: 'password', factor: 'none' },
      { ...none, msg: 'a refresh token was used again; its session ended', account },
    ]);
  });
});
