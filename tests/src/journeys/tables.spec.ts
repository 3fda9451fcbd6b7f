import { readFile } from 'node:fs/promises';
import { readWorkbook } from '@leadloom/server/testing/read-workbook';
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember, becomeUnverified, verifyByApi } from './account-shortcuts.ts';
import { goInApp } from './go-in-app.ts';
import { openScreen } from './open-screen.ts';
import { parseCsv } from './parse-csv.ts';
import { isThorough } from './thorough.ts';
import { typeLikeAPerson } from './type-like-a-person.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'wren.selvedge@example.com', password: 'warp-and-weft-71' };

test('A table is browsed, filtered, sorted, arranged, saved as a view, and exported as shown', async ({ journey }) => {
  test.setTimeout(300_000);
  const { page } = journey;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const grid = page.getByRole('grid', { name: 'Companies' });

  await test.step('an unverified account is sent to its inbox', async () => {
    await becomeUnverified(page, person);
    await page.goto('/app/dashboard');
    await openScreen(page, 'Companies');
    await expect(page.getByText('Please verify your email to access this page.')).toBeVisible();
    await expect(page.getByText('Check your inbox and follow the verification link.')).toBeVisible();
    await expect(grid).toBeHidden();
    await verifyByApi(journey, person.email);
  });

  await test.step('every table has a screen with rows', async () => {
    await page.goto('/app/table/investors');
    for (const [path, title] of tables) {
      await goInApp(page, `/app/table/${path}`);
      await expect(page.getByText(`Welcome back, ${person.email}!`)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(dataRows(page).first()).toBeVisible();
    }
  });

  await test.step('rows fill the window in both densities, below the names of the columns and above the pager', async () => {
    const windows = [
      [1440, 900, 11, 20],
      [1920, 1080, 15, 26],
    ] as const;
    // In the larger one in `pnpm faults`.
    for (const [width, height, comfortable, compact] of isThorough() ? windows : windows.slice(0, 1)) {
      await page.setViewportSize({ width, height });
      await page.goto('/app/table/companies?page=1&per_page=50');
      await expect(dataRows(page)).toHaveCount(50);
      expect((await roomOf(page)).firstRow).toBeLessThanOrEqual(230);
      expect((await roomOf(page)).wholeRows).toBeGreaterThanOrEqual(comfortable);
      await expect(page.getByRole('navigation', { name: 'Pages' })).toBeInViewport({ ratio: 1 });
      await chooseDensity(page, 'Compact');
      expect((await roomOf(page)).rowHeight).toBeLessThanOrEqual(31);
      expect((await roomOf(page)).wholeRows).toBeGreaterThanOrEqual(compact);
      await dataRows(page).last().scrollIntoViewIfNeeded();
      await expect(grid.getByRole('columnheader', { name: /^Name/ })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('navigation', { name: 'Pages' })).toBeInViewport({ ratio: 1 });
      await chooseDensity(page, 'Comfortable');
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('pages are turned, and Back turns them again', async () => {
    await goInApp(page, '/app/dashboard');
    await openScreen(page, 'Companies');
    await expect(dataRows(page)).toHaveCount(10);
    const first = await textsOf(page, 'Name');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/[?&]page=2&/);
    await expect.poll(() => textsOf(page, 'Name')).not.toEqual(first);
    await page.goBack();
    await expect.poll(() => textsOf(page, 'Name')).toEqual(first);
  });

  await test.step('the filters of reviews, whose address is read-only, stay chosen one after another', async () => {
    await goInApp(page, '/app/table/reviews');
    const pages: (readonly string[])[] = [await textsOf(page, 'Review title')];
    for (const number of [2, 3]) {
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(page).toHaveURL(new RegExp(`[?&]page=${number}(?:&|$)`));
      await expect.poll(() => textsOf(page, 'Review title')).not.toEqual(pages.at(-1));
      pages.push(await textsOf(page, 'Review title'));
    }
    expect(new Set(pages.map((titles) => titles.join())).size).toBe(3);
    await chooseFilter(page, 'Reviewer country', 'Germany');
    await expect(page.getByText('1 active')).toBeVisible();
    await page.getByRole('combobox', { name: /^Rows/ }).selectOption('15');
    await expect(page).toHaveURL(/[?&]per_page=15/);
    await openFilter(page, 'Search');
    await typeLikeAPerson(page.getByRole('searchbox', { name: 'Search' }), "don't");
    await expect(page.getByText('2 active')).toBeVisible();
    await expect(page).toHaveURL(/reviewer_country=Germany.*search_query=don%27t/);
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue("don't");
    await page.keyboard.press('Escape');
    await expect(filter(page, "Search: don't")).toBeFocused();
    await goInApp(page, '/app/dashboard');
    await openScreen(page, 'Companies');
  });

  const country = (await textsOf(page, 'Country')).find((text) => text !== '') ?? '';
  await test.step('rows are filtered by country, fifteen per page', async () => {
    await chooseFilter(page, 'Country', country);
    await expect(page).toHaveURL(new RegExp(`[?&]country=${encodeURIComponent(country)}&`));
    await expect(page.getByText('1 active')).toBeVisible();
    await expect.poll(async () => new Set(await textsOf(page, 'Country'))).toEqual(new Set([country]));
    await page.getByRole('combobox', { name: /^Rows/ }).selectOption('15');
    await expect(page).toHaveURL(/[?&]per_page=15/);
  });

  await test.step('rows are sorted by their names', async () => {
    const header = grid.getByRole('columnheader', { name: /^Name/ });
    for (const [order, short] of [
      ['ascending', 'asc'],
      ['descending', 'desc'],
    ] as const) {
      await header.getByRole('button', { name: 'Name', exact: true }).click();
      await expect(header).toHaveAttribute('aria-sort', order);
      await expect(page).toHaveURL(new RegExp(`sort=name&order=${short}`));
    }
  });

  await test.step('one column is moved and one is hidden', async () => {
    await page.getByRole('button', { name: 'Options for Country' }).click();
    await page.getByRole('menuitem', { name: 'Move left' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => headers(page)).toEqual(['Name', 'LinkedIn URL', 'Country', 'Website', ...restOfColumns]);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('checkbox', { name: 'LinkedIn URL' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => headers(page)).toEqual(['Name', 'Country', 'Website', ...restOfColumns]);
  });

  await test.step('the screen is saved as a view', async () => {
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save current as…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save current view' });
    await dialog.getByLabel('Name').fill('At home');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('tab', { name: 'At home', selected: true })).toBeVisible();
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Use as default' }).click();
    await expect(page.getByText('This table now opens with “At home”.')).toBeVisible();
  });

  await test.step('a reload and a return show the same', async () => {
    const names = await textsOf(page, 'Name');
    for (const come of [() => page.reload(), () => page.goto('/app/table/companies')]) {
      await come();
      await expect(page.getByRole('tab', { name: 'At home', selected: true })).toBeVisible();
      await expect.poll(() => textsOf(page, 'Name')).toEqual(names);
      expect(await headers(page)).toEqual(['Name', 'Country', 'Website', ...restOfColumns]);
      expect(new URL(page.url()).searchParams.get('country')).toBe(country);
    }
  });

  await test.step('the export contains the rows of all pages, in the order and columns of the screen', async () => {
    const listed = await namesOfAllPages(page);
    await expect(page.getByText('Export these results to CSV (0/1000 records this month, 100% remaining)')).toBeVisible();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export Companies' });
    await dialog.getByRole('radio', { name: /^Visible columns/ }).check();
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: /^Export \d+ rows?$/ }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^companies_export_\d{8}\.csv$/);
    const [header = [], ...records] = parseCsv(await readFile(await file.path(), 'utf8'));
    expect(header.slice(0, 3)).toEqual(['name', 'country', 'website']);
    expect(header).not.toContain('linkedin_url');
    expect(records.map(([name]) => name)).toEqual(listed);
    expect(new Set(records.map(([, where]) => where))).toEqual(new Set([country]));
    const used = `${listed.length}/1000 records this month`;
    await expect(page.getByText(`Export these results to CSV (${used}`)).toBeVisible();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.getByRole('radio', { name: 'Excel (.xlsx)' }).check();
    const savingWorkbook = page.waitForEvent('download');
    await dialog.getByRole('button', { name: /^Export \d+ rows?$/ }).click();
    const workbook = await savingWorkbook;
    expect(workbook.suggestedFilename()).toMatch(/^companies_export_\d{8}\.xlsx$/);
    const [sheet] = readWorkbook(await readFile(await workbook.path()));
    expect(sheet?.rows.slice(1).map(([name]) => name)).toEqual(listed);
    await expect(page.getByText(`Export these results to CSV (${used}`)).toBeVisible();
  });

  await test.step('another account can open the link of the view and only save a copy', async () => {
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy link…' }).click();
    const link = await page.getByRole('dialog').locator('code').textContent();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('button', { name: 'Logout' }).click();
    const other = { email: 'noor.heddle@example.com', password: 'bobbin-and-thread-9' };
    await expect(page).toHaveURL(/\/app\/login/);
    await becomeMember(journey, other);
    await page.goto(link ?? '');
    await expect(page.getByRole('tab', { name: 'At home', selected: true })).toBeVisible();
    await expect.poll(async () => new Set(await textsOf(page, 'Country'))).toEqual(new Set([country]));
    await page.getByRole('button', { name: 'Save a copy' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeVisible();
  });
});

const tables = [
  ['investors', 'Investors'],
  ['companies', 'Companies'],
  ['people', 'People'],
  ['reviews', 'Reviews'],
  ['shopify', 'Shopify Stores'],
  ['reddit-posts', 'Reddit Posts'],
  ['tiktok-videos', 'TikTok Videos'],
] as const;

const restOfColumns = [
  'City',
  'Region',
  'Business status',
  'Ownership status',
  'Verticals',
  'Employee count',
  'Main contact email',
  'Main contact name',
  'Last financing deal type',
  'Last financing on',
  'Revenue (in $M)',
  'EBITDA (in $M)',
  'Description',
  'Updated at',
  'Phone',
  'Last financing amount (in $M)',
  'Jobs open',
];

async function chooseDensity(page: Page, name: 'Comfortable' | 'Compact'): Promise<void> {
  await page.getByRole('button', { name: 'Density' }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page.getByRole('menu')).toBeHidden();
}

/** In pixels, from the top of the window. */
function roomOf(page: Page) {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
    const pager = document.querySelector('nav[aria-label="Pages"]')?.getBoundingClientRect().top ?? 0;
    const [first] = boxes;
    return {
      firstRow: first?.top ?? 0,
      rowHeight: first?.height ?? 0,
      wholeRows: boxes.filter(({ bottom }) => bottom <= pager).length,
    };
  });
}

function filter(page: Page, name: string) {
  return page.getByRole('region', { name: 'Filters' }).getByRole('button', { name, exact: true });
}

async function openFilter(page: Page, label: string): Promise<void> {
  await filter(page, label).click();
  await expect(page.getByRole('dialog', { name: label })).toBeVisible();
}

async function chooseFilter(page: Page, label: string, value: string): Promise<void> {
  await openFilter(page, label);
  await typeLikeAPerson(page.getByRole('combobox', { name: label }), value);
  await page.getByRole('option', { name: value, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(filter(page, `${label}: ${value}`)).toBeVisible();
}

/** Rows that have arrived; they can be selected. */
function dataRows(page: Page) {
  return page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) });
}

async function headers(page: Page): Promise<readonly string[]> {
  return page.locator('th[data-field]').allInnerTexts();
}

/** What the rows show in a column, once there are rows and none of a page before. */
async function textsOf(page: Page, header: string): Promise<readonly string[]> {
  await expect(dataRows(page).first()).toBeVisible();
  await expect(page.locator('tbody[aria-busy]')).toHaveCount(0);
  // The first cell holds the checkbox.
  const at = (await headers(page)).indexOf(header) + 1;
  return dataRows(page).evaluateAll((rows, index) => rows.map((row) => row.querySelectorAll('td')[index]?.textContent ?? ''), at);
}

async function namesOfAllPages(page: Page): Promise<readonly string[]> {
  const names = [...(await textsOf(page, 'Name'))];
  const next = page.getByRole('button', { name: 'Next page' });
  for (let number = 2; (await next.getAttribute('aria-disabled')) !== 'true'; number += 1) {
    const turned = page.waitForURL(new RegExp(`[?&]page=${number}&`));
    const before = await textsOf(page, 'Name');
    await next.click();
    await turned;
    await expect.poll(() => textsOf(page, 'Name')).not.toEqual(before);
    names.push(...(await textsOf(page, 'Name')));
  }
  return names;
}
