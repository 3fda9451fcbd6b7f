/**
 * Pictures of the main screens as the sample account sees them: the real server, a real Chromium with the
 * extension, and the stand-in for LinkedIn. Passwords and key secrets are never on a screen when it is taken.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beginTwoFactor } from '@leadloom/shared/contract/account-settings';
import { expect, type Page } from '@playwright/test';
import { callApi } from '../journeys/account-shortcuts.ts';
import { authenticatorCode } from '../journeys/account-steps.ts';
import { inSampleApp, prepareSample, sizes } from './sample-app.ts';

interface Picture {
  readonly name: string;
  readonly path: string;
  /** What is there once the screen has its data. */
  readonly text: string | RegExp;
  readonly size: keyof typeof sizes;
  readonly colorScheme: 'light' | 'dark';
}

const beforeSignIn: readonly Picture[] = [
  { name: 'sign-in', path: '/app/login', text: 'Sign in to Leadloom', size: 'wide', colorScheme: 'light' },
];
const afterSignIn: readonly Picture[] = [
  { name: 'dashboard', path: '/app/dashboard', text: 'Both counts reset', size: 'wide', colorScheme: 'light' },
  { name: 'dashboard', path: '/app/dashboard', text: 'Both counts reset', size: 'wide', colorScheme: 'dark' },
  { name: 'dashboard', path: '/app/dashboard', text: 'Both counts reset', size: 'narrow', colorScheme: 'light' },
  { name: 'collector', path: '/app/linkedin/collector', text: '/in/sample-', size: 'wide', colorScheme: 'light' },
  { name: 'collector', path: '/app/linkedin/collector', text: '/in/sample-', size: 'wide', colorScheme: 'dark' },
  { name: 'collector', path: '/app/linkedin/collector', text: '/in/sample-', size: 'narrow', colorScheme: 'dark' },
  { name: 'companies', path: '/app/table/companies', text: '300 rows', size: 'wide', colorScheme: 'light' },
  { name: 'companies', path: '/app/table/companies', text: '300 rows', size: 'narrow', colorScheme: 'dark' },
  { name: 'collected-people', path: '/app/linkedin/people', text: 'Collected people', size: 'wide', colorScheme: 'light' },
  { name: 'collected-people', path: '/app/linkedin/people', text: 'Collected people', size: 'narrow', colorScheme: 'dark' },
  { name: 'subreddits', path: '/app/social', text: 'Subreddit Name', size: 'wide', colorScheme: 'light' },
  { name: 'social-dashboard', path: '/app/social-dashboard', text: 'User ID', size: 'wide', colorScheme: 'dark' },
  { name: 'social-dashboard', path: '/app/social-dashboard', text: 'User ID', size: 'narrow', colorScheme: 'light' },
  { name: 'api-docs', path: '/app/docs/api', text: 'How to use the API', size: 'wide', colorScheme: 'light' },
  { name: 'payment', path: '/app/payment', text: 'Next billing date', size: 'wide', colorScheme: 'light' },
  { name: 'payment', path: '/app/payment', text: 'Next billing date', size: 'narrow', colorScheme: 'dark' },
  { name: 'api-keys', path: '/app/keys', text: '*******', size: 'wide', colorScheme: 'dark' },
  { name: 'account', path: '/app/account', text: 'This browser', size: 'wide', colorScheme: 'dark' },
];

const ofOperators: readonly Picture[] = [
  { name: 'operator-accounts', path: '/app/operator', text: '1–1 of 1', size: 'wide', colorScheme: 'light' },
  { name: 'operator-sources', path: '/app/operator/sources', text: 'Requests today', size: 'wide', colorScheme: 'light' },
  { name: 'operator-import', path: '/app/operator/import', text: 'Drop a file here', size: 'wide', colorScheme: 'light' },
  { name: 'operator-data', path: '/app/operator/data', text: 'The database takes', size: 'wide', colorScheme: 'dark' },
];

/**
 * @param origin the one the extension was built for
 * @param folder is emptied first
 * @returns the names of the files
 */
export async function takeScreenshots(origin: string, folder: string): Promise<readonly string[]> {
  return inSampleApp(origin, async ({ page, sample }) => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const files: string[] = [];
    for (const picture of beforeSignIn) files.push(await take(page, picture, folder));
    await prepareSample(page, sample);
    for (const picture of afterSignIn) files.push(await take(page, picture, folder));
    for (const [size, colorScheme] of [
      ['wide', 'light'],
      ['narrow', 'dark'],
    ] as const) {
      await openTrends(page, size);
      files.push(await shoot(page, 'trends', size, colorScheme, folder));
    }
    await openSampleProfile(page);
    files.push(await shoot(page, 'profile-detail', 'wide', 'light', folder));
    await turnOnSecondFactor(page, sample.password);
    for (const picture of ofOperators) files.push(await take(page, picture, folder));
    return files;
  });
}

/** Which the console needs. */
async function turnOnSecondFactor(page: Page, password: string): Promise<void> {
  const begun = await callApi(page, { method: 'POST', path: '/two-factor/begin', body: { password } });
  const { secret } = beginTwoFactor.success.body.parse(begun);
  await callApi(page, { method: 'POST', path: '/two-factor/enable', body: { code: authenticatorCode(secret) } });
}

/** The first time, the trends among the sample videos are looked for. */
async function openTrends(page: Page, size: keyof typeof sizes): Promise<void> {
  await page.setViewportSize(sizes[size]);
  await page.goto('/app/social-dashboard');
  const heading = page.getByRole('heading', { name: 'Detected TikTok Trends' });
  await expect(heading).toBeVisible();
  const none = page.getByText('No trends detected or available. Configure and run an analysis.');
  const trend = page.getByRole('button', { name: /^Rename / }).first();
  await expect(none.or(trend)).toBeVisible();
  if (await none.isVisible()) {
    await page.getByRole('button', { name: 'Run Analysis' }).click();
    await expect(trend).toBeVisible({ timeout: 60_000 });
  }
  await page.waitForLoadState('networkidle');
}

async function openSampleProfile(page: Page): Promise<void> {
  await page.setViewportSize(sizes.wide);
  await page.goto('/app/linkedin/collector');
  await page
    .locator('#profiles-table')
    .getByRole('link', { name: /Details/ })
    .first()
    .click();
  await expect(page.getByText('This is an invented person.').first()).toBeVisible();
}

async function take(page: Page, { name, path, text, size, colorScheme }: Picture, folder: string): Promise<string> {
  await page.setViewportSize(sizes[size]);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.goto(path);
  await expect(page.getByText(text).first()).toBeVisible();
  return shoot(page, name, size, colorScheme, folder);
}

async function shoot(
  page: Page,
  name: string,
  size: keyof typeof sizes,
  colorScheme: 'light' | 'dark',
  folder: string,
): Promise<string> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForLoadState('networkidle');
  const file = `${name}-${size}-${colorScheme}.png`;
  await page.screenshot({ path: join(folder, file), animations: 'disabled' });
  return file;
}
