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

test.use({ extension: false, settings: { OPERATORS: SAMPLE_EMAIL } });

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
  1280: inFrame,
  1440: inFrame,
  2560: { left: 24, top: 54, size: '22.5px 31.5px 9px' },
};

async function headingPlace(page: Page): Promise<HeadingPlace> {
  return page.locator('main h1').evaluate((heading) => {
    const { left, top } = heading.getBoundingClientRect();
    const { fontSize, lineHeight, paddingTop } = getComputedStyle(heading);
    const edge = document.querySelector('main')?.getBoundingClientRect().left ?? 0;
    return { left: Math.round(left - edge), top: Math.round(top), size: `${fontSize} ${lineHeight} ${paddingTop}` };
  });
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
      const measured = JSON.stringify(await headingPlace(page));
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
  await readImportFile(page, 'columns');
  await measure('a file to import');
  await importRows(page);
  await measure('an import');

  const routes = screenRoutes('openScreens', 'sessionScreens', 'operatorScreens');
  expect(routes.length).toBeGreaterThan(40);
  expect(routes.filter((route) => !visited.some((path) => isOfRoute(route, path)))).toEqual([]);
  expect(misplaced).toEqual([]);
});
