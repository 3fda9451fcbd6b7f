/** Keys that follow each other faster than the screen is drawn again each count. */
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeNewMember } from './account-shortcuts.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'ragnhild.shuttle@example.com', password: 'shuttle-and-treadle-63' };
/** Milliseconds between two keys of a quick typist. */
const QUICK = 30;
const ROUNDS = 8;
/** Of which the palette finds nothing else before. */
const tables = [
  ['Shopify Stores', 'shopify'],
  ['Reddit Posts', 'reddit-posts'],
  ['Companies', 'companies'],
] as const;

async function pressQuickly(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(QUICK);
  }
}

test('Keys pressed one right after the other each count', async ({ journey }) => {
  test.setTimeout(180_000);
  const { page } = journey;
  await becomeNewMember(journey, person);

  await test.step('W twice shows what was shown before, each time', async () => {
    await page.goto('/app/table/companies');
    const grid = page.getByRole('grid', { name: 'Companies' });
    await expect(grid.locator('tbody a').first()).toBeVisible();
    for (let round = 0; round < ROUNDS; round += 1) {
      await pressQuickly(page, 'w', 'w');
      await expect(grid).toHaveAttribute('aria-busy', 'false');
      await expect(page).not.toHaveURL(/updated_after/);
      await expect(page.getByRole('button', { name: 'Changed', exact: true })).toBeVisible();
    }
  });

  await test.step('J right after a table was found by its name opens the first row of that table', async () => {
    for (const [name, path] of tables) {
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type(name, { delay: QUICK });
      await expect(page.getByRole('option', { name, exact: true })).toBeVisible();
      await pressQuickly(page, 'Enter', 'j');
      const record = page.getByRole('complementary', { name: 'Record' });
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
      await expect(record.getByRole('heading', { level: 2 })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/table/${path}\\?.*record=`));
    }
  });
});
