import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember } from './account-shortcuts.ts';
import { showInApp } from './go-in-app.ts';
import { parseCsv } from './parse-csv.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'tilde.carder@example.com', password: 'comb-and-carder-52' };

test('Selected rows are put on a list, tagged and exported, the list filters the table and its file, and rows are shown by when they changed', async ({
  journey,
}) => {
  test.setTimeout(300_000);
  const { page } = journey;
  await becomeMember(journey, person);
  await page.goto('/app/table/companies');
  const grid = page.getByRole('grid', { name: 'Companies' });
  const boxes = grid.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(1).check();
  await boxes.nth(2).check();

  await page.getByRole('button', { name: 'Add to list', exact: true }).click();
  await page.getByLabel('New list').fill('Prospects');
  await page.getByLabel('New list').press('Enter');
  await expect(page.getByText('2 rows added to Prospects', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Tags').fill('Warm');
  await page.getByRole('dialog').getByLabel('Tags').press('Enter');
  await page.getByRole('button', { name: 'Add tags' }).click();
  await expect(grid.getByRole('img', { name: /Tags: Warm. On 1 list/ })).toHaveCount(2);

  await test.step('the selected rows are exported alone, and all that match are tagged', async () => {
    await page.getByRole('button', { name: 'Export selected' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Export 2 rows' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Select all \d/ }).click();
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Tags').fill('Everybody');
    await page.getByRole('dialog').getByLabel('Tags').press('Enter');
    await page.getByRole('button', { name: 'Add tags' }).click();
    // The message of the two rows tagged before may still be there.
    await expect(page.getByText(/^[\d,]{3,} rows tagged Everybody$/)).toBeVisible();
  });

  await test.step('only rows that changed since a time are shown, and the address keeps the choice', async () => {
    await page.getByRole('button', { name: 'Changed', exact: true }).click();
    await page.getByRole('radio', { name: 'Since my last visit' }).check();
    await page.keyboard.press('Escape');
    await expect(grid.getByText('No results found')).toBeVisible();
    await page.getByRole('button', { name: 'Changed', exact: true }).click();
    await page.getByRole('radio', { name: 'Last 24 hours' }).check();
    await expect(page).toHaveURL(/updated_after=24h/);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Changed: last 24 hours' })).toBeVisible();
    await expect(boxes).toHaveCount(10);
  });

  await showInApp(page, '/app/lists', 'Lists');
  await page.getByRole('link', { name: 'Prospects', exact: true }).click();
  await expect(page).toHaveURL(/\/lists\/\d+/);
  await expect(boxes).toHaveCount(2);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Export/ })
    .click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(parseCsv(file)).toHaveLength(3);

  await showInApp(page, '/app/lists', 'Lists');
  await page.getByRole('button', { name: 'Delete Prospects' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted lists (1)').click();
  await page.getByRole('button', { name: 'Restore Prospects' }).click();
  await page.getByRole('status').getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Prospects' })).toBeVisible();
  await expect(boxes).toHaveCount(2);

  await showInApp(page, '/app/scheduled-exports', 'Scheduled Exports');
  await page.getByRole('button', { name: 'Schedule your first export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Prospects' })).toBeVisible();
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText(/^Written on .*: 2 rows\.$/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Files' }).click();
  const scheduled = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download the file of / }).click();
  expect((await scheduled).suggestedFilename()).toMatch(/^companies_\d{8}\.csv$/);
  expect(parseCsv(await readFile(await (await scheduled).path(), 'utf8'))).toHaveLength(3);
});
