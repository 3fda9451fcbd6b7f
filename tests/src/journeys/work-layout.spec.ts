import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeNewMember } from './account-shortcuts.ts';
import { framesOf, mixedFrames } from './frames.ts';
import { showInApp } from './go-in-app.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'tilda.treadle@example.com', password: 'shed-and-shuttle-53' };
const OFFER = 'More rows, and what matters first: use the work layout';

test('The work layout is offered once, shows more rows, and scrolls into the next page', async ({ journey }) => {
  test.setTimeout(120_000);
  const { page } = journey;
  await page.setViewportSize({ width: 1440, height: 900 });
  await becomeNewMember(journey, person);
  await page.goto('/app/table/companies');
  const rows = page.locator('tbody tr[aria-selected]');
  const pager = page.getByRole('navigation', { name: 'Pages' });
  await expect(rows).toHaveCount(10);
  const top = await topOfRows(page);

  await test.step('the offer takes no room above the rows, and is answered by one press', async () => {
    await expect(page.getByText(OFFER)).toBeVisible();
    await page.getByRole('button', { name: 'Use it' }).click();
    await expect(page.getByText(OFFER)).toBeHidden();
    await expect(pager).toContainText('1–25 of');
    expect(await topOfRows(page)).toBe(top);
  });

  await test.step('as many rows as fit are in sight, with what people look for', async () => {
    expect((await rowsInSight(page)).length).toBeGreaterThanOrEqual(21);
    for (const name of ['Name', 'Website', 'Verticals', 'Employee count', 'Last financing deal type'])
      await expect(page.getByRole('columnheader', { name: new RegExp(`^${name}`) })).toBeInViewport({ ratio: 0.9 });
    const profile = page.getByRole('columnheader', { name: /^LinkedIn URL/ });
    expect((await profile.boundingBox())?.width).toBe(40);
  });

  await test.step('scrolling goes on into the next page, and pager and address follow', async () => {
    await page.getByRole('grid').hover();
    await expect(async () => {
      await page.mouse.wheel(0, 240);
      expect((await rowsInSight(page))[0]).toBeGreaterThan(30);
    }).toPass();
    await expect(pager).toContainText('26–50 of');
    await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('2');
    await expect(page).toHaveURL(/[?&]page=2&per_page=25/);
  });

  await test.step('a reload keeps layout and page', async () => {
    await page.reload();
    await expect(pager).toContainText('26–50 of');
    await expect.poll(async () => (await rowsInSight(page))[0]).toBe(26);
    await expect(page.getByText(OFFER)).toBeHidden();
  });

  await test.step('rows before the page that was opened are reached by scrolling, too', async () => {
    await page.getByRole('grid').hover();
    await expect(async () => {
      await page.mouse.wheel(0, -240);
      expect((await rowsInSight(page))[0]).toBe(1);
    }).toPass();
    await expect(pager).toContainText('1–25 of');
  });

  await test.step('a selection reaches over pages, and a record goes over their border', async () => {
    await page.locator('tr[aria-rowindex="25"] input').click();
    await page.locator('tr[aria-rowindex="28"] input').click({ modifiers: ['Shift'] });
    await expect(page.getByText('4 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.locator('tr[aria-rowindex="26"] td').nth(5).dblclick();
    await expect(page.locator('tr[aria-rowindex="26"]')).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('j');
    await expect(page.locator('tr[aria-rowindex="27"]')).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('tr[aria-rowindex="27"]')).toBeInViewport();
    await page.keyboard.press('Escape');
  });

  await test.step('keys reach rows that are not drawn yet', async () => {
    await page.locator('tr[aria-rowindex="27"] td').nth(5).click();
    await page.keyboard.press('PageDown');
    await expect(page.locator('tr[aria-rowindex="37"] :focus, tr[aria-rowindex="37"] td:focus')).toBeVisible();
    const last = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
    await page.keyboard.press('Control+End');
    await expect(page.locator(`tr[aria-rowindex="${last}"] :focus, tr[aria-rowindex="${last}"] td:focus`)).toBeVisible();
    await expect(pager.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('a sort begins anew at the first row, and rows of two answers are never shown at once', async () => {
    await page.goto('/app/table/companies?page=3&per_page=25');
    await expect.poll(async () => (await rowsInSight(page))[0]).toBe(51);
    await expect(page.locator('tbody[data-loading]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    const header = await page.getByRole('columnheader', { name: /^Country/ }).boundingBox();
    // Pressed where it is: to be on the safe side, the test's click would scroll first, though the header is always in sight.
    const frames = await framesOf(page, () => page.mouse.click((header?.x ?? 0) + 24, (header?.y ?? 0) + 18));
    expect(mixedFrames(frames)).toEqual([]);
    expect((await rowsInSight(page))[0]).toBe(1);
    await expect(page).toHaveURL(/[?&]page=1&per_page=25&sort=country/);
  });

  await test.step('the layout stands beside the densities, for all tables', async () => {
    await showInApp(page, '/app/table/people', 'People');
    await expect(pager).toContainText('1–25 of');
    await page.getByRole('button', { name: 'Density' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Work' })).toBeChecked();
    await page.getByRole('menuitemradio', { name: 'Specified' }).click();
    await expect(rows).toHaveCount(10);
    await expect(pager).toContainText('1–10 of');
    await showInApp(page, '/app/table/companies', 'Companies');
    await expect(rows).toHaveCount(10);
  });
});

/** The numbers of the rows that are whole in sight. */
function rowsInSight(page: Page): Promise<readonly number[]> {
  return page.getByRole('grid').evaluate((grid) => {
    const box = grid.parentElement?.parentElement;
    const header = grid.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
    const bottom = (box?.getBoundingClientRect().top ?? 0) + (box?.clientHeight ?? 0);
    return [...grid.querySelectorAll('tbody tr[aria-selected]')]
      .filter((row) => {
        const seen = row.getBoundingClientRect();
        return seen.top >= header - 1 && seen.bottom <= bottom + 1;
      })
      .map((row) => Number(row.getAttribute('aria-rowindex')) - 1);
  });
}

async function topOfRows(page: Page): Promise<number | undefined> {
  return (await page.locator('tbody tr').first().boundingBox())?.y;
}
