import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { register, signIn, verifyByMail } from './account-steps.ts';
import { openScreen } from './open-screen.ts';
import { parseCsv } from './parse-csv.ts';

const person = { email: 'tilde.carder@example.com', password: 'comb-and-carder-52' };

test('Selected rows are put on a list and tagged, and the list filters the table and its file', async ({ journey }) => {
  test.setTimeout(300_000);
  const { page } = journey;
  await register(page, person);
  await signIn(page, person);
  await openScreen(page, 'Companies');
  await verifyByMail(page);
  await page.goto('/app/table/companies');
  const grid = page.getByRole('grid', { name: 'Companies' });
  const boxes = grid.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(1).check();
  await boxes.nth(2).check();

  await page.getByRole('button', { name: 'Add to list', exact: true }).click();
  await page.getByLabel('New list').fill('Prospects');
  await page.getByLabel('New list').press('Enter');
  await expect(page.getByText('Prospects now has 2 rows.')).toBeVisible();

  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Tags').fill('Warm');
  await page.getByRole('dialog').getByLabel('Tags').press('Enter');
  await page.getByRole('button', { name: 'Add tags' }).click();
  await expect(grid.getByRole('img', { name: /Tags: Warm. On 1 list/ })).toHaveCount(2);

  await page.goto('/app/lists');
  await page.getByRole('link', { name: 'Prospects' }).click();
  await expect(page).toHaveURL(/list=\d+/);
  await expect(boxes).toHaveCount(2);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Export/ })
    .click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(parseCsv(file)).toHaveLength(3);
});
