/** Forty rows are put on a list, looked at and taken off again, as a person does it who counts the presses. */
import { expect } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember } from './account-shortcuts.ts';
import { showInApp } from './go-in-app.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'signe.reed@example.com', password: 'reed-and-heddle-61' };

test('Rows are put on a list and looked at in five presses, and Undo takes off those that were just added', async ({
  journey,
}) => {
  test.setTimeout(180_000);
  const { page } = journey;
  await becomeMember(journey, person);
  await page.goto('/app/table/companies?page=1&per_page=50');
  const boxes = page.getByRole('grid', { name: 'Companies' }).getByRole('checkbox', { name: /^Select (?!all)/ });
  const message = (text: string) => page.getByRole('status').filter({ hasText: text });
  let presses = 0;
  const press = async (work: () => Promise<unknown>): Promise<void> => {
    await work();
    presses += 1;
  };

  await boxes.nth(3).check();
  await page.getByRole('button', { name: 'Add to list', exact: true }).click();
  await page.getByLabel('New list').fill('Q1 outreach');
  await page.getByLabel('New list').press('Enter');
  await expect(message('1 row added to Q1 outreach')).toBeVisible();
  await boxes.nth(3).uncheck();

  await press(() => boxes.nth(0).check());
  await press(() => boxes.nth(39).click({ modifiers: ['Shift'] }));
  await expect(page.getByText('40 selected')).toBeVisible();
  await press(() => page.getByRole('button', { name: 'Add to list', exact: true }).click());
  await press(() =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Q1 outreach/ })
      .click(),
  );
  const added = message('39 rows added to Q1 outreach, 1 was on it');
  await expect(added).toBeVisible();
  await press(() => added.getByRole('link', { name: 'Open' }).click());
  await expect(page.getByRole('heading', { level: 1, name: 'Q1 outreach' })).toBeVisible();
  await expect(page.getByText('40 rows in Companies')).toBeVisible();
  expect(presses).toBe(5);

  await page.goBack();
  await boxes.nth(0).check();
  await boxes.nth(40).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Add to list', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Q1 outreach/ })
    .click();
  await expect(message('1 row added to Q1 outreach, 40 were on it')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('m');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(message('1 row taken off Q1 outreach')).toBeVisible();
  await showInApp(page, '/app/lists', 'Lists');
  await expect(page.getByRole('region', { name: 'Companies' }).getByText('40 rows')).toBeVisible();

  await page.getByRole('link', { name: 'Q1 outreach', exact: true }).click();
  await page.getByRole('button', { name: 'Rename the list' }).click();
  await page.getByLabel('Name of the list').fill('Q2 outreach');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Q2 outreach' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.keyboard.type('Call in May.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Call in May.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Call in May.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Q2 outreach' })).toBeVisible();
});
