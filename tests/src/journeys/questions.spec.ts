import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { goInApp } from './go-in-app.ts';
import { signInToSample } from './sample-account.ts';
import { typeLikeAPerson } from './type-like-a-person.ts';

test.use({ extension: false, sharesServer: true });

test('Questions are asked with "or" in words, with several days in Advanced, and of collected people, who become a chart', async ({
  journey,
}) => {
  test.setTimeout(180_000);
  const { page } = journey;
  await signInToSample(journey);

  await test.step('words with "or" between different filters ask for either', async () => {
    await page.goto('/app/dashboard');
    await expect(page.getByRole('button', { name: /^Search or jump to/ })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('combobox', { name: 'Search or jump to' });
    await typeLikeAPerson(field, 'companies in Germany or with more than 50 employees');
    await expect(page.getByRole('option', { selected: true })).toContainText('Country is Germany or employee count over 50');
    await page.keyboard.press('Enter');
    await expect.poll(() => whereOf(page)).toBe('country in ("Germany") or employee_count > 50');
    await expect(page.getByRole('button', { name: 'Advanced: Country is Germany or employee count over 50' })).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Companies' }).getByRole('checkbox').nth(1)).toBeVisible();
  });

  await test.step('several days are one row of Advanced, each with a field', async () => {
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.keyboard.press('ControlOrMeta+k');
    await typeLikeAPerson(page.getByRole('combobox', { name: 'Search or jump to' }), 'advanced filters');
    await page.keyboard.press('Enter');
    const row = page.getByRole('group', { name: 'Condition 1' });
    await typeLikeAPerson(row.getByRole('combobox', { name: 'Column' }), 'last financing on');
    await page.keyboard.press('Enter');
    await expect(row.getByRole('combobox', { name: 'Operator' })).toBeFocused();
    await typeLikeAPerson(row.getByRole('textbox'), '2024-01-15');
    await expect.poll(() => whereOf(page)).toBe('last_financing_on = 2024-01-15');
    await tabTo(page, row.getByRole('button', { name: 'or another day' }));
    await page.keyboard.press('Enter');
    const second = row.getByRole('textbox').nth(1);
    await expect(second).toBeFocused();
    await typeLikeAPerson(second, '2024-02-20');
    await expect.poll(() => whereOf(page)).toBe('last_financing_on in (2024-01-15, 2024-02-20)');
    await expect(page.getByRole('textbox', { name: 'The same as text' })).toHaveValue(
      'last_financing_on in (2024-01-15, 2024-02-20)',
    );
    await expect(page.getByRole('textbox', { name: 'Conditions as text' })).toHaveCount(0);
    await page.reload();
    await page.getByRole('button', { name: /^Advanced/ }).click();
    await expect(row.getByRole('textbox')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
  });

  await test.step('by the keyboard alone collected people become a chart, a value filters, and Back takes the filter away', async () => {
    await goInApp(page, '/app/linkedin/people');
    await expect(page.getByText('24 people', { exact: true })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await typeLikeAPerson(page.getByRole('combobox', { name: 'Search or jump to' }), 'show as a chart');
    await page.keyboard.press('Enter');
    const figures = page.getByRole('region', { name: 'Collected people by country, as a table' });
    await expect(figures).toBeVisible();
    await expect(page.locator('figure svg').first()).toBeVisible();
    const first = figures.getByRole('button').first();
    const country = (await first.textContent()) ?? '';
    await tabTo(page, first);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Country: ${country}` })).toBeVisible();
    await expect(page).toHaveURL(/country=.*show=chart&by=country/);
    await expect(figures.getByRole('button')).toHaveCount(1);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Country', exact: true })).toBeVisible();
    await expect(page.getByText('24 people', { exact: true })).toBeVisible();
  });

  await test.step('a title is counted, and a part of it finds people', async () => {
    await page.getByRole('button', { name: 'Rows' }).click();
    await page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Title', exact: true }).click();
    const title = page.getByRole('combobox', { name: 'Title' });
    await expect(page.getByRole('listbox').getByRole('option').first()).toHaveAttribute('aria-description', /^\d+ rows?$/);
    await typeLikeAPerson(title, 'head');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/[?&]title=head(?:&|$)/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByText('24 people', { exact: true })).toBeVisible();
  });
});

function whereOf(page: Page): string | null {
  return new URL(page.url()).searchParams.get('where');
}

/** Goes from stop to stop until the element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let stops = 0; stops < 120; stops += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('No stop of the Tab key is the element.');
}
