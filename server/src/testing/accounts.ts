/** Accounts for tests, made through the routes a person would use. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { personalWorkspaceOf, type WorkspaceId } from '../http/workspace-id.ts';
import type { Mail } from '../mail/mailer.ts';
import { type Browser, openBrowser } from './browser.ts';
import type { TestServer } from './test-server.ts';

export interface TestAccount {
  readonly email: string;
  readonly password: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Headers for `app.inject`. */
  readonly headers: { readonly authorization: string };
  /** The browser the account is signed in with, cookies included. */
  readonly browser: Browser;
}

const MAIL_WAIT_MILLISECONDS = 10_000;

export function uniqueEmail(): string {
  return `person-${randomBytes(6).toString('hex')}@example.com`;
}

/** An account that is registered and signed in, but not verified. */
export async function createAccount(server: TestServer, email: string = uniqueEmail()): Promise<TestAccount> {
  const password = `pass-${randomBytes(6).toString('hex')}`;
  const browser = openBrowser(server.app);
  const registered = await browser.call('POST', '/register', { body: { email, password } });
  if (registered.status !== 200) throw new Error(`registration answered ${registered.status}`);
  return signIn(browser, email, password);
}

/** An account that is registered, verified by the mailed link, and signed in; its trial runs. */
export async function createVerifiedAccount(server: TestServer, email: string = uniqueEmail()): Promise<TestAccount> {
  const account = await createAccount(server, email);
  const code = codeIn(await waitForMail(server, account.email, /verify your email/i));
  const verified = await account.browser.call('GET', `/verify/${code}`);
  if (verified.status !== 200) throw new Error(`verification answered ${verified.status}`);
  return account;
}

/** The id of the account, and so of its personal workspace. */
export async function accountIdOf({ database }: TestServer, email: string): Promise<WorkspaceId> {
  const { rows } = await database.execute(sql`select id from accounts where email = ${email}`);
  return personalWorkspaceOf(Number(rows[0]?.id));
}

/** @throws when the sign-in is refused */
export async function signIn(browser: Browser, email: string, password: string): Promise<TestAccount> {
  const { status, body } = await browser.call('POST', '/login', { body: { email, password } });
  const { access_token: accessToken, refresh_token: refreshToken } = body;
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') throw new Error(`sign-in answered ${status}`);
  return { email, password, accessToken, refreshToken, headers: { authorization: `Bearer ${accessToken}` }, browser };
}

/**
 * Mails leave after the answer, so a test waits for them.
 * @param skip how many matching mails came before
 */
export async function waitForMail(server: TestServer, to: string, subject: RegExp, skip = 0): Promise<Mail> {
  const deadline = performance.now() + MAIL_WAIT_MILLISECONDS;
  for (;;) {
    const mail = server.mails.filter((candidate) => candidate.to === to && subject.test(candidate.subject))[skip];
    if (mail !== undefined) return mail;
    if (performance.now() > deadline) throw new Error(`no mail ${subject} to ${to}`);
    await sleep(5);
  }
}

/** Waits until everything noted so far was sent: for tests that count mails. */
export async function untilMailsAreSent({ database }: TestServer): Promise<void> {
  const deadline = performance.now() + MAIL_WAIT_MILLISECONDS;
  for (;;) {
    const { rows } = await database.execute(sql`select 1 from mails where last_error is null`);
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw new Error(`${rows.length} mails are still to be sent`);
    await sleep(5);
  }
}

/** The one-time code in the link of a mail. */
export function codeIn(mail: Pick<Mail, 'subject' | 'text'>): string {
  const code = /\/app\/(?:verify|new-password|confirm-email)\/([\w-]+)/.exec(mail.text)?.[1];
  if (code === undefined) throw new Error(`no link with a code in "${mail.subject}"`);
  return code;
}
