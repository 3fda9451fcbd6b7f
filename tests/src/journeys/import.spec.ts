import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { allViews, createJudge } from './accessibility-judge.ts';
import { becomeMember } from './account-shortcuts.ts';
import { countMessyCsv, type MessyCounts, writeMessyCsv } from './messy-csv.ts';
import { turnOnSecondFactor } from './operator-steps.ts';
import { isThorough } from './thorough.ts';
import { typeLikeAPerson } from './type-like-a-person.ts';

const operator = { email: 'ada@operators.example', password: 'bobbin-and-heddle-4' };
/** More than is merged into the table itself: a shadow table takes its place. Larger files are a matter of benchmarks. */
const MANY_LINES = 24_000;
/** Merged into the table itself. */
const FEW_LINES = 4_000;
const words = (count: number) => count.toLocaleString('en-US');
/** Reading the whole file takes seconds, and many on a busy machine. */
const READ = { timeout: 120_000 };

test.use({ extension: false, settings: { OPERATORS: operator.email } });

test('An operator drops a messy file, maps and mends it on the screen, imports it, and undoes the import', async ({
  journey,
}) => {
  test.setTimeout(600_000);
  const { page } = journey;
  const file = countMessyCsv(isThorough() ? MANY_LINES : FEW_LINES);
  const { lines, twice, nameless, secretRevenue, unreadableDay } = file;
  const { judge, report } = createJudge(page, allViews);
  /** Judges the state, and goes on in the window it was in. */
  const look = async (state: string): Promise<void> => {
    await judge(`/app/operator/import ${state}`);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await becomeMember(journey, operator);
  await turnOnSecondFactor(page, operator.password);

  await test.step('drop the file', async () => {
    await page.goto('/app/operator/import');
    await expect(page.getByText('Nothing has been imported yet.')).toBeVisible();
    await look('without imports');
    await dropFile(page.getByRole('group', { name: 'File to import' }), 'loaves.csv', file);
    await expect(page.getByRole('heading', { name: 'loaves.csv' })).toBeVisible(READ);
    await expect(page.getByLabel('Table', { exact: true })).toContainText('Guess (Companies)');
    await expect(page.getByLabel('Encoding')).toContainText('Detect (windows-1252)');
    await expect(page.getByLabel('Separator')).toContainText('Detect (Semicolon)');
    await expect(page.getByRole('table', { name: 'First rows' }).getByRole('row')).toHaveCount(21);
    await expect(page.getByRole('cell', { name: 'Bäckerei Nr 1 GmbH' })).toBeVisible();
    await look('with the file');
  });

  await test.step('say what the columns mean', async () => {
    await page.getByRole('button', { name: 'Next: columns' }).click();
    await expect(page.getByLabel('Column for Firma')).toHaveValue('name');
    await expect(page.getByLabel('Column for Wo')).toHaveValue('');
    await page.getByRole('button', { name: 'Why Wo is not read' }).click();
    await expect(page.getByRole('dialog', { name: 'Wo' })).toContainText('Not read.');
    await page.keyboard.press('Escape');
    await page.getByLabel('Column for Wo').selectOption('City');
    await page.getByRole('button', { name: 'Join two columns' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('First header').selectOption('Vorname');
    await dialog.getByLabel('Second header').selectOption('Nachname');
    await dialog.getByLabel('Fills the column').selectOption('Main contact name');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Same value in every row' }).click();
    await typeLikeAPerson(dialog.getByLabel('Value'), 'Europe');
    await dialog.getByLabel('Fills the column').selectOption('Region');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const readable = words(lines - secretRevenue);
    await expect(page.getByText(`${readable} of ${words(lines)} (99%)`)).toHaveCount(2, READ);
    await page.reload();
    await expect(page.getByLabel('Column for Wo')).toHaveValue('city', READ);
    await expect(page.getByText('Vorname + Nachname')).toBeVisible();
    await look('with the columns');
  });

  await test.step('see what cannot be read, also after a reload', async () => {
    const next = page.getByRole('button', { name: 'Next: check the rows' });
    await expect(next).toBeEnabled(READ);
    await next.click();
    await expect(page).toHaveURL(/step=problems/);
    await page.reload();
    await expectFigures(page, { 'Rows read': lines, 'Rows refused': nameless, Added: lines - nameless - twice });
    await expectFigures(page, { 'Folded into others': twice });
    await expect(problem(page, 'geheim')).toContainText(words(secretRevenue));
    await expect(problem(page, 'bald')).toContainText(words(unreadableDay));
  });

  const refused = nameless + unreadableDay;
  const added = lines - refused - twice;
  await test.step('choose what becomes of each value', async () => {
    await problem(page, 'geheim').getByRole('combobox').selectOption('Value replaced');
    await typeLikeAPerson(problem(page, 'geheim').getByRole('textbox'), '1,5');
    await problem(page, 'bald').getByRole('combobox').selectOption('Row refused');
    await expectFigures(page, { 'Rows taken': lines - refused, 'Rows refused': refused });
    await look('with the problems');
    await page.getByRole('button', { name: 'Check again' }).click();
    await expectFigures(page, { 'Rows refused': refused, Added: added });
  });

  await test.step('import it', async () => {
    await page.getByRole('button', { name: `Import ${words(lines - refused)} rows` }).click();
    await expect(page).toHaveURL(/\/operator\/import\/[\da-f-]{36}/);
    await page.reload();
    await expectFigures(page, { Added: added, Changed: 0, Refused: refused });
    await expect(page.getByText('For 30 days.')).toBeVisible();
    await look('with the result');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download refused rows' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/rejects\.csv$/);
  });

  await test.step('undo it', async () => {
    await page.getByRole('button', { name: 'Undo loaves.csv' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`Added by the import, and deleted: ${words(added)} rows.`, READ);
    await look('before an undoing');
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByText(`Undone: ${words(added)} added rows were deleted`)).toBeVisible(READ);
    await page.getByRole('link', { name: 'All imports, and a new one' }).click();
    const row = page.getByRole('table', { name: 'Imports' }).getByRole('row').filter({ hasText: 'loaves.csv' });
    await expect(row).toContainText('Undone');
    await expect(row.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  });
  report();
});

function problem(page: Page, value: string): Locator {
  return page.getByRole('table', { name: 'Problems' }).getByRole('row').filter({ hasText: value });
}

async function expectFigures(page: Page, figures: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, count] of Object.entries(figures)) {
    const term = page.locator('dt').filter({ hasText: new RegExp(`^${name}$`) });
    await expect(term.locator('xpath=following-sibling::dd')).toHaveText(words(count), READ);
  }
}

/** As the browser does when a person drops it. */
async function dropFile(zone: Locator, name: string, counts: MessyCounts): Promise<void> {
  const dataTransfer = await zone.page().evaluateHandle(
    ([text, fileName]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], fileName, { type: 'text/csv' }));
      return transfer;
    },
    [writeMessyCsv(counts), name] as const,
  );
  await zone.dispatchEvent('drop', { dataTransfer });
}
