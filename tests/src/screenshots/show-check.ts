/** The collector with a check that has ended. It asks LinkedIn's stand-in every five seconds, so it takes more than a minute. */
import { expect, type Page } from '@playwright/test';
import { LONG } from './states.ts';

export async function showCheck(page: Page): Promise<void> {
  await page.goto('https://www.linkedin.com/stand-in/sign-in');
  await page.goto('/app/linkedin/collector');
  await expect(page.getByText('Linkedin cookies available')).toBeVisible(LONG);
  await page.getByRole('button', { name: 'Check how LinkedIn answers' }).click();
  const panel = page.getByRole('region', { name: 'How LinkedIn answers' });
  await panel.getByRole('button', { name: 'Check how LinkedIn answers' }).click();
  const accept = page.getByRole('dialog').getByRole('button', { name: 'Accept' });
  await expect(accept.or(panel.getByText('asking…')).first()).toBeVisible(LONG);
  if (await accept.isVisible()) await accept.click();
  await expect(panel.getByText(/of 12 are understood/)).toBeVisible({ timeout: 180_000 });
  await panel.evaluate((element) => element.scrollIntoView());
}
