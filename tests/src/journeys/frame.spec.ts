/** The frame that all screens of the app share: what it says and prints, and where its sidebar leads. */
import { expect } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember, callApi } from './account-shortcuts.ts';
import { goInApp } from './go-in-app.ts';
import { requestsFailed } from './strict-test.ts';
import { isThorough } from './thorough.ts';

test.use({ extension: false, sharesServer: true });

test('What does not exist is said within the frame', async ({ journey, expectComplaints }) => {
  expectComplaints(...requestsFailed);
  const { page } = journey;
  await becomeMember(journey, { email: 'sunniva.reed@example.com', password: 'bobbin-and-warp-76' });
  // No two in a row say the same, so that no screen is taken for the next one.
  const missing = {
    '/nowhere': 'Page Not Found',
    '/table/companies/999999': 'There is no such row. It may have been deleted.',
    '/table/companies/nothing': 'Page Not Found',
    '/table/companies?list=999999': 'This list does not exist.',
    '/operator': 'Page Not Found',
    '/linkedin/users/nobody': 'Profile not found',
    '/alerts/999999': 'Page Not Found',
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [path, text] of Object.entries(missing)) {
    // In `pnpm faults` each is opened by its address.
    await (isThorough() || !page.url().includes('/app/') ? page.goto(`/app${path}`) : goInApp(page, `/app${path}`));
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard', exact: true }),
    ).toBeVisible();
  }
});

test('The work layout prints all rows that are loaded, and says which they are', async ({ journey }) => {
  const { page } = journey;
  await becomeMember(journey, { email: 'siri.reed@example.com', password: 'bobbin-and-warp-77' });
  await callApi(page, { method: 'PATCH', path: '/preferences', body: { layout: 'work' } });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/app/table/companies?page=2&per_page=50');
  const rows = page.locator('tbody tr[aria-selected]');
  await expect.poll(() => rows.count()).toBeGreaterThan(40);
  await page.waitForLoadState('networkidle');
  // The pages before and after the one in sight are loaded, and most of their rows are not drawn.
  expect(await rows.count()).toBeLessThan(100);
  const scrolledTo = () => page.getByRole('grid').evaluate((grid) => grid.parentElement?.parentElement?.scrollTop);
  const before = await scrolledTo();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(rows).toHaveCount(150);
  await expect(page.getByText(/^Rows 1–150 of \d+$/)).toBeVisible();
  const top = await page.locator('thead').evaluate((head) => head.getBoundingClientRect().bottom);
  expect((await rows.first().boundingBox())?.y).toBeCloseTo(top, -1);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => rows.count()).toBeLessThan(100);
  await expect(page.getByText(/^Rows 1–150/)).toBeHidden();
  expect(await scrolledTo()).toBe(before);
});

test('Every entry of the sidebar beyond the eight leads to a place of its own, with a picture of its own', async ({
  journey,
}) => {
  const { page } = journey;
  await becomeMember(journey, { email: 'silje.reed@example.com', password: 'bobbin-and-warp-78' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/app/lists');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links.nth(20)).toBeVisible();
  const entries = await links.evaluateAll((all) =>
    all.map((link) => ({
      name: link.textContent,
      path: link.getAttribute('href') ?? '',
      picture: link.querySelector('svg')?.innerHTML,
    })),
  );
  expect(entries.length).toBeGreaterThan(20);
  expect(new Set(entries.map(({ picture }) => picture)).size).toBe(entries.length);
  const places: string[] = [];
  for (const [place, { name, path }] of entries.entries()) {
    await links.nth(place).click();
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('[data-marked]'), path).toHaveText(name);
    await expect(page.locator('main h1')).toBeVisible();
    places.push(new URL(page.url()).pathname);
  }
  const eight = places.slice(0, 8);
  const beyond = places.slice(8);
  expect(new Set(beyond).size).toBe(beyond.length);
  expect(beyond.filter((place) => eight.includes(place))).toEqual([]);
});

test('A group of the sidebar is folded to the entry where one is, and a pinned list stands above all', async ({ journey }) => {
  const { page } = journey;
  await becomeMember(journey, { email: 'solfrid.reed@example.com', password: 'bobbin-and-warp-79' });
  const list = await callApi(page, { method: 'POST', path: '/lists', body: { name: 'Q1 outreach', table: 'companies' } });
  expect(list).toMatchObject({ name: 'Q1 outreach' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/app/lists');
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await sidebar.getByRole('button', { name: 'Data' }).click();
  await expect(sidebar.getByRole('link', { name: 'Lists', exact: true })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'G2 Reviews' })).toBeHidden();
  await page.reload();
  await expect(sidebar.getByRole('button', { name: 'Data', expanded: false })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'G2 Reviews' })).toBeHidden();

  await page.getByRole('button', { name: 'Pin Q1 outreach' }).click();
  const pinned = sidebar.getByRole('list', { name: 'Pinned' }).getByRole('link', { name: 'Q1 outreach' });
  await expect(sidebar.getByRole('link').first()).toHaveText(/Q1 outreach$/);
  await pinned.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Q1 outreach' })).toBeVisible();
  await expect(pinned).toHaveAttribute('aria-current', 'true');
  await pinned.hover();
  await sidebar.getByRole('button', { name: 'Unpin Q1 outreach' }).click();
  await expect(pinned).toBeHidden();
});
