import { expect } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember } from './account-shortcuts.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'ragnhild.weft@example.com', password: 'weft-and-shuttle-19' };

test('Five lines pasted onto a table filter it, survive a reload and Back, and are a list after three presses', async ({
  journey,
}) => {
  test.setTimeout(240_000);
  const { page } = journey;
  await becomeMember(journey, person);
  await page.goto('/app/table/companies');
  const grid = page.getByRole('grid', { name: 'Companies' });
  await expect(grid.getByText(/\.example/).first()).toBeVisible();
  const total = page.getByText(/^1–\d+ of \d+/).first();
  const before = (await total.textContent()) ?? '';
  const shown = (await grid.allInnerTexts()).join(' ').match(/[\w-]+\.example/g);
  const domains = [...new Set(shown)].filter((domain) => domain !== 'linkedin.example').slice(0, 4);
  expect(domains).toHaveLength(4);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copy = (text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await copy([...domains, 'nobody-at-all.example'].join('\n'));

  const chip = page.getByRole('button', { name: 'Pasted 5 · 4 found' });
  await page.keyboard.press('Control+v');
  await expect(chip).toBeVisible();
  await expect(total).toHaveText('1–4 of 4');
  expect(new URL(page.url()).searchParams.get('list')).not.toBeNull();

  await page.reload();
  await expect(chip).toBeVisible();
  await expect(total).toHaveText('1–4 of 4');
  await page.goBack();
  await expect(total).toHaveText(before);
  await expect(chip).toHaveCount(0);
  await page.goForward();
  await expect(total).toHaveText('1–4 of 4');
  await page.getByRole('button', { name: 'Clear Pasted lines' }).click();
  await expect(total).toHaveText(before);

  // What takes text keeps it, and a text that is no list changes nothing.
  await copy('The quick brown fox jumps over the lazy dog and then it rests for a while under a tree.');
  await page.keyboard.press('Control+v');
  await expect(page.getByText('This text is not a list. Paste one address or name per line.')).toBeVisible();
  await expect(total).toHaveText(before);

  await copy(domains.join('\n'));
  let presses = 1;
  await page.keyboard.press('Control+v');
  presses += 1;
  await page.getByRole('button', { name: 'Pasted 4 · 4 found' }).click();
  await expect(page.getByLabel('New list')).toBeFocused();
  await page.keyboard.type('Mine');
  presses += 1;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'List: Mine' })).toBeVisible();
  await expect(page.getByText('Mine has 4 rows.')).toBeVisible();
  expect(presses).toBe(3);
});
