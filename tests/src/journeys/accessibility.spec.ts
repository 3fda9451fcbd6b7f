import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { sampleCredentials } from '@leadloom/server/modules/sample-data/sample-data.service';
import { expect, type Page } from '@playwright/test';
import { test, type World } from './world.ts';

const views = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'dark', width: 360 },
] as const;
/** What a screen is ready by, so that axe judges it and not its loading state. */
const publicScreens: Readonly<Record<string, string>> = {
  '/app/login': 'Sign in to Leadloom',
  '/app/register': 'Create',
  '/app/reset-password': 'Reset',
  '/app/new-password/abc': 'Set',
  '/app/verify/abc': 'Incorrect verification code',
  '/app/nowhere': 'Page Not Found',
};

test('Every screen is free of serious accessibility faults, in light and dark, wide and narrow', async ({ world }) => {
  const { page } = world;
  const faults: string[] = [];
  let judged = 0;
  const judge = async (screen: string): Promise<void> => {
    for (const { colorScheme, width } of views) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      faults.push(...(await seriousFaults(page, `${screen} ${colorScheme} ${width}`)));
      judged += 1;
    }
  };

  for (const [path, text] of Object.entries(publicScreens)) {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    await judge(path);
  }

  await signInToSample(world);
  await judge('/app/dashboard');
  await page.getByRole('button', { name: /menu|navigation/i }).click();
  await judge('the drawer');
  await page.keyboard.press('Escape');
  // The list is loaded only for a member who is signed in to LinkedIn.
  await world.signInToLinkedIn();
  await page.goto('/app/linkedin/collector');
  await expect(page.getByText('Leadloom Extension installed')).toBeVisible();
  await judge('/app/linkedin/collector');
  await page
    .locator('#profiles-table')
    .getByRole('link', { name: /Details/ })
    .first()
    .click();
  await expect(page.getByText('Experiences')).toBeVisible();
  await judge('/app/linkedin/users');
  await page.goto('/outbox');
  await judge('/outbox');

  console.log(`accessibility: ${judged} views judged, ${faults.length} serious faults`);
  expect(faults).toEqual([]);
});

async function signInToSample({ page, leadloom }: World): Promise<void> {
  const { email, password } = sampleCredentials(await readFile(join(leadloom.dataDir, 'secret')));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/app/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(`Welcome back, ${email}!`)).toBeVisible();
}

async function seriousFaults(page: Page, view: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${view}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
