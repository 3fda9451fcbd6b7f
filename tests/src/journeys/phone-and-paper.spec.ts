/** What the frame that all screens share leaves of a phone's window, and what of it is printed. */
import { SAMPLE_EMAIL } from '@leadloom/server/modules/sample-data/sample-data.service';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember, callApi } from './account-shortcuts.ts';
import { fillProfile, openLine } from './account-steps.ts';
import { firstId } from './first-id.ts';
import { signInToSample } from './sample-account.ts';
import { triedTables } from './thorough.ts';

test.use({ extension: false, sharesServer: true });

const rowListSchema = z.looseObject({ id: z.number() });

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

test('A phone has at most 180 pixels of bars above the column header, the order of people whole, and the rest folded under the title', async ({
  journey,
}) => {
  const { page } = journey;
  await signInToSample(journey);
  await page.goto('/app/table/companies');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('leadloom-sample-rows'))).not.toBeNull();
  await page.setViewportSize({ width: 390, height: 844 });
  const bars: Record<string, number> = {};
  for (const path of [...triedTables().map((name) => `/table/${name}`), '/table/companies?country=Japan', '/linkedin/people']) {
    await page.goto(`/app${path}`);
    bars[path] = await barsAbove(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    const order = page.locator('main label', { hasText: 'Sort by' }).getByText('Collected', { exact: true });
    await expect(order).toBeVisible();
    const cutOff = () => order.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(cutOff, `at ${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/linkedin/people?query=supply%20chain');
  await expect(page.getByRole('button', { name: 'Clear Search' })).toBeInViewport({ ratio: 1 });
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

test('An account with a long email fits a phone, where no card touches the edges', async ({ journey }) => {
  const { page } = journey;
  await becomeMember(journey, {
    email: 'a.rather.long.address.of.somebody@subsidiary.example.com',
    password: 'bobbin-and-warp-75',
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/account');
  for (const line of ['Email', 'Password', 'Passkeys', 'Two-factor sign-in', 'Sessions', 'Delete account'])
    await openLine(page, line);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.goto('/app/profile');
  await fillProfile(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Test money only.')).toBeVisible();
  expect(await page.getByRole('main').boundingBox()).toMatchObject({ x: 16, width: 390 - 2 * 16 });
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
  for (const path of [...triedTables().map((name) => `/table/${name}`), '/linkedin/people']) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/app${path}`);
    await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ }).nth(9)).toBeVisible();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize(PAPER);
    // A screen is drawn for another width some time after the window has it.
    await expect(frame.filter({ visible: true }), path).toHaveCount(0);
    await expect.poll(cutCells, path).toEqual([]);
    await expect.poll(() => brokenWords(page), path).toEqual([]);
    await expect(page.locator('main h1')).toHaveCSS('color', 'rgb(22, 33, 31)');
    await expect(page.locator('tbody tr:visible')).toHaveCount(10);
  }
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`/app/table/companies/${await firstId(page, '/table/companies?per_page=1')}`);
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(frame.filter({ visible: true })).toHaveCount(0);
  await expect(page.getByText('Employee count')).toBeVisible();
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
