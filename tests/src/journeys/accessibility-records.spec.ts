import { listAlertMessages } from '@leadloom/shared/contract/alert-messages';
import { listRowLists } from '@leadloom/shared/contract/my-rows';
import { expect } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { createJudge, oppositeViews } from './accessibility-judge.ts';
import { callApi } from './account-shortcuts.ts';
import { goInApp } from './go-in-app.ts';
import { signInToSample } from './sample-account.ts';

test.use({ extension: false, sharesServer: true });

test('Records, selections and lists are free of serious accessibility faults', async ({ journey }) => {
  test.setTimeout(300_000);
  const { page } = journey;
  const { judge, report } = createJudge(page, oppositeViews);
  await signInToSample(journey);
  await page.goto('/app/table/companies');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(1).check();
  await judge('/app/table/companies with a selection');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('l');
  await page.getByLabel('New list').fill('Prospects');
  await judge('/app/table/companies while rows are put on a list');
  await page.getByLabel('New list').press('Enter');
  await expect(page.getByText('1 row added to Prospects')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  await judge('/app/table/companies with a record');
  await page.keyboard.press('n');
  await page.getByLabel('New note').fill('Ask for the deck');
  await page.getByLabel('New note').press('Control+Enter');
  await expect(page.getByRole('article')).toContainText('Ask for the deck');
  await judge('/app/table/companies with tags and notes');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('fintech germany since 2024');
  await expect(page.getByRole('option', { name: /^Companies: Country is Germany/ })).toBeVisible();
  await judge('the palette with rows');
  await page.keyboard.press('Escape');

  await goInApp(page, '/app/lists');
  await expect(page.getByRole('link', { name: 'Prospects', exact: true })).toBeVisible();
  await judge('/app/lists with a list');
  await page.getByRole('link', { name: 'Prospects', exact: true }).click();
  await expect(page.getByText('1 row in Companies')).toBeAttached();
  await judge('the page of a list');
  await page.getByRole('button', { name: 'Rename the list' }).click();
  await expect(page.getByLabel('Name of the list')).toBeFocused();
  await judge('the page of a list while its name is changed');
  await page.keyboard.press('Escape');
  // Narrow windows have it folded under the title.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.keyboard.type('Call in May.');
  await judge('the page of a list while its note is written');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Call in May.')).toBeVisible();
  await judge('the page of a list with a note');
  await callApi(page, { method: 'POST', path: '/lists', body: { name: 'Deleted', table: 'companies' } });
  await page.goto('/app/lists');
  await page.getByRole('button', { name: 'Delete Deleted' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted lists (1)').click();
  await expect(page.getByRole('button', { name: 'Restore Deleted' })).toBeVisible();
  await judge('/app/lists with a deleted list and the message of it');
  const { data: lists } = listRowLists.success.body.parse(await callApi(page, { method: 'GET', path: '/lists' }));
  const watch = { kind: 'list', id: lists.find(({ name }) => name === 'Prospects')?.id };
  await callApi(page, {
    method: 'POST',
    path: '/alerts',
    body: { name: 'Prospects', watch, on: ['added'], every: 'instant', by: ['app'] },
  });
  await callApi(page, { method: 'POST', path: `/lists/${watch.id}/rows`, body: { filters: { country: ['Germany'] } } });
  const unread = () => callApi(page, { method: 'GET', path: '/alerts/messages?unread=true' });
  await expect
    .poll(async () => listAlertMessages.success.body.parse(await unread()).total, { timeout: 60_000 })
    .toBeGreaterThan(0);
  await goInApp(page, '/app/alerts');
  const message = page.getByRole('button', { name: /Prospects: \d+ added/ });
  await message.click();
  await expect(page.getByText(/^New: /).first()).toBeVisible();
  await judge('/app/alerts with a message of rows');
  await goInApp(page, '/app/linkedin/people');
  await page.getByRole('button', { name: 'Changed', exact: true }).click();
  await page.getByRole('radio', { name: 'Last 30 days' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Changed last 30 days' })).toBeVisible();
  await judge('/app/linkedin/people who changed');
  report();
});
