import { readFile } from 'node:fs/promises';
import { type PersonAnswer, personAnswer } from '@leadloom/server/testing/linkedin-answers';
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { createJudge, oppositeViews } from './accessibility-judge.ts';
import { callApi, enter, leave, registerByApi } from './account-shortcuts.ts';
import { goInApp } from './go-in-app.ts';
import { createMovableClock } from './movable-clock.ts';
import { openScreen } from './open-screen.ts';
import { parseCsv } from './parse-csv.ts';
import { typeLikeAPerson } from './type-like-a-person.ts';

const clock = createMovableClock('collected-people');
test.use({ extension: false, settings: clock.settings });
test.afterEach(() => clock.remove());

const account = { email: 'solveig.reed@example.com', password: 'heddle-and-shed-27' };

const maren: PersonAnswer = {
  memberId: 'ACoAAMaren01',
  slug: 'maren-holt',
  headline: 'Planner',
  email: 'maren@holt.example',
  connections: 812,
  followers: 1874,
  positions: [{ title: 'Planner', company: { name: 'Nordlys Freight', id: '90210' }, start: { year: 2016 } }],
};

const others: readonly PersonAnswer[] = Array.from({ length: 11 }, (_, index) => ({
  memberId: `ACoAAOther${index}x`,
  slug: `other-person-${index}`,
  firstName: 'Other',
  lastName: `Person ${index}`,
  headline: index === 0 ? '<img src=x onerror="document.title=1">' : `Weaver number ${index}`,
  positions: [{ title: 'Weaver', company: { name: 'Kestrel Works', id: '4711' } }],
}));

test('Collected people are found, tagged, exported and deleted, and a person collected twice has a history', async ({
  journey,
}) => {
  test.setTimeout(240_000);
  const { page } = journey;
  const { judge, report } = createJudge(page, oppositeViews);

  await test.step('a new account is led to the collector', async () => {
    await leave(page);
    await registerByApi(page, account);
    await enter(page, account);
    await callApi(page, { method: 'PATCH', path: '/preferences', body: { layout_offer: 'closed' } });
    await page.goto('/app/linkedin/people');
    await expect(page.getByText('You have not collected anyone yet.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the collector' })).toHaveAttribute('href', '/app/linkedin/collector');
    await judge('nobody yet');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('collected people are listed, the latest first', async () => {
    for (const person of [...others, maren]) await collect(page, person);
    await page.goto('/app/dashboard');
    await openScreen(page, 'Collected People');
    await expect(rowOf(page, 'Maren Holt')).toContainText('Nordlys Freight');
    await expect(page.getByText('12 people', { exact: true })).toBeVisible();
    await expect(people(page)).toHaveCount(10);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(people(page)).toHaveCount(2);
    await expect(page).toHaveURL(/[?&]page=2/);
    await expect(page.getByText('<img src=x onerror="document.title=1">')).toBeVisible();
    await page.goBack();
    await judge('collected people');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a filter is kept in the address', async () => {
    await search(page, 'maren');
    await expect(page).toHaveURL(/\?query=maren$/);
    await expect(people(page)).toHaveCount(1);
    await page.reload();
    await expect(filters(page).getByRole('button', { name: 'Search: maren' })).toBeVisible();
    await expect(people(page)).toHaveCount(1);
    await page.setViewportSize({ width: 1440, height: 900 });
    await filters(page).getByRole('button', { name: 'With email' }).click();
    await judge('a filter of collected people');
    await page.getByRole('checkbox', { name: 'With email' }).click();
    await expect(page).toHaveURL(/with_email=true/);
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'Maren Holt')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(people(page)).toHaveCount(10);
    await search(page, 'nobody at all');
    await expect(page.getByText('Nobody matches these filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Show everyone' }).click();
    await expect(people(page)).toHaveCount(10);
  });

  await test.step('two are tagged, and found by their tag', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1280, height: 800 });
    const box = page.getByRole('checkbox', { name: 'Select Maren Holt' });
    await expect(page.getByRole('columnheader', { name: 'Company' })).toBeVisible();
    const place = await box.boundingBox();
    await box.check();
    // Nothing moves below the pointer.
    expect(await box.boundingBox()).toEqual(place);
    if (size !== null) await page.setViewportSize(size);
    await page.getByRole('checkbox', { name: 'Select Other Person 10' }).check();
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Tags…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tags for 2 people' });
    await typeLikeAPerson(dialog.getByRole('combobox', { name: 'Add' }), 'Oslo fair');
    await page.keyboard.press('Enter');
    await judge('the dialog of tags');
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Change tags' }).click();
    await expect(rowOf(page, 'Maren Holt')).toContainText('Oslo fair');
    const tagged = page.getByRole('status').filter({ hasText: '2 people tagged Oslo fair' });
    await tagged.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 people no longer tagged')).toBeVisible();
    await expect(rowOf(page, 'Maren Holt')).not.toContainText('Oslo fair');
    await page.getByRole('button', { name: 'Tags…' }).click();
    await dialog.getByRole('combobox', { name: 'Add' }).fill('Oslo fair');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Change tags' }).click();
    await expect(tagged.getByRole('link', { name: 'Open' })).toBeVisible();
    await filters(page).getByRole('button', { name: 'Tags' }).click();
    await page.getByRole('option', { name: 'Oslo fair (2)' }).click();
    await page.keyboard.press('Escape');
    await expect(people(page)).toHaveCount(2);
    await expect(page.getByText('Export these 2 people to CSV.')).toBeVisible();
  });

  await test.step('both files contain the two people on the screen', async () => {
    const profiles = await exported(page, 'Export profiles', 'linkedin_users_export.csv');
    expect(profiles.map((record) => record.full_name).sort()).toEqual(['Maren Holt', 'Other Person 10']);
    const experiences = await exported(page, 'Export experiences', 'linkedin_experiences_export.csv');
    expect(experiences.map((record) => record.title).sort()).toEqual(['Planner', 'Weaver']);
  });

  await test.step('a person who is collected again stays one person, with a history', async () => {
    // What comes within minutes of each other is one collection.
    await clock.moveAhead(24);
    await enter(page, account);
    await collect(page, { ...maren, headline: 'Head of Supply Chain', followers: 2000 });
    await page.goto('/app/linkedin/people?query=maren');
    await expect(people(page)).toHaveCount(1);
    await page.getByRole('link', { name: 'Maren Holt' }).click();
    await expect(page.getByText('Head of Supply Chain')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Tags and record' })).toContainText('Oslo fair');
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByRole('listitem')).toHaveCount(1);
    await expect(history).toContainText('Planner → Head of Supply Chain');
    await judge('a profile with its history');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a person who is to be collected again is due after a week, until collected', async () => {
    await page.getByLabel('Collect again').selectOption('Every week');
    await expect(page.getByText(/^Due on /)).toBeVisible();
    const person = page.url();
    await clock.moveAhead(8 * 24);
    await enter(page, account);
    await callApi(page, { method: 'POST', path: '/linkedin/onboarding', body: { completed: true } });
    const due = page.getByRole('region', { name: 'Due again' });
    await page.goto('/app/linkedin/collector');
    await expect(due.getByRole('link', { name: 'Maren Holt' })).toBeVisible();
    await judge('the collector with a person who is due');
    await page.setViewportSize({ width: 1440, height: 900 });
    await collect(page, maren);
    await page.reload();
    await expect(due).toContainText('Nobody is due.');
    await goInApp(page, person);
  });

  await test.step('a profile is deleted from its own page', async () => {
    await page.getByRole('button', { name: 'Delete this profile…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Maren Holt?' });
    await expect(dialog).toContainText('This cannot be undone.');
    await judge('the dialog before deleting');
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page).toHaveURL(/\/app\/linkedin\/people$/);
    await expect(page.getByText('11 people', { exact: true })).toBeVisible();
    await page.goBack();
  });

  await test.step('all people of a page are deleted at once and stay deleted', async () => {
    await goInApp(page, '/app/linkedin/people');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog', { name: 'Delete 10 people?' }).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('10 people were deleted.')).toBeVisible();
    await expect(page.getByText('1 person', { exact: true })).toBeVisible();
    await page.reload();
    await expect(people(page)).toHaveCount(1);
  });

  report();
});

/** As the collector posts what LinkedIn answered of a member. */
async function collect(page: Page, person: PersonAnswer): Promise<void> {
  const content = { url: `https://www.linkedin.com/in/${person.slug}`, p1: personAnswer(person), p2: null };
  await callApi(page, { method: 'POST', path: '/parse/profile', body: { content } });
}

function filters(page: Page) {
  return page.getByRole('region', { name: 'Filters' });
}

async function search(page: Page, text: string): Promise<void> {
  await filters(page).getByRole('button', { name: 'Search' }).click();
  await typeLikeAPerson(page.getByRole('searchbox', { name: 'Search' }), text);
  await page.keyboard.press('Enter');
}

function people(page: Page) {
  return page.getByRole('checkbox', { name: /^Select (?!all)/ });
}

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

/** Presses an export's button. @returns the file's records by their column's name */
async function exported(page: Page, button: string, fileName: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(fileName);
  const [header = [], ...records] = parseCsv(await readFile(await file.path(), 'utf8'));
  return records.map((record) => Object.fromEntries(header.map((name, index) => [name, record[index] ?? ''])));
}
