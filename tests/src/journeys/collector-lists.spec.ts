import { expect, type Page } from '@playwright/test';
import { type Journey, test } from '../testing/journey.fixture.ts';
import { callApi, enter, leave, registerByApi } from './account-shortcuts.ts';
import { acceptRisk, openCollector } from './collector-steps.ts';
import { typeLikeAPerson } from './type-like-a-person.ts';

const person = { email: 'tove.lindqvist@example.com', password: 'warp-weft-and-heddle-3' };

test.use({ sharesServer: true });

test('A person imports the connections, continues after a reload, searches, resumes a search that was interrupted, and deletes another', async ({
  journey,
}) => {
  const { page, linkedIn } = journey;
  const { control } = linkedIn;
  await openAsNewcomer(journey);

  await test.step('the page is closed while the second page of connections is loading', async () => {
    const area = page.locator('#connection-profiles');
    await page.getByRole('tab', { name: 'Add from Linkedin Connections' }).click();
    control.setDelay((endpoint) => (endpoint === 'connections' && countOf(journey, 'connections') > 1 ? 8_000 : 0));
    await area.getByRole('button', { name: 'Get from Connections' }).click();
    expect(countOf(journey, 'connections')).toBe(0);
    await acceptRisk(page);
    await expect(area.getByText(/^Page 2… \d+ new, 0 already here\./)).toBeVisible();
    await expect(area.getByRole('button', { name: 'Get from Connections' })).toBeDisabled();
    await expect.poll(() => countOf(journey, 'connections')).toBe(2);
    await page.reload();
    control.setDelay(0);
  });

  await test.step('the import continues at that page, and no member is lost or listed twice', async () => {
    const area = page.locator('#connection-profiles');
    await expect(area.getByText(/^Interrupted at page 2\. \d+ new/)).toBeVisible();
    control.clear();
    await area.getByRole('button', { name: 'Continue at page 2' }).click();
    const told = await textOf(area.getByText(/^All your connections were read\. \d+ new, 0 already here\./));
    const [added = 0, , hidden = 0] = numbersIn(told);
    expect(added + hidden).toBe(control.connectionCount);
    // The page that was asked for when the screen went away, and the empty one that ends the list.
    expect(countOf(journey, 'connections')).toBe(2);
    expect(await rowCount(page)).toBe(added);
    const first = page.locator('#profiles-table tbody').getByRole('row').first();
    await expect(first.getByRole('cell', { name: 'Connections', exact: true })).toBeVisible();
    await expect(first.getByRole('cell').nth(1)).not.toBeEmpty();

    await area.getByRole('button', { name: 'Get from Connections' }).click();
    await expect(area.getByText(`All your connections were read. 0 new, ${added} already here.`)).toBeVisible();
    expect(await rowCount(page)).toBe(added);
  });

  const area = page.locator('#search-profiles');
  await test.step('a company is looked up on LinkedIn only when it is chosen', async () => {
    await page.getByRole('tab', { name: 'Add profiles from Search' }).click();
    const { name } = control.company(0);
    await typeLikeAPerson(area.getByRole('combobox', { name: 'Past companies' }), name);
    const question = page.getByRole('option', { name: /^Look up .* on LinkedIn/ });
    await expect(question).toBeVisible();
    expect(countOf(journey, 'typeahead')).toBe(0);
    await question.click();
    await page.getByRole('option', { name }).first().click();
    await expect(area.getByRole('button', { name })).toBeVisible();
    expect(countOf(journey, 'typeahead')).toBe(1);
    await area.getByRole('combobox', { name: 'Past companies' }).press('Backspace');
    await expect(area.getByRole('button', { name })).toBeHidden();
  });

  await test.step('a search that LinkedIn interrupts stays pending, also after a reload', async () => {
    const repair = control.fault({ kind: 'server-error', match: /SearchDashClusters|search\/dash\/clusters/, after: 1 });
    await search(page, 'a', 3);
    await expect(area.getByText(/LinkedIn answered with a server error/)).toBeVisible();
    await expect(pending(page).getByText('“a” · pages 2–3')).toBeVisible();
    repair();
    await page.reload();
    await expect(pending(page).getByText('“a” · pages 2–3')).toBeVisible();
  });

  await test.step('Relaunch reads the rest of the search and removes it from the list', async () => {
    const before = await rowCount(page);
    control.clear();
    await pending(page).getByRole('button', { name: 'Relaunch “a” · pages 2–3' }).click();
    const told = await textOf(area.getByText(/^The search has ended\. \d+ new, \d+ already here\./));
    const [added = 0, existing = 0, hidden = 0] = numbersIn(told);
    expect(added + existing + hidden).toBe(30);
    expect(await rowCount(page)).toBeGreaterThanOrEqual(before);
    expect(countOf(journey, 'search')).toBe(2);
    await expect(pending(page).getByText('No unfinished searches.')).toBeVisible();
  });

  await test.step('another search is deleted for good', async () => {
    const repair = control.fault({ kind: 'server-error', match: /SearchDashClusters|search\/dash\/clusters/, after: 1 });
    await search(page, 'e', 2);
    await pending(page).getByRole('button', { name: 'Delete “e” · page 2' }).click();
    await expect(pending(page).getByText('No unfinished searches.')).toBeVisible();
    repair();
    await page.reload();
    await expect(page.locator('#profiles-table').getByText(/\d of \d+/)).toBeVisible();
    await page.getByRole('tab', { name: 'Add profiles from Search' }).click();
    await expect(pending(page).getByText('No unfinished searches.')).toBeVisible();
  });

  await test.step('no cookie value left the browser', async () => {
    expect(await journey.findSecretLeaks()).toEqual([]);
  });
});

async function openAsNewcomer({ page, signInToLinkedIn }: Journey): Promise<void> {
  await leave(page);
  await registerByApi(page, person);
  await enter(page, person);
  await callApi(page, { method: 'POST', path: '/linkedin/onboarding', body: { completed: true } });
  await signInToLinkedIn();
  await openCollector(page);
}

async function search(page: Page, query: string, pages: number): Promise<void> {
  const area = page.locator('#search-profiles');
  await typeLikeAPerson(area.getByLabel('People query'), query);
  await area.getByLabel('Number of pages to search').fill(String(pages));
  await area.getByRole('button', { name: 'Search', exact: true }).click();
}

function pending(page: Page) {
  return page.locator('#search-profiles').getByRole('region', { name: 'Pending searches' });
}

/** How often LinkedIn was asked, since the last clear. */
function countOf({ linkedIn }: Journey, endpoint: string): number {
  return linkedIn.control.requests().filter((request) => request.endpoint.split('/').at(-1) === endpoint).length;
}

/** As the table's pager tells it. */
async function rowCount(page: Page): Promise<number> {
  const told = await textOf(page.locator('#profiles-table').getByText(/^\d+–\d+ of \d+$/));
  return numbersIn(told).at(-1) ?? 0;
}

async function textOf(locator: ReturnType<Page['getByText']>): Promise<string> {
  await expect(locator).toBeVisible();
  return (await locator.textContent()) ?? '';
}

function numbersIn(text: string): readonly number[] {
  return [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
}
