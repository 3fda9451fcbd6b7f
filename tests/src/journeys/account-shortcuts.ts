/** Accounts created over the API, for journeys that skip the sign-up screens. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { login } from '@leadloom/shared/contract/accounts';
import { expect, type Page } from '@playwright/test';
import type { Credentials } from './account-steps.ts';
import type { LeadloomProcess } from './leadloom-process.ts';

/** A page, and the server it shows. */
export interface Place {
  readonly page: Page;
  readonly leadloom: LeadloomProcess;
}

interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** The path below the API's base. */
  readonly path: string;
  readonly body?: object;
}

/** An answer of ours that is no screen: what the browser keeps for us is there, and the app is not loaded. */
const NO_SCREEN = '/health';

/** Calls the API as who is signed in to the page, behind the back of its screen. @returns the answer's body */
export async function callApi(page: Page, { method, path, body }: ApiCall): Promise<unknown> {
  const request = { method, url: `/api/v1${path}`, payload: body === undefined ? null : JSON.stringify(body) };
  const { status, text } = await page.evaluate(async ({ method, url, payload }) => {
    const token = localStorage.getItem('accessToken');
    const headers = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === null ? {} : { 'content-type': 'application/json' }),
    };
    const response = await fetch(url, { method, headers, body: payload });
    return { status: response.status, text: await response.text() };
  }, request);
  if (status >= 400) throw new Error(`${method} ${path} answered ${status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Registers an account whose email is not verified. */
export async function registerByApi(page: Page, body: Credentials): Promise<void> {
  await callApi(page, { method: 'POST', path: '/register', body });
}

/** An account whose email is not verified, signed in to a page that nobody is signed in to; the caller goes on to a screen. */
export async function becomeUnverified(page: Page, account: Credentials): Promise<void> {
  await page.goto(NO_SCREEN);
  await registerByApi(page, account);
  await signInByApi(page, account);
}

/** Verifies the address of the account by the code in its newest mail. */
export async function verifyByApi({ page, leadloom }: Place, email: string): Promise<void> {
  const codes = await mailedCodes(leadloom, email, 'verify');
  await callApi(page, { method: 'GET', path: `/verify/${codes.at(-1)}` });
}

/**
 * A verified account of its own, signed in to a page that nobody is signed in to; the caller goes on to a screen. It has
 * answered the offer of the work layout, which stands in the line of the filters until then.
 */
export async function becomeMember(place: Place, account: Credentials): Promise<void> {
  await becomeNewMember(place, account);
  await callApi(place.page, { method: 'PATCH', path: '/preferences', body: { layout_offer: 'closed' } });
}

/** The same, as an account begins. */
export async function becomeNewMember(place: Place, account: Credentials): Promise<void> {
  const { page } = place;
  await page.goto(NO_SCREEN);
  await registerByApi(page, account);
  await verifyByApi(place, account.email);
  await signInByApi(page, account);
}

/** Signs in a page that nobody is signed in to; the caller goes on to a screen. */
export async function enterFirst(page: Page, body: Credentials): Promise<void> {
  await page.goto(NO_SCREEN);
  await signInByApi(page, body);
}

/** Signs the page out of what it was, and in; the caller goes on to a screen. */
export async function enter(page: Page, body: Credentials & { readonly code?: string }): Promise<void> {
  await leave(page);
  await signInByApi(page, body);
}

async function signInByApi(page: Page, body: Credentials & { readonly code?: string }): Promise<void> {
  const tokens = login.success.body.parse(await callApi(page, { method: 'POST', path: '/login', body }));
  await page.evaluate(({ access_token: access, refresh_token: refresh }) => {
    localStorage.setItem('accessToken', access);
    localStorage.setItem('refreshToken', refresh);
  }, tokens);
}

/** Ends signed out, on no screen. */
export async function leave(page: Page): Promise<void> {
  await page.goto(NO_SCREEN);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

/**
 * The codes mailed to an address so far, oldest first. Mails leave after the answer, so they are waited for.
 * @param screen the part of the link that names its screen
 */
export async function mailedCodes(
  { dataDir }: LeadloomProcess,
  email: string,
  screen: 'verify' | 'new-password' | 'confirm-email' | 'join',
  count = 1,
): Promise<readonly string[]> {
  let codes: readonly string[] = [];
  await expect
    .poll(async () => {
      codes = await readCodes(join(dataDir, 'outbox'), email, screen);
      return codes.length;
    })
    .toBe(count);
  return codes;
}

async function readCodes(outbox: string, email: string, screen: string): Promise<string[]> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return mails
    .filter((mail) => mail.includes(`To: ${email}\r\n`))
    .flatMap((mail) => new RegExp(`/app/${screen}/([\\w-]+)`).exec(mail)?.[1] ?? []);
}
