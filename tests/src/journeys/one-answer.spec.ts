import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember } from './account-shortcuts.ts';
import { framesOf, mixedFrames, type TableFrame } from './frames.ts';
import { isThorough } from './thorough.ts';
import { typeLikeAPerson } from './type-like-a-person.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'ebba.treadle@example.com', password: 'shed-and-shuttle-52' };
/** Milliseconds. */
const SLOW_ANSWER = 600;
/** How often as slow in `pnpm faults`, and 1 elsewhere: a browser computes for nothing meanwhile. */
const slowerProcessor = () => (isThorough() ? 4 : 1);

test('Rows of two answers are never shown at the same time, however slow server and processor are', async ({ journey }) => {
  test.setTimeout(180_000);
  const { page } = journey;
  await page.setViewportSize({ width: 1440, height: 900 });
  await becomeMember(journey, person);
  await page.goto('/app/table/companies?page=1&per_page=50');
  await expect(page.locator('tbody tr[aria-selected]').first()).toBeVisible();
  await page.route('**/api/v1/table/**', async (route) => {
    await sleep(SLOW_ANSWER);
    await route.continue();
  });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor() });
  const header = page.getByRole('columnheader', { name: /^Name/ }).getByRole('button', { name: 'Name', exact: true });

  const steps: readonly (readonly [string, () => Promise<void>])[] = [
    ['sort', () => header.click()],
    ['reverse order', () => header.click()],
    ['page', () => page.getByRole('button', { name: 'Next page' }).click()],
    ['search', () => search(page, 'amber')],
    ['filter', () => chooseCountry(page)],
    ['fewer rows', async () => void (await page.getByRole('combobox', { name: /^Rows/ }).selectOption('10'))],
    ['column', () => hideColumn(page, 'LinkedIn URL')],
  ];
  for (const [name, act] of steps) {
    await test.step(name, async () => {
      const frames = await framesOf(page, act);
      const mixed = mixedFrames(frames);
      expect(mixed.map(summaryOf), `${mixed.length} of ${frames.length} frames`).toEqual([]);
      for (const { columns, rows } of frames) for (const cells of rows) expect(cells).toHaveLength(columns.length + 1);
      expect(frames.at(-1)?.rows.length).toBeGreaterThan(0);
      // The next page is there before it is asked for, and a column is no question.
      if (name !== 'column' && name !== 'page') expect(frames.some(({ canTick }) => !canTick)).toBe(true);
    });
  }
});

/** Short enough to read in a failure. */
function summaryOf({ rows, range, sort }: TableFrame): string {
  return `${range}; ${sort}; ${rows
    .map(([name]) => name)
    .slice(0, 3)
    .join(', ')}`;
}

/** Filters by what the first row has. */
async function chooseCountry(page: Page): Promise<void> {
  const at = await page
    .locator('th[data-field]')
    .evaluateAll((headers) => headers.findIndex((header) => header.getAttribute('data-field') === 'country'));
  const cell = page
    .locator('tbody tr')
    .first()
    .locator('td')
    .nth(at + 1);
  const country = (await cell.textContent()) ?? '';
  await page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Country', exact: true }).click();
  await typeLikeAPerson(page.getByRole('combobox', { name: 'Country' }), country);
  await page.getByRole('option', { name: country, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/[?&]country=/);
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search' }).click();
  // Pasted: a long pause between two keys would ask for half of the word, which has an answer of its own.
  await page.keyboard.insertText(text);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/[?&]search_query=amber/);
}

async function hideColumn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name }).click();
  await page.keyboard.press('Escape');
}
