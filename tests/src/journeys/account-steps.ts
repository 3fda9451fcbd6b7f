/** First steps with an account that several journeys share, done on the screens. */
import { createHmac } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

const STEP_SECONDS = 30;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export async function register(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/app/register');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Check your email to verify your account.')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/login$/);
}

/**
 * Follows the link in the newest mail to the address that carries one.
 * @param outbox its path with the token, where the browser has not opened the outbox before
 */
export async function verifyByMail(page: Page, email: string, outbox = '/outbox'): Promise<void> {
  await page.goto(outbox);
  await page
    .getByRole('link', { name: /verify/i })
    .filter({ hasText: email })
    .first()
    .click();
  await page
    .getByRole('link', { name: /\/app\/verify\// })
    .first()
    .click();
  await expect(page.getByText('User verified correctly')).toBeVisible();
}

/** Types both and presses Login; what comes of it is the caller's to expect. */
export async function submitSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/app/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  await submitSignIn(page, credentials);
  await expect(page.getByText(`Welcome back, ${credentials.email}!`)).toBeVisible();
}

/** Opens a line of the account screen. @param name its heading @returns the line */
export async function openLine(page: Page, name: string): Promise<Locator> {
  const line = page.getByRole('region', { name, exact: true });
  await line.getByRole('button', { name: /^(?:Change|Delete)$/ }).click();
  return line;
}

export async function fillProfile(page: Page): Promise<void> {
  await page.getByLabel('Person Name').fill('Maren Lindqvist');
  await page.getByLabel('Company Name').fill('Weft & Warp AB');
  await page.getByLabel('Country').selectOption('SE');
  await page.getByLabel('Currency').selectOption('EUR');
}

/** Goes from the payment screen through the sandbox's checkout to the screen after it. */
export async function subscribe(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Test money only.')).toBeVisible();
  await page.getByRole('button', { name: 'Pay with test money' }).click();
  await expect(page).toHaveURL(/\/app\/success/);
  await expect(page.getByText('Your plan: Pro.')).toBeVisible();
}

/**
 * The code an authenticator shows (RFC 6238). It is written anew rather than borrowed from the server, so that both would
 * have to be wrong in the same way.
 * @param stepsAhead 1: the code of the next half minute, which a clock that is ahead shows already
 * /
 */
export function authenticatorCode(base32Secret: string, stepsAhead = 0): string {
  const bits = [...base32Secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS) + stepsAhead));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
