import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeNewMember } from './account-shortcuts.ts';
import { parseCsv } from './parse-csv.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'wilma.weft@example.com', password: 'shed-and-shuttle-71' };

test('By the keyboard alone rows become a chart, a value filters, and the chart is saved, pinned and found again', async ({
  journey,
}) => {
  test.setTimeout(180_000);
  const { page } = journey;
  await becomeNewMember(journey, person);
  await page.goto('/app/table/companies');
  await expect(page.getByRole('grid', { name: 'Companies' }).getByRole('button', { name: /^Open / })).toHaveCount(10);
  const figures = page.getByRole('region', { name: 'Companies by vertical, as a table' });

  await test.step('rows become a chart by vertical', async () => {
    await command(page, 'Show as a chart');
    await expect(page).toHaveURL(/show=chart&by=country/);
    await tabTo(page, page.getByRole('combobox', { name: 'By', exact: true }));
    await page.keyboard.type('Vert');
    await expect(page).toHaveURL(/show=chart&by=vertical/);
    await expect(figures).toBeVisible();
    await expect(page.locator('figure svg').first()).toBeVisible();
  });

  await test.step('a value filters, and Back takes the filter away', async () => {
    const first = figures.getByRole('button').first();
    const value = (await first.textContent()) ?? '';
    await tabTo(page, first);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Vertical: ${value}` })).toBeVisible();
    await expect(figures.getByRole('button').first()).toHaveText(value);
    await expect(page).toHaveURL(/vertical=.*show=chart&by=vertical/);
    // The keys for it are the browser's, which a headless one has not.
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Vertical', exact: true })).toBeVisible();
    await expect(page.getByText(/^300 rows/)).toBeVisible();
  });

  await test.step('the picture and the figures are files', async () => {
    const picture = await downloaded(page, 'Download the chart as PNG');
    expect(picture.name).toBe('companies-by-vertical.png');
    expect(picture.content.subarray(1, 4).toString()).toBe('PNG');
    // The width stands behind the signature and the name of the first part.
    expect(picture.content.readUInt32BE(16)).toBeGreaterThanOrEqual(1600);
    const file = await downloaded(page, 'Download the figures as CSV');
    const lines = parseCsv(file.content.toString().replace('\ufeff', ''));
    expect(lines[0]).toEqual(['Vertical', 'Rows', 'Share']);
    expect(lines.length).toBeGreaterThan(10);
  });

  await test.step('the chart is saved as a view, and pinned to the dashboard', async () => {
    await command(page, 'Save as a view');
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.type('By vertical');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'By vertical', selected: true })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Views' }));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Pin to dashboard' }).waitFor();
    await page.keyboard.type('Pin');
    await expect(page.getByRole('menuitem', { name: 'Pin to dashboard' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('“By vertical” was pinned to the dashboard.')).toBeVisible();
  });

  await test.step('it stands on the dashboard, and leads to its table', async () => {
    await page.goto('/app/dashboard');
    const card = page.getByRole('region', { name: 'Charts' }).getByRole('listitem');
    await expect(card).toContainText('Companies by vertical · 300 rows');
    await expect(card.locator('svg').first()).toBeVisible();
    await tabTo(page, card.getByRole('link', { name: 'By vertical' }));
    await page.keyboard.press('Enter');
    await expect(figures).toBeVisible();
    await expect(page).toHaveURL(/show=chart&by=vertical&view=/);
  });
});

/** Does what the palette offers under this name. */
async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { selected: true })).toContainText(name);
  await page.keyboard.press('Enter');
}

/** Goes from stop to stop until the element has the focus. */
async function tabTo(page: Page, element: ReturnType<Page['locator']>): Promise<void> {
  await element.waitFor();
  for (let stops = 0; stops < 120; stops += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('No stop of the Tab key is the element.');
}

async function downloaded(page: Page, button: string): Promise<{ readonly name: string; readonly content: Buffer }> {
  await tabTo(page, page.getByRole('button', { name: button }));
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}
