/**
 * Work done by keys alone, with counted presses. A press is one key together with the modifiers held down for it: `Control+k`
 * and `Shift+J` are one each. Letters that are typed into a text field are typing and do not count; every other key does,
 * Tab and Enter in a field too.
 */
import { readFile } from 'node:fs/promises';
import { createImport } from '@leadloom/shared/contract/imports';
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember } from './account-shortcuts.ts';
import { turnOnSecondFactor } from './operator-steps.ts';
import { parseCsv } from './parse-csv.ts';

const operator = { email: 'ada@operators.example', password: 'bobbin-and-heddle-4' };
const MOST_PRESSES = 12;
const MOST_PRESSES_FOR_NEWS = 2;
const HEADER = 'name,website,country,verticals,main_contact_email,last_financing_on';
const wanted = [1, 2, 3, 4].map((at) => `Bank ${at},bank-${at}.example,Germany,FinTech,a@bank-${at}.example,2024-0${at}-01`);
const others = [
  'Elsewhere,elsewhere.example,France,FinTech,a@elsewhere.example,2024-05-01',
  'Silent,silent.example,Germany,FinTech,,2024-05-01',
  'Old,old.example,Germany,FinTech,a@old.example,2023-12-31',
  'Farm,farm.example,Germany,AgTech,a@farm.example,2024-05-01',
];

test.use({ extension: false, settings: { OPERATORS: operator.email } });

test('Companies are found, opened, listed with a note, saved as a view and exported with at most twelve presses, and what is new is seen with two', async ({
  journey,
}) => {
  test.setTimeout(300_000);
  const { page } = journey;
  await becomeMember(journey, operator);
  await turnOnSecondFactor(page, operator.password);
  await importCompanies(page, [HEADER, ...wanted, ...others].join('\n'));
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const hands = createHands(page);
  const names = page.getByRole('grid', { name: 'Companies' }).getByRole('button', { name: /^Open / });

  await test.step('ask for rows in words', async () => {
    await hands.press('Control+k');
    await hands.type('fintech germany contact since 2024');
    await expect(page.getByRole('option', { selected: true })).toContainText(
      'Companies: Country is Germany, vertical is FinTech',
    );
    await hands.press('Enter');
    await expect(names).toHaveCount(4);
  });

  await test.step('open three of them, and select each', async () => {
    const record = page.getByRole('complementary', { name: 'Record' });
    let before = '';
    for (const count of [1, 2, 3]) {
      await hands.press('Shift+J');
      await expect(page.getByText(`${count} selected`)).toBeVisible();
      const heading = record.getByRole('heading', { level: 2, name: /^Bank \d$/ });
      await expect(heading).toBeVisible();
      await expect(heading).not.toHaveText(before);
      before = (await heading.textContent()) ?? '';
    }
  });

  await test.step('put them on a list, with a note', async () => {
    await hands.press('l');
    await hands.type('German banks');
    await hands.press('Tab');
    await hands.type('Ask for the deck');
    await hands.press('Enter');
    await expect(page.getByText('3 rows added to German banks')).toBeVisible();
    await expect(page.getByRole('img', { name: 'On 1 list. 1 note' })).toHaveCount(3);
  });

  await test.step('save the view', async () => {
    await hands.press('v');
    await hands.type('Fintech in Germany');
    await hands.press('Enter');
    await expect(page.getByRole('tab', { name: 'Fintech in Germany', selected: true })).toBeVisible();
  });

  await test.step('export', async () => {
    await hands.press('e');
    await expect(page.getByRole('button', { name: 'Export 3 rows' })).toBeFocused();
    const download = page.waitForEvent('download');
    await hands.press('Enter');
    expect(parseCsv(await readFile(await (await download).path(), 'utf8'))).toHaveLength(4);
  });
  expect(hands.presses()).toBeLessThanOrEqual(MOST_PRESSES);

  await test.step('see what is new since yesterday, from any screen', async () => {
    await page.goto('/app/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const before = hands.presses();
    await hands.press('Control+k');
    await hands.type('new since yesterday');
    await expect(page.getByRole('option', { selected: true })).toContainText('Companies: changed last 24 hours');
    await hands.press('Enter');
    await expect(page.getByRole('button', { name: 'Changed: last 24 hours' })).toBeVisible();
    await expect(names.first()).toBeVisible();
    expect(hands.presses() - before).toBeLessThanOrEqual(MOST_PRESSES_FOR_NEWS);
  });

  await test.step('on the screen of a table one key shows it, and everything again', async () => {
    await hands.press('w');
    await expect(page.getByRole('button', { name: 'Changed: last 24 hours' })).toBeHidden();
    await hands.press('w');
    await expect(page.getByRole('button', { name: 'Changed: last 24 hours' })).toBeVisible();
  });

  await test.step('single keys do nothing while somebody types, and can be switched off', async () => {
    await page.keyboard.press('/');
    await hands.type('wvle?');
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('wvle?');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: 'Single keys' }).press('Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    for (const key of ['?', 'v', 'e', 'j']) await page.keyboard.press(key);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.getByRole('complementary', { name: 'Record' })).toBeHidden();
  });
});

function createHands(page: Page) {
  let presses = 0;
  return {
    presses: () => presses,
    press: async (keys: string) => {
      presses += 1;
      await page.keyboard.press(keys);
    },
    /** Into the text field that has the focus, which is waited for. */
    type: async (text: string) => {
      await expect(page.locator('input:focus, textarea:focus')).toBeVisible();
      await page.keyboard.type(text);
    },
  };
}

/** As an operator's program would. */
async function importCompanies(page: Page, file: string): Promise<void> {
  const url = `/api/v1${createImport.path}?table=companies&source=banks.csv`;
  const status = await page.evaluate(
    async ({ url, file }) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}`, 'content-type': 'text/csv' };
      return (await fetch(url, { method: 'POST', headers, body: file })).status;
    },
    { url, file },
  );
  expect(status).toBe(200);
}
