/**
 * How many presses usual jobs take, counted as people count: each click, and each key that is no letter of a text. Two
 * countries, forty rows on a list, and pasted lines are counted where they are tested: record-keys, added-rows, pasted-lines.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeNewMember } from './account-shortcuts.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'torunn.bobbin@example.com', password: 'bobbin-and-creel-27' };

test('Usual jobs with rows, records and lists take as many presses as they need', async ({ journey }) => {
  test.setTimeout(180_000);
  const { page } = journey;
  const counter = countPresses(page);
  await becomeNewMember(journey, person);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/app/table/companies?page=1&per_page=10');
  const names = page.getByRole('grid', { name: 'Companies' }).locator('tbody a[href*="/table/companies/"]');
  const record = page.getByRole('complementary', { name: 'Record' });
  await expect(names.first()).toBeVisible();

  await job('sort by revenue', 1, async () => {
    await counter.click(page.getByRole('columnheader', { name: /^Revenue/ }).getByRole('button', { name: /^Revenue/ }));
    await expect(page).toHaveURL(/[?&]sort=revenue/);
  });
  await job('open a record', 1, async () => {
    await counter.click(names.nth(2));
    await expect(record.getByRole('heading', { level: 2 })).toBeVisible();
  });
  await job('tag a record', 2, async () => {
    await counter.key('t');
    await page.keyboard.type('fintech', { delay: 60 });
    await counter.key('Enter');
    await expect(record.getByRole('button', { name: 'fintech', exact: true })).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await job('write a note', 2, async () => {
    await counter.click(record.getByRole('textbox', { name: 'New note' }));
    await page.keyboard.type('Call in May.', { delay: 60 });
    await counter.key('Control+Enter');
    await expect(record.getByText('Call in May.')).toBeVisible();
  });
  await job('go to the next record', 1, async () => {
    const before = await record.getByRole('heading', { level: 2 }).textContent();
    await counter.key('j');
    await expect(record.getByRole('heading', { level: 2 })).not.toHaveText(before ?? '');
  });
  await page.keyboard.press('Escape');
  await expect(record).toBeHidden();
  await page.goto('/app/table/companies?country=Germany');
  const asked = page.getByRole('button', { name: /^Last questions/ });
  await expect(asked).toHaveText('1');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/country=/);
  await job('ask one of the last questions again', 2, async () => {
    await counter.key('q');
    const question = page.getByRole('dialog', { name: 'Last questions' }).getByRole('button', { name: /^Country is Germany/ });
    await expect(question).toBeFocused();
    await counter.key('Enter');
    await expect(page).toHaveURL(/country=Germany/);
  });
  await page.goBack();
  await expect(page).not.toHaveURL(/country=/);
  await expect(names.first()).toBeVisible();
  await job('more rows in sight', 1, async () => {
    await counter.click(page.getByRole('button', { name: 'Use it' }));
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–25 of');
  });

  async function job(name: string, most: number, work: () => Promise<void>): Promise<void> {
    await test.step(name, async () => {
      counter.reset();
      await work();
      expect(counter.presses(), name).toBeLessThanOrEqual(most);
    });
  }
});

function countPresses(page: Page) {
  let presses = 0;
  return {
    reset: () => {
      presses = 0;
    },
    presses: () => presses,
    click: async (target: Locator): Promise<void> => {
      presses += 1;
      await target.click();
    },
    key: async (key: string): Promise<void> => {
      presses += 1;
      await page.keyboard.press(key);
    },
  };
}
