/** What can be seen of tables in windows of four sizes and in dark colours: nothing is cut, hidden or told apart by luck. */
import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember, callApi } from './account-shortcuts.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'solveig.reed@example.com', password: 'reed-and-raddle-board-5' };
const VIEW = 'FinTech in the German-speaking countries, funded since 2024';
const sizes = {
  desk: { width: 1440, height: 900 },
  laptop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  wall: { width: 2560, height: 1440 },
} as const;

/** Whether a text is wider than its element, be it by less than a pixel: letters are missing then. */
const isCut = (of: Locator) =>
  of.evaluate((element) => {
    if (element.scrollWidth > element.clientWidth + 1) return true;
    if (getComputedStyle(element).whiteSpace !== 'nowrap') return false;
    const whole = element.cloneNode(true);
    if (!(whole instanceof HTMLElement)) return false;
    whole.style.cssText = 'position: absolute; visibility: hidden; width: max-content; max-width: none';
    element.parentElement?.append(whole);
    const needed = whole.getBoundingClientRect().width;
    whole.remove();
    return needed > element.getBoundingClientRect().width + 0.02;
  });

async function openCompanies(page: Page, query = ''): Promise<void> {
  await page.goto(`/app/table/companies${query}`);
  await expect(page.getByRole('grid', { name: 'Companies' })).toHaveAttribute('aria-busy', 'false');
}

test('Tables show what they hold in every window and in dark colours', async ({ journey }) => {
  test.setTimeout(180_000);
  const { page } = journey;
  await becomeMember(journey, person);
  const state = { filters: { vertical: ['FinTech'] }, columns: [], sort: null, order: null, per_page: null };
  await callApi(page, {
    method: 'POST',
    path: '/table-views',
    body: { table: 'companies', name: VIEW, state, is_default: true },
  });

  await test.step('at 1280 px the sentence about exports is whole, and the tabs give way', async () => {
    await page.setViewportSize(sizes.laptop);
    await openCompanies(page);
    expect.soft(await isCut(page.getByText(/^Export these results to CSV/))).toBe(false);
  });

  await test.step('an entry of the menu of views shows the whole name', async () => {
    await page.setViewportSize(sizes.desk);
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    expect.soft(await isCut(page.getByRole('menuitem', { name: /^Update/ }))).toBe(false);
    await page.keyboard.press('Escape');
  });

  await test.step('in dark colours a line is around what lies over the table', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Density' }).click();
    const menu = page.locator('.MuiPopover-paper').filter({ has: page.getByRole('menu', { name: 'Density' }) });
    const shadow = await menu.evaluate((element) => getComputedStyle(element).boxShadow);
    expect.soft(shadow).toMatch(/0px 0px 0px 1px/);
    await page.keyboard.press('Escape');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await test.step('fields beside each other have one height and one frame', async () => {
    await openCompanies(page);
    await page.keyboard.press('j');
    const record = page.getByRole('complementary', { name: 'Record' });
    const [tags, note] = [record.getByRole('combobox', { name: 'Tags' }), record.getByRole('textbox', { name: 'New note' })];
    const looks = (field: Locator) =>
      field.locator('xpath=ancestor::div[contains(@class, "MuiOutlinedInput-root")]').evaluate((element) => ({
        height: element.getBoundingClientRect().height,
        line: getComputedStyle(element.querySelector('fieldset') ?? element).borderTopColor,
      }));
    // Until it is pressed, something simpler stands for the field.
    await tags.click();
    await expect(tags).toHaveAttribute('aria-autocomplete', 'list');
    await page.keyboard.press('Escape');
    await page.mouse.move(0, 0);
    expect.soft(await looks(note)).toEqual(await looks(tags));
  });

  await test.step('on a phone a long chip keeps its ×, and the number of filters in use is told', async () => {
    await page.setViewportSize(sizes.phone);
    await openCompanies(page, '?search_query=a%20company%20with%20a%20rather%20long%20name');
    const filters = page.getByRole('region', { name: 'Filters' });
    await expect.soft(filters.getByText('1 active')).toBeVisible();
    const [line, clear] = await Promise.all([
      filters.locator('.chips').boundingBox(),
      filters.getByRole('button', { name: 'Clear Search' }).boundingBox(),
    ]);
    expect.soft((clear?.x ?? 0) + (clear?.width ?? 0)).toBeLessThanOrEqual((line?.x ?? 0) + (line?.width ?? 0) + 1);
    await openCompanies(page, '?country=Germany,France,Norway,Sweden&vertical=FinTech');
    await expect.soft(filters.getByText('2 active')).toBeVisible();
    const last = await filters.getByRole('button', { name: 'Clear filters' }).boundingBox();
    expect.soft((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(sizes.phone.width);
  });

  await test.step('at 2560 px names take the room that is left, and dialogs and records grow with the text', async () => {
    await page.setViewportSize(sizes.wall);
    await page.goto('/app/table/reddit-posts');
    const grid = page.getByRole('grid', { name: 'Reddit Posts' });
    await expect(grid.locator('tbody input').first()).toBeVisible();
    expect.soft(await isCut(grid.locator('tbody tr').first().locator('td').nth(1).locator('a'))).toBe(false);
    await openCompanies(page);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const counted = page.getByRole('dialog').getByText('Already exported this month, not counted again');
    expect.soft((await counted.boundingBox())?.height).toBeLessThan(40);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    const record = page.getByRole('complementary', { name: 'Record' });
    await expect(record).toBeVisible();
    expect.soft((await record.boundingBox())?.width).toBeGreaterThan(530);
  });

  await test.step('the print of a list has its title, and that of a record no empty fields', async () => {
    await page.setViewportSize(sizes.desk);
    const list = await callApi(page, { method: 'POST', path: '/lists', body: { table: 'companies', name: 'Q1 outreach' } });
    await page.goto(`/app/lists/${z.object({ id: z.number() }).parse(list).id}`);
    const title = page.getByRole('heading', { level: 1, name: 'Q1 outreach' });
    await expect(title).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect.soft(title).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await openCompanies(page);
    await page.keyboard.press('j');
    const marks = page.getByRole('region', { name: 'Your tags and notes' });
    await expect(marks.getByRole('textbox', { name: 'New note' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(async () => (await marks.boundingBox())?.height ?? 0).toBeLessThan(40);
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('the number 404 stands beside its heading', async () => {
    await page.setViewportSize(sizes.desk);
    await page.goto('/app/nowhere');
    const heading = page.getByRole('heading', { name: 'Page Not Found' });
    await expect(heading).toBeVisible();
    const [left, number] = [(await heading.boundingBox())?.x ?? 0, await page.getByText('404', { exact: true }).boundingBox()];
    expect.soft(number?.x).toBeLessThan(left + 240);
  });
});
