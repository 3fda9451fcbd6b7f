/**
 * What stands on a screen stays where it is while the rest of the screen comes, however late each part is. Each screen is
 * loaded in one of two windows by turns, and each table in both layouts; `pnpm faults` loads each in both windows.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { firstPreferences } from '@leadloom/shared/contract/preferences';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { test } from '../testing/journey.fixture.ts';
import { callApi } from './account-shortcuts.ts';
import { layoutShift, MOST_SHIFT } from './layout-shift.ts';
import { signInToSample } from './sample-account.ts';
import { isThorough, triedTables } from './thorough.ts';

test.use({ extension: false, sharesServer: true });

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Milliseconds until an answer comes: rows before the counts that the sentences about them need, and the layout before all. */
const delays = [
  [/\/(preferences|layout)$/, 60],
  [/\/total$/, 700],
  [/\/samples$/, 500],
  [/./, 250],
] as const;
/** After the last answer: what comes late has moved the page by then. */
const QUIET = 500;

async function slowDown(page: Page): Promise<void> {
  await page.route('**/api/v1/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await sleep(delays.find(([path]) => path.test(pathname))?.[1] ?? 0);
    await route.continue().catch(() => undefined);
  });
}

test('Nothing moves while tables, lists, people and records are loaded', async ({ journey }) => {
  test.setTimeout(400_000);
  const { page } = journey;
  await signInToSample(journey);
  const list = await callApi(page, { method: 'POST', path: '/lists', body: { name: 'Q1 outreach', table: 'companies' } });
  const { id } = z.object({ id: z.number() }).parse(list);
  await callApi(page, { method: 'PATCH', path: `/lists/${id}`, body: { note: 'Call before the trade fair' } });
  const tables = triedTables().map((name) => `/app/table/${name}`);
  const paths = [
    ...tables,
    '/app/linkedin/people',
    '/app/table/companies/1',
    '/app/table/people/1',
    `/app/lists/${id}`,
    '/app/dashboard',
  ];
  const pathsOfWideWindows = [
    ...tables.map((path) => `${path}?search_query=zzzzzz`),
    '/app/table/companies?page=2&per_page=25&sort=name&order=asc',
  ];
  await slowDown(page);
  const moving: string[] = [];
  for (const layout of ['specified', 'work']) {
    if (layout === 'work')
      await callApi(page, { method: 'PATCH', path: '/preferences', body: { layout, layout_offer: 'closed' } });
    for (const [turn, size] of windows.entries()) {
      await page.setViewportSize(size);
      // The layouts take opposite turns, so that each table is in both windows.
      const all = layout === 'work' ? tables.toReversed() : paths;
      const tried = all.filter((_, index) => isThorough() || (index + turn) % windows.length === 0);
      for (const path of layout === 'specified' && size.width > 390 ? [...tried, ...pathsOfWideWindows] : tried) {
        await page.goto(path);
        await expect(page.locator('main h1')).toBeVisible();
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(QUIET);
        const { score, moved } = await layoutShift(page);
        if (score > MOST_SHIFT) moving.push(`${path} at ${size.width}, ${layout}: ${score.toFixed(4)}, ${moved.join(', ')}`);
      }
    }
  }
  await callApi(page, { method: 'PATCH', path: '/preferences', body: firstPreferences });
  expect(moving).toEqual([]);
});
