/** Leads to states of questions: filters with counts, Advanced, charts, and the last questions. */
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { callApi } from '../journeys/account-shortcuts.ts';
import { LONG } from './states.ts';

const question = encodeURIComponent(
  'country != "Germany" and (employee_count between 50 and 200 or revenue > 10) and people(email is not blank)',
);
const shownRows = (page: Page) => page.getByRole('grid').getByRole('checkbox').nth(1);

async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill(name);
  await expect(page.getByRole('option', { selected: true })).toContainText(name, LONG);
  await page.keyboard.press('Enter');
}

/** Presses the chip of a filter, or what stands for all of them where there is no room. */
async function openChip(page: Page, name: string): Promise<void> {
  const chip = page.getByRole('region', { name: 'Filters' }).getByRole('button', { name, exact: true });
  const filters = page.getByRole('button', { name: /^Filters/ });
  await expect(chip.or(filters).filter({ visible: true }).first()).toBeVisible(LONG);
  if (await chip.isVisible()) {
    await chip.click();
    return;
  }
  await filters.click();
  await page.getByRole('combobox', { name, exact: true }).click();
}

export async function openAdvanced(page: Page): Promise<void> {
  await page.goto(`/app/table/companies?where=${question}`);
  await expect(shownRows(page)).toBeVisible(LONG);
  await command(page, 'Advanced filters');
  await expect(page.getByRole('textbox', { name: 'The same as text' })).toBeVisible(LONG);
}

export async function openEmptyAdvanced(page: Page): Promise<void> {
  await page.goto('/app/table/companies');
  await expect(shownRows(page)).toBeVisible(LONG);
  await command(page, 'Advanced filters');
  await expect(page.getByRole('textbox', { name: 'The same as text' })).toBeVisible(LONG);
}

export async function openCounts(page: Page): Promise<void> {
  await page.goto('/app/table/companies?employee_count_from=50');
  await expect(shownRows(page)).toBeVisible(LONG);
  await openChip(page, 'Country');
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveAttribute('aria-description', /row/, LONG);
}

export async function openPeopleCounts(page: Page): Promise<void> {
  await page.goto('/app/linkedin/people');
  await expect(page.getByText('24 people', { exact: true })).toBeVisible(LONG);
  await openChip(page, 'Title');
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveAttribute('aria-description', /row|pe/, LONG);
}

export async function openLastQuestions(page: Page): Promise<void> {
  for (const asked of ['country=Germany', 'employee_count_from=50&revenue_from=10', `where=${question}`]) {
    await page.goto(`/app/table/companies?${asked}`);
    await expect(shownRows(page)).toBeVisible(LONG);
    // A question counts as asked once its total has stood for a second.
    await page.waitForTimeout(1_500);
  }
  await page.keyboard.press('q');
  await expect(
    page
      .getByRole('dialog')
      .getByText(/Germany/)
      .first(),
  ).toBeVisible(LONG);
}

const drawn = (page: Page) => page.locator('figure svg').first();

export async function openChart(page: Page, path: string): Promise<void> {
  await page.goto(`/app${path}`);
  await expect(drawn(page)).toBeVisible(LONG);
}

export async function openPinnedCharts(page: Page): Promise<void> {
  await pinCharts(page);
  await page.goto('/app/dashboard');
  await expect(page.getByRole('region', { name: 'Charts' }).locator('svg').first()).toBeVisible(LONG);
  await page.getByRole('heading', { name: 'Charts' }).evaluate((element) => element.scrollIntoView());
}

const views = z.object({ data: z.array(z.object({ name: z.string() })) });

async function pinCharts(page: Page): Promise<void> {
  const { data: known } = views.parse(await callApi(page, { method: 'GET', path: '/pinned-charts' }));
  if (known.length > 0) return;
  for (const [name, chart] of [
    ['Companies by vertical', { by: ['vertical'], measure: 'count' }],
    ['Revenue by country', { by: ['country'], measure: 'sum', of: 'revenue' }],
    ['Last financed', { by: ['last_funded'], measure: 'count' }],
    ['Countries and statuses', { by: ['country', 'business_status'], measure: 'count' }],
  ] as const) {
    const state = { filters: {}, columns: [], sort: null, order: null, per_page: null };
    const body = { table: 'companies', name, state, is_default: false, chart, is_pinned: true };
    await callApi(page, { method: 'POST', path: '/table-views', body });
  }
}
