/** The product as pictures show it: the real server with sample data, a Chromium with the extension, a stand-in for LinkedIn. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE_EMAIL, sampleCredentials } from '@leadloom/server/modules/sample-data/sample-data.service';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { fillProfile, signIn, subscribe } from '../journeys/account-steps.ts';
import { extensionFolder, launchBrowser } from '../journeys/browser.ts';
import { startLeadloom } from '../journeys/leadloom-process.ts';
import { startLinkedInStandIn } from '../stand-ins/linkedin/server.ts';
import { type DestinationStandIns, startDestinationStandIns } from './prepare-destinations.ts';

export const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 800 } } as const;

/** Webhooks may go to this machine, so that they can be shown. */
const settings = { LOG_LEVEL: 'error', OPERATORS: SAMPLE_EMAIL, WEBHOOK_LOOPBACK: 'on' };

export interface SampleApp {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The sample account, which is not signed in yet. */
  readonly sample: { readonly email: string; readonly password: string };
  /** Where its destinations lead. */
  readonly standIns: DestinationStandIns;
}

/** @param origin the one the extension was built for @param extension the folder of the unpacked extension */
export async function inSampleApp<Result>(
  origin: string,
  work: (app: SampleApp) => Promise<Result>,
  extension = extensionFolder,
): Promise<Result> {
  const linkedIn = await startLinkedInStandIn({ memberCount: 50, locale: 'en_US' });
  const standIns = await startDestinationStandIns();
  const leadloom = await startLeadloom(origin, { ...settings, ...standIns.settings });
  const browser = await launchBrowser(
    [
      `MAP ${new URL(origin).host} 127.0.0.1:${leadloom.port}`,
      `MAP www.linkedin.com 127.0.0.1:${linkedIn.port}`,
      `MAP media.licdn.com 127.0.0.1:${linkedIn.port}`,
    ],
    origin,
    [extension],
  );
  try {
    const page = await browser.context.newPage();
    const sample = sampleCredentials([await readFile(join(leadloom.dataDir, 'secret'))]);
    return await work({ context: browser.context, page, sample, standIns });
  } finally {
    await browser.close();
    await leadloom.stop();
    await linkedIn.close();
    await standIns.close();
  }
}

/** Signs in as a subscriber with two keys, one of which may write. */
export async function enterAsSubscriber(page: Page, credentials: SampleApp['sample']): Promise<void> {
  await page.setViewportSize(sizes.wide);
  await signIn(page, credentials);
  await page.goto('/app/profile');
  await fillProfile(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/app\/payment$/);
  await subscribe(page);
  await page.goto('/app/keys');
  for (const [count, rights] of [
    [1, 'Read'],
    [2, 'Read and write'],
  ] as const) {
    await page.getByLabel('Rights').selectOption(rights);
    await page.getByLabel('Name of the next key').fill(count === 1 ? 'Nightly copy' : 'Assistant');
    await page.getByRole('button', { name: 'Create Key' }).click();
    await expect(page.locator('code')).toHaveCount(count);
  }
}

/** Signs in to LinkedIn as a member whom the stand-in knows. */
export async function signInToLinkedIn(page: Page): Promise<void> {
  await page.goto('https://www.linkedin.com/stand-in/sign-in');
}
