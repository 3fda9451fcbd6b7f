import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember } from './account-shortcuts.ts';
import { parseCsv } from './parse-csv.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'solveig.warp@example.com', password: 'bobbin-and-warp-73' };
const LINES = 500;
const MOST_PRESSES = 10;

test('A list of 500 domains is matched and put on a list with at most ten presses, and taken back filled in', async ({
  journey,
}) => {
  test.setTimeout(300_000);
  const { page } = journey;
  await becomeMember(journey, person);
  await page.goto('/app/table/companies');
  const grid = page.getByRole('grid', { name: 'Companies' });
  await expect(grid.getByText(/\.example/).first()).toBeVisible();
  const shown = (await grid.allInnerTexts()).join(' ').match(/[\w-]+\.example/g);
  const domains = [...new Set(shown)].filter((domain) => domain !== 'linkedin.example');
  expect(domains.length).toBeGreaterThan(2);
  const lines = Array.from({ length: LINES }, (_, at) => domains[at] ?? `nobody-${at}.example`);

  await page.getByRole('link', { name: 'Match a list' }).click();
  await expect(page.getByRole('heading', { name: 'Match my list' })).toBeFocused();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'));

  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  await press('Control+v');
  await expect(page.getByRole('button', { name: `Match ${LINES} lines` })).toBeEnabled();
  await press('Control+Enter');
  await expect(page.getByRole('heading', { name: `of ${LINES} lines found` })).toBeFocused();
  await press('Tab');
  await press('Enter');
  await expect(page.getByLabel('New list')).toBeFocused();
  for (const letter of 'Mine') await press(letter);
  await press('Enter');
  await expect(page.getByText(/\d+ rows added to Mine/)).toBeVisible();
  expect(presses).toBeLessThanOrEqual(MOST_PRESSES);

  await page.getByRole('button', { name: 'Fill in columns' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Counted now')).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const records = parseCsv(await readFile(await (await download).path(), 'utf8'));
  expect(records).toHaveLength(LINES + 1);
  expect(records[1]).toEqual(expect.arrayContaining([domains[0], 'domain']));
});
