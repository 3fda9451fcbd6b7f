/** The first hour of an operator: from a server that has invented rows alone to real ones, and to the first news of them. */
import { expect, type Locator, type Page } from '@playwright/test';
import { sampleAdviser, sampleMonth } from '../stand-ins/sec/advisers.ts';
import { publishUntilYesterday, type RecentFiling } from '../stand-ins/sec/recent-filings.ts';
import { type SecStandIn, startSecStandIn } from '../stand-ins/sec/server.ts';
import { test as base } from '../testing/journey.fixture.ts';
import { becomeMember } from './account-shortcuts.ts';
import { openScreen } from './open-screen.ts';
import { turnOnSecondFactor } from './operator-steps.ts';
import { typeLikeAPerson } from './type-like-a-person.ts';

const operator = { email: 'ines@operators.example', password: 'heddle-and-reed-93' };
const NOW = new Date();

const filings: readonly RecentFiling[] = [
  { name: 'Sablewick Robotics, Inc.', cik: '0001990001', soldDaysAgo: 60 },
  { name: 'Pinbridge Foods, Inc.', cik: '0001990002', soldDaysAgo: 20, city: 'DALLAS', persons: [] },
  { name: 'Redcove Biologics, Inc.', cik: '0001990003', soldDaysAgo: 30, place: 'CA', city: 'OAKLAND', persons: [] },
  { name: 'Oldmill Energy, Inc.', cik: '0001990004', soldDaysAgo: 150, city: 'HOUSTON', persons: [] },
  {
    name: 'Sablewick Growth Fund, LP',
    cik: '0001990005',
    soldDaysAgo: 25,
    industry: 'Pooled Investment Fund',
    fundType: 'Venture Capital Fund',
    persons: [],
  },
];
const newcomer: RecentFiling = { name: 'Caprock Instruments, Inc.', cik: '0001990006', soldDaysAgo: 5, persons: [] };

interface Publisher {
  readonly sec: SecStandIn;
  readonly nextDay: ReturnType<typeof publishUntilYesterday>;
}

const test = base.extend<{ readonly publisher: Publisher }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from this pattern
  publisher: async ({}, use) => {
    const sec = await startSecStandIn();
    sec.advisers.months.splice(0, 1, sampleMonth({ exempt: [sampleAdviser({ 'Website Address': '' })] }));
    await use({ sec, nextDay: publishUntilYesterday(sec.formD, filings, NOW) });
    await sec.close();
  },
  settings: ({ publisher: { sec } }, use) =>
    // No row has an address, so nobody's site is asked for; if one were, it would not be there.
    use({ OPERATORS: operator.email, SOURCE_WEBSITES_URL: sec.origin, SOURCE_JOB_BOARDS_URL: sec.origin, ...sec.environment }),
});

test.use({ extension: false });

test('An operator says where they sell, finds who raised money in Texas, and is told of the next one', async ({
  journey,
  publisher,
}) => {
  const { page } = journey;
  await page.setViewportSize({ width: 1440, height: 900 });
  await becomeMember(journey, operator);
  await turnOnSecondFactor(page, operator.password);
  const formD = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'SEC Form D', exact: true }) });

  await test.step('the first step asks where they sell, and rows arrive while they look', async () => {
    await page.goto('/app/dashboard');
    await page.getByRole('link', { name: 'Where do you sell?' }).click();
    await typeLikeAPerson(page.getByLabel('Contact for publishers'), 'data@operators.example');
    await page.getByRole('button', { name: 'Save contact' }).click();
    await expect(page.getByText('The contact is saved.')).toBeVisible();
    await page.getByRole('checkbox', { name: /^United States/ }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The sources that fit are on.')).toBeVisible();
    await expect(formD.getByRole('status')).toHaveText(/^Running: [1-9]\d* rows? added/);
    await expect(formD.getByRole('status')).toHaveText('On');
    // Four companies and the officer of one.
    await expect(fact(formD, 'Rows')).toHaveText('5');
    expect(publisher.sec.requests.every(({ userAgent }) => userAgent.includes('(data@operators.example)'))).toBe(true);
  });

  await test.step('the dashboard says what came from where', async () => {
    await openScreen(page, 'Dashboard');
    await expect(page.getByText(/Companies: SEC Form D, 4 rows, /)).toBeVisible();
  });

  const rows = page.getByRole('grid', { name: 'Companies' }).getByRole('button', { name: /^Open / });
  await test.step('the chips find who raised money in Texas in the last 90 days', async () => {
    await openScreen(page, 'Companies');
    // The invented rows have gone.
    await expect(rows).toHaveCount(4);
    await openChip(page, 'Last funded');
    await page.getByRole('button', { name: 'Last 90 days' }).click();
    await closeFilters(page);
    await expect(rows).toHaveCount(3);
    await openChip(page, 'State');
    await typeLikeAPerson(page.getByRole('combobox', { name: 'State', exact: true }), 'texas');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/[?&]state=Texas(?:&|$)/);
    await closeFilters(page);
    await expect(rows).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Sablewick Robotics, Inc.' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Pinbridge Foods, Inc.' })).toBeVisible();
    await expect(page.getByRole('note', { name: 'Sources' })).toContainText('Form D');
  });

  await test.step('a record says which filing it comes from', async () => {
    await page.getByRole('link', { name: 'Sablewick Robotics, Inc.' }).click();
    const record = page.getByRole('complementary', { name: 'Record' });
    const filing = /^https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/1990001\/\d+\/0001990001-\d\d-000001-index\.htm$/;
    const mark = record.getByRole('link', { name: /^Last financing on: SEC Form D, \d{1,2} [A-Z][a-z]+ \d{4}$/ });
    await expect(mark).toHaveAttribute('href', filing);
    const sources = record.getByRole('region', { name: 'Sources' });
    await expect(sources).toContainText(/^SourcesSEC Form D, \d{1,2} [A-Z][a-z]+ \d{4}\. /);
    await expect(sources.getByRole('link', { name: 'SEC Form D' })).toHaveAttribute('href', filing);
    await page.keyboard.press('Escape');
  });

  await test.step('the rows become a view with an alert', async () => {
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save current as…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save current view' });
    await typeLikeAPerson(dialog.getByLabel('Name'), 'Raised in Texas');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Alert me' }).click();
    await page.getByRole('dialog', { name: 'New alert' }).getByRole('button', { name: 'Create alert' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the next day has one more, of which the alert tells', async () => {
    publisher.nextDay.publish(newcomer);
    await openScreen(page, 'Operator');
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Open sources' }).click();
    await formD.getByRole('button', { name: 'Run now' }).click();
    await expect(fact(formD, 'Rows')).toHaveText('6');
    const message = page.getByRole('button', { name: /^View "Raised in Texas" of Companies: 1 added/ });
    await openScreen(page, 'Alerts');
    // Alerts look for changes every few seconds, and so does the screen.
    await expect(message).toBeVisible({ timeout: 30_000 });
    await message.click();
    await expect(page.getByText('New: Caprock Instruments, Inc.')).toBeVisible();
  });
});

const fact = (entry: Locator, term: string): Locator =>
  entry.getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]');

/** Opens a chip where it stands: in the line, or among those that have no room in it. */
async function openChip(page: Page, name: string): Promise<void> {
  const filters = page.getByRole('region', { name: 'Filters' });
  const chip = filters.getByRole('button', { name, exact: true });
  await expect(filters.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  if (await chip.isVisible()) await chip.click();
  else await filters.getByRole('button', { name: /^More filters/ }).click();
}

/** Escape closes a list first, and then the field or the fields that it is in. */
async function closeFilters(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (let presses = 0; presses < 2 && (await dialog.count()) > 0; presses += 1) await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}
