import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import type { SecretRing } from './crypto/secret-ring.ts';
import { noticeFor } from './mail/mail-queue.ts';
import type { Mail, Mailer } from './mail/mailer.ts';
import { resealSecrets } from './modules/accounts/two-factor/reseal-secrets.service.ts';
import { deriveSigningKey } from './modules/linkedin/catalogue/signing-key.ts';
import { createMailSender } from './modules/mails/mail-sender.ts';
import { outboxPath } from './modules/outbox/outbox-access.ts';
import { runJobs } from './queue/run-jobs.ts';
import { createVerifiedAccount, type TestAccount } from './testing/accounts.ts';
import { type Browser, openBrowser } from './testing/browser.ts';
import { type Authenticator, switchOnSecondFactor } from './testing/second-factor.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const newSecret = randomBytes(32);

describe('after a new secret was put in front', () => {
  let server: TestServer;
  let rotated: FastifyInstance;
  let ring: SecretRing;
  let account: TestAccount;
  let authenticator: Authenticator;

  const appWith = async (secrets: SecretRing): Promise<FastifyInstance> => {
    const app = await buildApp({ ...server.platform, secrets });
    await app.ready();
    return app;
  };
  /** The person's browser, which talks to the restarted server. */
  const browserAt = (app: FastifyInstance): Browser => {
    const browser = openBrowser(app);
    for (const [name, cookie] of account.browser.cookies) browser.cookies.set(name, cookie);
    return browser;
  };
  const sealedNow = async (): Promise<unknown> =>
    (await server.database.execute(sql`select totp_secret from accounts where email = ${account.email}`)).rows[0]?.totp_secret;
  const signIn = (browser: Browser, code: string) =>
    browser.call('POST', '/login', { body: { email: account.email, password: account.password, code } });

  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
    authenticator = await switchOnSecondFactor(server, account);
    ring = [newSecret, ...server.platform.secrets];
    rotated = await appWith(ring);
  });
  afterAll(async () => {
    await rotated.close();
    await server.close();
  });

  it('access tokens stay valid, and so does the token against forged requests', async () => {
    expect((await openBrowser(rotated).call('GET', '/me', { bearer: account.accessToken })).status).toBe(200);
    const browser = browserAt(rotated);
    const headers = { 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN')?.value ?? '' };
    expect((await browser.call('POST', '/resend-verification', { headers })).status).not.toBe(403);
  });

  it('a session goes on, and its next tokens are made with the new secret', async () => {
    const browser = browserAt(rotated);
    const refreshed = await browser.call('POST', '/refresh', { bearer: account.refreshToken });
    expect(refreshed.status).toBe(200);
    const onlyNew = await appWith([newSecret]);
    try {
      const bearer = String(refreshed.body.access_token);
      expect((await openBrowser(onlyNew).call('GET', '/me', { bearer })).status).toBe(200);
      expect((await openBrowser(onlyNew).call('GET', '/me', { bearer: account.accessToken })).status).toBe(401);
    } finally {
      await onlyNew.close();
    }
  });

  it('an authenticator works before and after it is sealed anew, also without the old secret', async () => {
    const before = await sealedNow();
    expect((await signIn(browserAt(rotated), authenticator.nextCode())).status).toBe(200);
    expect(await resealSecrets({ database: server.database, secrets: ring })).toBe(1);
    expect(await sealedNow()).not.toEqual(before);
    expect(await resealSecrets({ database: server.database, secrets: ring })).toBe(0);
    expect((await signIn(browserAt(rotated), authenticator.nextCode())).status).toBe(200);
    const onlyNew = await appWith([newSecret]);
    try {
      expect((await signIn(openBrowser(onlyNew), authenticator.nextCode())).status).toBe(200);
    } finally {
      await onlyNew.close();
    }
  });

  it('an authenticator that no secret opens is left as it is', async () => {
    const other = await createVerifiedAccount(server);
    await server.database.execute(sql`update accounts set totp_secret = '\\x00' where email = ${other.email}`);
    expect(await resealSecrets({ database: server.database, secrets: ring })).toBe(0);
  });

  it('a browser the account signed in with before is still known', async () => {
    for (let guess = 0; guess < 12; guess += 1) await signIn(openBrowser(rotated), '000000');
    expect((await signIn(openBrowser(rotated), authenticator.nextCode())).status).toBe(429);
    expect((await signIn(browserAt(rotated), authenticator.nextCode())).status).toBe(200);
  });

  it('a waiting mail is sent', async () => {
    const { platform, database, close } = await startTestServer({ doesJobs: false });
    const newest: SecretRing = [randomBytes(32), ...platform.secrets];
    const mail: Mail = { to: 'mara@example.com', subject: 'Written before', text: 'text', html: '<p>text</p>' };
    await platform.mailQueue.enqueue(database, mail, noticeFor(null));
    const sent: string[] = [];
    const mailer: Mailer = { send: async ({ subject }) => void sent.push(subject) };
    const log = { warn: () => undefined, error: () => undefined, info: () => undefined };
    const sender = createMailSender({ ...platform, secrets: newest, mailer, deferred: {}, log });
    const jobs = await runJobs([sender], { database, queue: platform.queue, log, isAlone: true });
    await expect.poll(() => sent).toContain('Written before');
    await jobs.stop();
    await close();
  });

  it('the address of the outbox changes, and the old one still opens it', async () => {
    expect(outboxPath(ring)).not.toBe(outboxPath(server.platform.secrets));
    for (const secrets of [ring, server.platform.secrets]) {
      const opened = await rotated.inject({ url: outboxPath(secrets), headers: { host: 'localhost:3000' } });
      expect(opened.statusCode).toBe(303);
    }
  });

  it('extensions know the server by the same key', () => {
    expect(deriveSigningKey(ring).publicKey).toBe(deriveSigningKey(server.platform.secrets).publicKey);
  });
});
