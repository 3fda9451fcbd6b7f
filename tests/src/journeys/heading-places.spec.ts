/**
 * Where headings stand: one frame is shared by all screens of the app. Each third screen is measured at one of the two common
 * widths by turns, and `pnpm faults` measures every screen at all widths.
 */
import { SAMPLE_EMAIL } from '@leadloom/server/modules/sample-data/sample-data.service';
import { tableNames } from '@leadloom/shared/tables/tables';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { isOfRoute, screenRoutes } from '../screenshots/screen-routes.ts';
import { importRows, readImportFile } from '../screenshots/states.ts';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember, callApi } from './account-shortcuts.ts';
import { firstId } from './first-id.ts';
import { goInApp } from './go-in-app.ts';
import { turnOnSecondFactor } from './operator-steps.ts';
import { credentialsOfSample, signInToSample } from './sample-account.ts';
import { isThorough, triedTables } from './thorough.ts';

test.use({ extension: false, settings: { OPERATORS: SAMPLE_EMAIL } });

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
/** Of the others, one has the place of these, and one enlarges whatever is there. */
const COMMON_WIDTHS = [390, 1440];
/** Each n-th of the screens that need no id is measured. */
const EVERY = 3;

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
    const common = COMMON_WIDTHS[visited.length % COMMON_WIDTHS.length];
    const places = Object.entries(atWidth).map(([width, place]) => [Number(width), place] as const);
    for (const [width, place] of places.filter((each) => isThorough() || each[0] === common)) {
      await page.setViewportSize({ width, height: 900 });
      const measured = await settledPlace(page, place);
      if (measured !== JSON.stringify(place)) misplaced.push(`${name} at ${width}: ${measured}`);
    }
    visited.push(new URL(page.url()).pathname.replace('/app', ''));
  };
  /** By its address, for what is shown by the screen before as well. */
  const open = async (path: string): Promise<void> => {
    await page.goto(`/app${path}`);
    await expect(page).toHaveURL(new RegExp(`/app${path}(\\?|$)`));
    await measure(path);
  };
  const visit = async (path: string): Promise<void> => {
    // Marked, so that it is not taken for the heading of the next screen, which may be the same element with another text.
    const before = await page.locator('main h1').evaluate((heading) => {
      heading.setAttribute('data-left', '');
      return heading.textContent;
    });
    await goInApp(page, `/app${path}`);
    await expect(page).toHaveURL(new RegExp(`/app${path}(\\?|$)`));
    const isNext = (headings: readonly Element[], text: string) =>
      headings.some((heading) => !heading.hasAttribute('data-left') || heading.textContent !== text);
    await expect.poll(() => page.locator('main h1').evaluateAll(isNext, before)).toBe(true);
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
  await page.goto('/app/dashboard');
  await expect(page.locator('main h1')).toBeVisible();
  const others = tableNames.filter((name) => !triedTables().includes(name)).map((name) => `/table/${name}`);
  const routes = screenRoutes('openScreens', 'sessionScreens', 'operatorScreens').filter(
    (route) => !others.some((other) => route === other || route.startsWith(`${other}/`)),
  );
  const simple = routes.filter((route) => !route.includes(':') && route !== '/linkedin/onboarding');
  const tried = simple.filter((_, place) => isThorough() || place % EVERY === 0);
  for (const route of tried) await visit(route);
  for (const name of triedTables()) await open(`/table/${name}/${await firstId(page, `/table/${name}?per_page=1`)}`);
  await open(`/linkedin/users/${await firstId(page, '/linkedin/users?per_page=1')}`);
  await open('/linkedin/users/nobody');
  const list = await callApi(page, {
    method: 'POST',
    path: '/lists',
    body: { name: 'Q1 outreach', table: 'companies' },
  });
  await open(`/lists/${z.object({ id: z.number() }).parse(list).id}`);
  await open('/lists/999999999');
  await open(`/operator/accounts/${await firstId(page, '/operator/accounts?per_page=1')}/exports`);
  if (isThorough()) {
    await readImportFile(page, 'columns');
    await measure('a file to import');
    await importRows(page);
    await measure('an import');
  }

  expect(routes.length).toBeGreaterThan(30);
  const meant = isThorough() ? routes : tried;
  expect(meant.filter((route) => !visited.some((path) => isOfRoute(route, path)))).toEqual([]);
  expect(misplaced).toEqual([]);
});
