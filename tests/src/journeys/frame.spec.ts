/** The frame that all screens of the app share: where headings stand, and what the frame leaves of the window. */
import { SAMPLE_EMAIL } from '@leadloom/server/modules/sample-data/sample-data.service';
import { tableNames } from '@leadloom/shared/tables/tables';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { isOfRoute, screenRoutes } from '../screenshots/screen-routes.ts';
import { importRows, readImportFile } from '../screenshots/states.ts';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember, callApi } from './account-shortcuts.ts';
import { turnOnSecondFactor } from './operator-steps.ts';
import { credentialsOfSample, signInToSample } from './sample-account.ts';
import { requestsFailed } from './strict-test.ts';

test.use({ extension: false, settings: { OPERATORS: SAMPLE_EMAIL } });

const rowListSchema = z.looseObject({ id: z.number() });
const rowsSchema = z.object({ data: z.array(z.looseObject({ id: z.union([z.number(), z.string()]) })).min(1) });

async function firstId(page: Page, path: string): Promise<string> {
  const { data } = rowsSchema.parse(await callApi(page, { method: 'GET', path }));
  return String(data[0]?.id);
}

interface HeadingPlace {
  /** From the sidebar. */
  readonly left: number;
  readonly top: number;
  readonly size: string;
}

const inFrame = { left: 24, top: 48, size: '20px 28px 8px' } satisfies HeadingPlace;
/** The largest screens are looked at from farther away, so that everything grows. */
const atWidth: Readonly<Record<number, HeadingPlace>> = {
  390: { ...inFrame, left: 16 },
  1280: inFrame,
  1440: inFrame,
  2560: { left: 24, top: 54, size: '22.5px 31.5px 9px' },
};

/** Milliseconds until a screen is drawn for another width, on a machine with much else to do. */
const MOST_MILLISECONDS = 10_000;

async function headingPlace(page: Page): Promise<HeadingPlace> {
  const place = await page.locator('main h1').evaluate((heading) => {
    // What stands in for a screen until it is there has a heading, too, which goes with it.
    if (!heading.isConnected) return null;
    const { left, top } = heading.getBoundingClientRect();
    const { fontSize, lineHeight, paddingTop } = getComputedStyle(heading);
    const edge = document.querySelector('main')?.getBoundingClientRect().left ?? 0;
    return { left: Math.round(left - edge), top: Math.round(top), size: `${fontSize} ${lineHeight} ${paddingTop}` };
  });
  return place ?? headingPlace(page);
}

/** The screen is drawn for another width some time after the window has it. @returns the last place, as JSON */
async function settledPlace(page: Page, expected: HeadingPlace): Promise<string> {
  let measured = JSON.stringify(await headingPlace(page));
  const end = performance.now() + MOST_MILLISECONDS;
  while (performance.now() < end && measured !== JSON.stringify(expected)) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    measured = JSON.stringify(await headingPlace(page));
  }
  return measured;
}

test('The heading of every screen has one left edge, one top and one size', async ({ journey }) => {
  test.setTimeout(300_000);
  const { page } = journey;
  const misplaced: string[] = [];
  const visited: string[] = [];
  const measure = async (name: string): Promise<void> => {
    await expect(page.locator('main h1')).toBeVisible();
    for (const [width, place] of Object.entries(atWidth)) {
      await page.setViewportSize({ width: Number(width), height: 900 });
      const measured = await settledPlace(page, place);
      if (measured !== JSON.stringify(place)) misplaced.push(`${name} at ${width}: ${measured}`);
    }
    visited.push(new URL(page.url()).pathname.replace('/app', ''));
  };
  const visit = async (path: string): Promise<void> => {
    // By its address: the heading of the screen before is gone at once.
    await page.goto(`/app${path}`);
    await expect(page).toHaveURL(new RegExp(`/app${path}(\\?|$)`));
    await measure(path);
  };

  // Somebody who has never used the collector; all others are led on.
  await becomeMember(journey, { email: 'signe.reed@example.com', password: 'bobbin-and-warp-74' });
  await page.goto('/app/linkedin/onboarding');
  await measure('/linkedin/onboarding');
  await visit('/nowhere');
  await visit('/table/companies/999999');

  await page.evaluate(() => localStorage.clear());
  await signInToSample(journey);
  const { password } = await credentialsOfSample(journey);
  await turnOnSecondFactor(page, password);
  await page.reload();
  const simple = [...screenRoutes('openScreens', 'sessionScreens', 'operatorScreens')].filter((route) => !route.includes(':'));
  for (const route of simple) if (route !== '/linkedin/onboarding') await visit(route);
  for (const name of tableNames) await visit(`/table/${name}/${await firstId(page, `/table/${name}?per_page=1`)}`);
  await visit(`/linkedin/users/${await firstId(page, '/linkedin/users?per_page=1')}`);
  await visit('/linkedin/users/nobody');
  const list = await callApi(page, {
    method: 'POST',
    path: '/lists',
    body: { name: 'Q1 outreach', table: 'companies' },
  });
  await visit(`/lists/${z.object({ id: z.number() }).parse(list).id}`);
  await visit('/lists/999999999');
  await visit(`/operator/accounts/${await firstId(page, '/operator/accounts?per_page=1')}/exports`);
  await readImportFile(page, 'columns');
  await measure('a file to import');
  await importRows(page);
  await measure('an import');

  const routes = screenRoutes('openScreens', 'sessionScreens', 'operatorScreens');
  expect(routes.length).toBeGreaterThan(40);
  expect(routes.filter((route) => !visited.some((path) => isOfRoute(route, path)))).toEqual([]);
  expect(misplaced).toEqual([]);
});

/** Bars above the column header, whose place is found by the box to select all rows, on a phone too. */
async function barsAbove(page: Page): Promise<number> {
  const header = page.getByRole('checkbox', { name: /^Select all/ }).first();
  await expect(header).toBeVisible();
  return header.evaluate((box) => {
    // People of a narrow window have no header: their first block begins below the bar with the box.
    const row = box.closest('tr') ?? document.querySelector('main tbody tr');
    return Math.round(row?.getBoundingClientRect().top ?? Number.NaN);
  });
}

test('A phone has at most 180 pixels of bars above the column header, and the rest folded under the title', async ({
  journey,
}) => {
  const { page } = journey;
  await signInToSample(journey);
  await page.goto('/app/table/companies');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('leadloom-sample-rows'))).not.toBeNull();
  await page.setViewportSize({ width: 390, height: 844 });
  const bars: Record<string, number> = {};
  for (const path of [...tableNames.map((name) => `/table/${name}`), '/table/companies?country=Japan', '/linkedin/people']) {
    await page.goto(`/app${path}`);
    bars[path] = await barsAbove(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
  const list = rowListSchema.parse(
    await callApi(page, { method: 'POST', path: '/lists', body: { name: 'Outreach in the first quarter', table: 'companies' } }),
  );
  const note = 'Call all of them before the trade fair, and write down who decides.';
  await callApi(page, { method: 'PATCH', path: `/lists/${list.id}`, body: { note } });
  await page.goto(`/app/lists/${list.id}`);
  bars.list = await barsAbove(page);
  await expect(page.getByText(note)).toBeHidden();
  await page.getByRole('button', { name: 'More about Outreach in the first quarter' }).click();
  await expect(page.getByText(note)).toBeVisible();
  expect(Object.entries(bars).filter(([, height]) => height > 180)).toEqual([]);

  await page.goto('/app/table/tiktok-videos');
  const fold = page.getByRole('button', { name: 'More about TikTok Videos' });
  const greeting = page.getByText(`Welcome back, ${SAMPLE_EMAIL}!`);
  const sentence = page.getByText('Export these results to CSV');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(greeting).toBeHidden();
  await expect(sentence).toBeHidden();
  await fold.click();
  await expect(greeting).toBeVisible();
  await expect(sentence).toBeVisible();
  await fold.click();
  await expect(sentence).toBeHidden();
});

test('What does not exist is said within the frame', async ({ journey, expectComplaints }) => {
  expectComplaints(...requestsFailed);
  const { page } = journey;
  await signInToSample(journey);
  const missing = {
    '/nowhere': 'Page Not Found',
    '/table/companies/nothing': 'Page Not Found',
    '/table/companies/999999': 'There is no such row. It may have been deleted.',
    '/table/companies?list=999999': 'This list does not exist.',
    '/linkedin/users/nobody': 'Profile not found',
    '/operator': 'Page Not Found',
    '/alerts/999999': 'Page Not Found',
  };
  for (const [path, text] of Object.entries(missing)) {
    await page.goto(`/app${path}`);
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard', exact: true }),
    ).toBeVisible();
  }
});

/** A4 landscape within its margins. */
const PAPER = { width: 1047, height: 718 };

test('Tables and records are printed whole, and without what can only be pressed', async ({ journey }) => {
  const { page } = journey;
  await signInToSample(journey);
  const frame = page.locator(
    'header:has(button), nav[aria-label="Main"], main button:visible:not(th button), main input:visible',
  );
  const cutCells = () =>
    page.locator('table :is(th, td):visible').evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const [outer, page] = [cell.getBoundingClientRect(), document.documentElement.clientWidth];
          const parts = [cell, ...cell.querySelectorAll<HTMLElement>('*')].filter((part) => part.checkVisibility());
          const isCut = parts.some((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0);
          return isCut || outer.right > page + 1;
        })
        .map((cell) => cell.textContent),
    );
  for (const path of [...tableNames.map((name) => `/table/${name}`), '/linkedin/people']) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/app${path}`);
    await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ }).nth(9)).toBeVisible();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize(PAPER);
    expect(await frame.filter({ visible: true }).count(), path).toBe(0);
    expect(await cutCells(), path).toEqual([]);
    expect(await brokenWords(page), path).toEqual([]);
    await expect(page.locator('main h1')).toHaveCSS('color', 'rgb(22, 33, 31)');
    await expect(page.locator('tbody tr:visible')).toHaveCount(10);
  }
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`/app/table/companies/${await firstId(page, '/table/companies?per_page=1')}`);
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  expect(await frame.filter({ visible: true }).count()).toBe(0);
  await expect(page.getByText('Employee count')).toBeVisible();
});

test('The work layout prints all rows that are loaded, and says which they are', async ({ journey }) => {
  const { page } = journey;
  await signInToSample(journey);
  await callApi(page, { method: 'PATCH', path: '/preferences', body: { layout: 'work', layout_offer: 'closed' } });
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

/** Words of names that go on in another line. */
function brokenWords(page: Page): Promise<readonly string[]> {
  return page.locator('td a[href^="/app/table/"]:visible').evaluateAll((links) =>
    links.flatMap((link) => {
      const text = link.firstChild;
      if (!(text instanceof Text)) return [];
      return [...text.data.matchAll(/[\p{L}\d]+/gu)]
        .filter(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length > 1;
        })
        .map(([word]) => word);
    }),
  );
}

test('Every entry of the sidebar beyond the eight leads to a place of its own, with a picture of its own', async ({
  journey,
}) => {
  const { page } = journey;
  await signInToSample(journey);
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
  for (const { name, path } of entries) {
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
    places.push(new URL(page.url()).pathname);
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('[data-marked]'), path).toHaveText(name);
  }
  const eight = places.slice(0, 8);
  const beyond = places.slice(8);
  expect(new Set(beyond).size).toBe(beyond.length);
  expect(beyond.filter((place) => eight.includes(place))).toEqual([]);
});

test('A group of the sidebar is folded to the entry where one is, and a pinned list stands above all', async ({ journey }) => {
  const { page } = journey;
  await signInToSample(journey);
  const list = await callApi(page, { method: 'POST', path: '/lists', body: { name: 'Q1 outreach', table: 'companies' } });
  expect(list).toMatchObject({ name: 'Q1 outreach' });
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
