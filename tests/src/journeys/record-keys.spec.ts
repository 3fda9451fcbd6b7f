/**
 * Keys in a table, at people's pauses: J and K through the records, and letters typed right after the press on a chip, while
 * the code of its field is still on its way.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember } from './account-shortcuts.ts';
import { isBuiltFile } from './built-files.ts';
import { isThorough } from './thorough.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'solveig.temple@example.com', password: 'temple-and-breast-beam-3' };
/** Milliseconds between keys, over and over. */
const PAUSES = [60, 110, 200, 30, 150, 90];
/** Milliseconds by which every file is late. */
const SLOW_FILE = 1_500;
/** How many times slower the processor is where it is slow; a browser computes for nothing meanwhile. */
const slowed = () => (isThorough() ? 6 : 2);
/** Milliseconds by which every answer about a record is late. */
const SLOW_ANSWER = 1_000;
/** Of the filters' fields. */
const FIELD_FILES = ['filter-popover', 'filter-field', 'choice-field', 'my-filter-fields', 'Autocomplete'];
/** Of the screen of a table. */
const TABLE_FILES = ['table-screen'];
/** Keys count, letters too. */
const MOST_PRESSES = 11;

test('J and K go through the records, and what is typed after a press on a chip filters, however late its field is', async ({
  journey,
}) => {
  test.setTimeout(180_000);
  const { page } = journey;
  await becomeMember(journey, person);
  await page.goto('/app/table/companies?page=1&per_page=10');
  const names = page.getByRole('grid', { name: 'Companies' }).locator('tbody tr td:nth-child(2) a');
  await expect(names).toHaveCount(10);
  const record = page.getByRole('complementary', { name: 'Record' });
  const heading = record.getByRole('heading', { level: 2 });
  const devTools = await page.context().newCDPSession(page);

  await test.step('a press on a name opens its record, with the middle button its page', async () => {
    await names.nth(2).click();
    await expect(heading).toHaveText((await names.nth(2).textContent()) ?? '');
    const opening = page.context().waitForEvent('page');
    await names.nth(4).click({ button: 'middle' });
    const beside = await opening;
    await expect(beside.getByRole('heading', { level: 1 })).toHaveText((await names.nth(4).textContent()) ?? '');
    await beside.close();
  });

  await test.step('J and K go through the rows as fast as they are pressed, also over the end of the page', async () => {
    await typeAtPauses(page, 'jjkjj');
    await expect(heading).toHaveText((await names.nth(5).textContent()) ?? '');
    const first = await names.first().textContent();
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowed() });
    // Four to the end of the page, one over it, and one that comes while it is turned.
    await typeAtPauses(page, 'jjjjjj');
    await expect(page).toHaveURL(/[?&]page=2(?:&|$)/);
    await expect(names.first()).not.toHaveText(first ?? '');
    await expect(heading).toHaveText((await names.nth(1).textContent()) ?? '');
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await typeAtPauses(page, 'k');
    await expect(heading).toHaveText((await names.first().textContent()) ?? '');
    await typeAtPauses(page, 'k');
    await expect(page).toHaveURL(/[?&]page=1(?:&|$)/);
    await expect(heading).toHaveText((await names.last().textContent()) ?? '');
    await page.keyboard.press('Escape');
    await expect(record).toBeHidden();
  });

  await test.step('T and a tag right after J are the tag of the record that J opened, however late it is', async () => {
    await page.goto('/app/table/companies?page=1&per_page=10');
    await expect(names).toHaveCount(10);
    const isOfRecord = (url: URL) => url.pathname.startsWith('/api/') && !url.pathname.endsWith('/table/companies');
    await page.route(isOfRecord, async (route) => {
      await sleep(SLOW_ANSWER);
      await route.continue();
    });
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowed() });
    // Letters that are keys of this screen, too.
    await typeAtPauses(page, 'jjtnjvelwx\n');
    await expect(record.getByRole('button', { name: 'njvelwx', exact: true })).toBeVisible();
    await expect(heading).toHaveText((await names.nth(1).textContent()) ?? '');
    await expect(record.getByRole('textbox', { name: 'New note' })).toHaveValue('');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(record).toBeHidden();
  });

  await test.step('what is pasted while a field is on its way is written into it, and starts nothing', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('pasted'));
    // Without what the browser has kept, as on a first visit.
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.reload();
    await expect(names).toHaveCount(10);
    await page.route(/\.js$/, async (route) => {
      await sleep(SLOW_FILE);
      await route.continue();
    });
    await typeAtPauses(page, 'jta');
    await page.keyboard.press('ControlOrMeta+V');
    await typeAtPauses(page, 'b\n');
    await expect(record.getByRole('button', { name: 'apastedb', exact: true })).toBeVisible();
    await expect(page).not.toHaveURL(/list=/);
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(record).toBeHidden();
  });

  await test.step('J, pressed before the code of the table is there, opens its first row', async () => {
    await page.route(isBuiltFile(TABLE_FILES), async (route) => {
      await sleep(SLOW_FILE);
      await route.continue();
    });
    await page.goto('/app/table/companies?page=1&per_page=10', { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Search or jump to…' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
    await page.keyboard.press('j');
    await expect(names).toHaveCount(10);
    await expect(heading).toHaveText((await names.first().textContent()) ?? '');
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.press('Escape');
    await expect(record).toBeHidden();
  });

  await test.step('letters after the press on a chip are the field’s while its code is on its way', async () => {
    await page.route(isBuiltFile(FIELD_FILES), async (route) => {
      await sleep(SLOW_FILE);
      await route.continue();
    });
    await page.reload();
    await expect(names).toHaveCount(10);
    await chip(page, 'Country').click();
    await typeAtPauses(page, 'fra\nger');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('ger');
    await expect(page.getByRole('option', { name: 'Germany' })).toHaveClass(/Mui-focused/);
    await typeAtPauses(page, '\n');
    await expect(page).toHaveURL(/[?&]country=France,Germany(?:&|$)/);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect(page).not.toHaveURL(/country=/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('companies in two countries', async () => {
    let presses = 1;
    await chip(page, 'Country').click();
    // Not waited for: the field is there at the press.
    for (const key of ['g', 'e', 'r', 'Enter', 'f', 'r', 'a', 'Enter', 'Escape']) {
      presses += 1;
      await page.keyboard.press(key);
    }
    await expect(page.getByRole('button', { name: 'Country: France, Germany' })).toBeFocused();
    await expect(page).toHaveURL(/[?&]country=France,Germany(?:&|$)/);
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
  });
});

test('On a phone a tap on a row opens its record, and a long press selects it', async ({ journey }) => {
  test.setTimeout(120_000);
  const { page } = journey;
  await becomeMember(journey, { ...person, email: 'solveig.lease@example.com' });
  await page.setViewportSize({ width: 390, height: 844 });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.goto('/app/table/companies?page=1&per_page=10');
  const rows = page.getByRole('grid', { name: 'Companies' }).locator('tbody tr[aria-selected]');
  await expect(rows).toHaveCount(10);
  const touch = async (row: number, milliseconds: number): Promise<void> => {
    const box = await rows.nth(row).boundingBox();
    if (box === null) throw new Error('the row is not shown');
    const touchPoints = [{ x: 120, y: box.y + box.height / 2 }];
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await sleep(milliseconds);
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const record = page.getByRole('complementary', { name: 'Record' });
  await touch(1, 900);
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(record).toBeHidden();
  await touch(3, 40);
  await expect(record.getByRole('heading', { level: 2 })).toBeVisible();
});

async function typeAtPauses(page: Page, letters: string): Promise<void> {
  for (const [index, letter] of [...letters].entries()) {
    await page.keyboard.press(letter === '\n' ? 'Enter' : letter);
    await sleep(PAUSES[index % PAUSES.length] ?? 0);
  }
}

function chip(page: Page, label: string) {
  return page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: label, exact: true });
}
