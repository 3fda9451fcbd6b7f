import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember } from './account-shortcuts.ts';
import { goInApp, showInApp } from './go-in-app.ts';
import { typeLikeAPerson } from './type-like-a-person.ts';

test.use({ extension: false, sharesServer: true });

const person = { email: 'ingunn.raddle@example.com', password: 'reed-and-raddle-58' };

test('Text typed key by key stays as typed: days, words, and suggested names', async ({ journey }) => {
  test.setTimeout(240_000);
  const { page } = journey;
  await becomeMember(journey, person);

  await test.step('a day of a table is typed, pasted and cleared; the address changes only for whole days', async () => {
    await page.goto('/app/table/reviews');
    const days = watchAddress(page, 'published_on_after');
    await chip(page, 'Published on').click();
    await page.getByText('Published on from', { exact: true }).click();
    const day = page.getByLabel('Published on from');
    await expect(day).toBeFocused();
    await typeLikeAPerson(day, '2024-03-05');
    await expect(page).toHaveURL(/[?&]published_on_after=2024-03-05(?:&|$)/);
    await expect(day).toHaveValue('2024-03-05');
    await day.press('Tab');
    await expect(day).toHaveValue('05/03/2024');
    await typeLikeAPerson(day, '');
    await expect(page).not.toHaveURL(/published_on_after/);
    await paste(page, day, '06.11.2023');
    await expect(page).toHaveURL(/[?&]published_on_after=2023-11-06(?:&|$)/);
    await typeLikeAPerson(day, '31/12');
    await day.press('Tab');
    await expect(page.getByText('Enter a full date, such as 31/12/2024.')).toBeVisible();
    await expect(day).toHaveValue('31/12');
    await typeLikeAPerson(day, '31/12/2023');
    await expect(page).toHaveURL(/[?&]published_on_after=2023-12-31(?:&|$)/);
    expect([...new Set(await days())]).toEqual(['2024-03-05', '', '2023-11-06', '2023-12-31']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await chip(page, 'Published on').click();
    await expect(day).toHaveValue('');
  });

  await test.step('a day is chosen in the calendar as well', async () => {
    const day = page.getByLabel('Published on to');
    await typeLikeAPerson(day, '2024-02-10');
    await page.getByRole('button', { name: 'Choose date' }).last().click();
    await page.getByRole('gridcell', { name: '29', exact: true }).click();
    await expect(day).toHaveValue('29/02/2024');
    await expect(page).toHaveURL(/[?&]published_on_before=2024-02-29(?:&|$)/);
  });

  await test.step('words stay as typed while rows change', async () => {
    await showInApp(page, '/app/table/companies', 'Companies');
    await chip(page, 'Search').click();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await typeLikeAPerson(search, 'loom works ');
    await expect(page).toHaveURL(/[?&]search_query=loom%20works(?:&|$)/);
    await expect(search).toHaveValue('loom works ');
  });

  await test.step('a name is suggested by a part of it; Enter takes the highlighted name, or else the typed one', async () => {
    await goInApp(page, '/app/social');
    const box = page.getByRole('combobox', { name: 'Search Reddit Subreddits to Track' });
    await typeLikeAPerson(box, 'thread');
    await expect(page.getByRole('option', { name: 'looms_and_threads' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'looms_and_threads' })).toBeVisible();
    await typeLikeAPerson(box, 'looms');
    await expect(page.getByRole('option', { name: 'looms_and_threads (Selected)' })).toBeDisabled();
    await expect(box).not.toHaveAttribute('aria-activedescendant', /./);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'looms', exact: true })).toBeVisible();
    await showInApp(page, '/app/table/reddit-posts', 'Reddit Posts');
    await chip(page, 'Subreddit').click();
    await typeLikeAPerson(page.getByRole('combobox', { name: 'Subreddit' }), 'thread');
    await page.getByRole('option', { name: 'looms_and_threads' }).click();
    await expect(page).toHaveURL(/[?&]subreddit=looms_and_threads(?:&|$)/);
  });

  await test.step('an address in a cell is marked, copied and followed as people expect', async () => {
    await page.goto('/app/table/reddit-posts');
    // The first is the title, which opens the record.
    const link = page.getByRole('grid').getByRole('link').nth(1);
    const href = (await link.getAttribute('href')) ?? '';
    await link.click();
    const popover = page.getByRole('dialog');
    await expect(popover.getByRole('link', { name: 'Open' })).toHaveAttribute('href', href);
    await expect(popover.getByRole('button', { name: 'Copy' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(popover).toBeHidden();
    await expect(link).toBeFocused();
    for (const press of [{ modifiers: ['ControlOrMeta'] }, { button: 'middle' }] as const) {
      const opening = page.context().waitForEvent('page');
      await link.click({ ...press, modifiers: 'modifiers' in press ? [...press.modifiers] : [] });
      const beside = await opening;
      await beside.close();
      await expect(popover).toBeHidden();
    }
    expect(page.context().pages().at(-1)).toBe(page);
  });
});

function chip(page: Page, label: string) {
  return page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: label, exact: true });
}

/** @returns the values the parameter had in the address, one after another, since this was called */
function watchAddress(page: Page, parameter: string): () => Promise<readonly string[]> {
  const seen: string[] = [];
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).searchParams.get(parameter) ?? ''));
  return async () => seen.filter((value, index) => index > 0 || value !== '');
}

async function paste(page: Page, field: ReturnType<Page['getByLabel']>, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await field.click();
  await field.press('ControlOrMeta+V');
}
