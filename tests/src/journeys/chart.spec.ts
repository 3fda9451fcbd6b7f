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

  await test.step('a question that takes groups is asked, drawn, saved and watched with at most 30 presses', async () => {
    const keys = countedKeys(page);
    await keys.command('Advanced filters');
    const text = page.getByRole('textbox', { name: 'The same as text' });
    await keys.tabTo(text);
    await keys.type(
      'country != "Germany" and (employee_count between 50 and 200 or revenue > 10) and people(email is not blank)',
    );
    await expect(page).toHaveURL(/where=/);
    await keys.press('Control+Enter');
    await expect(text).toBeHidden();
    await keys.command('Show as a chart');
    await expect(page).toHaveURL(/show=chart/);
    await keys.command('Chart by Vertical');
    await expect(figures).toBeVisible();
    await keys.command('Save as a view');
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await keys.type('Worth a call');
    await keys.press('Enter');
    await expect(page.getByRole('tab', { name: 'Worth a call', selected: true })).toBeVisible();
    await keys.command('Alert me about these rows');
    const dialog = page.getByRole('dialog', { name: 'New alert' });
    await expect(dialog.getByRole('button', { name: 'Create alert' })).toBeEnabled();
    await keys.tabTo(dialog.getByRole('button', { name: 'Create alert' }));
    await keys.press('Enter');
    await expect(page.getByRole('list', { name: 'Alerts' }).or(page.getByText('Worth a call')).first()).toBeVisible();
    expect(keys.pressed()).toBeLessThanOrEqual(30);
  });
  await page.goto('/app/table/companies');
  await expect(page.getByRole('grid', { name: 'Companies' }).getByRole('button', { name: /^Open / })).toHaveCount(10);

  await test.step('rows become the chart that was shown last', async () => {
    await command(page, 'Show as a chart');
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
    await tabTo(page, page.getByRole('button', { name: 'Views', exact: true }));
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

/** Counts as people do: each key that is no letter of a text. */
function countedKeys(page: Page) {
  let pressed = 0;
  const press = async (key: string): Promise<void> => {
    pressed += 1;
    await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text, { delay: 30 });
  return {
    pressed: () => pressed,
    press,
    type,
    command: async (name: string): Promise<void> => {
      await press('Control+k');
      await type(name);
      await expect(page.getByRole('option', { selected: true })).toContainText(name);
      await press('Enter');
    },
    tabTo: async (element: ReturnType<Page['locator']>): Promise<void> => {
      await element.waitFor();
      for (let stops = 0; stops < 40; stops += 1) {
        if (await element.evaluate((one) => one === document.activeElement)) return;
        await press('Tab');
      }
      throw new Error('No stop of the Tab key is the element.');
    },
  };
}

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
