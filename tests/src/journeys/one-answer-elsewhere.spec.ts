/** Rows of one answer beyond the tables: collected people, a list, and the linked rows of a record. */
import { setTimeout as sleep } from 'node:timers/promises';
import { personAnswer } from '@leadloom/server/testing/linkedin-answers';
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember, callApi } from './account-shortcuts.ts';
import { framesOf, framesSeen, mixedFrames, type TableFrame } from './frames.ts';
import { isThorough, ONLY_IN_FULL } from './thorough.ts';

test.use({ extension: false, sharesServer: true });

/** Milliseconds. */
const SLOW_ANSWER = 600;
/** How often as slow in `pnpm faults`, and 1 elsewhere: a browser computes for nothing meanwhile. */
const slowerProcessor = () => (isThorough() ? 4 : 1);
const PEOPLE = 24;
/** Three pages of a window of usual height. */
const SCROLLED_PEOPLE = 60;

type Step = readonly [name: string, act: () => Promise<void>];

test('Collected people of two answers are never shown at the same time', async ({ journey }) => {
  test.setTimeout(240_000);
  const { page } = journey;
  await page.setViewportSize({ width: 1440, height: 900 });
  await becomeMember(journey, { email: 'runa.tenter@example.com', password: 'tenter-and-frame-52' });
  for (let index = 0; index < PEOPLE; index += 1) await collect(page, index);
  await page.goto('/app/linkedin/people');
  await expect(page.getByRole('checkbox', { name: /^Select Runa Person/ })).toHaveCount(10);
  await slowDown(page, '**/api/v1/linkedin/**');
  const header = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
  await expectOneAnswer(page, [
    ['sort', () => header('Name').click()],
    ['reverse order', () => header('Name').click()],
    ['page', () => page.getByRole('button', { name: 'Next page' }).click()],
    ['search', () => search(page, 'Weaver number 1')],
    ['more rows', async () => void (await page.getByRole('combobox', { name: /^Rows/ }).selectOption('25'))],
  ]);
});

test(
  'Collected people in the work layout scroll into the next page, and are of one answer',
  ONLY_IN_FULL,
  async ({ journey }) => {
    test.setTimeout(240_000);
    const { page } = journey;
    await page.setViewportSize({ width: 1440, height: 900 });
    await becomeMember(journey, { email: 'solveig.tenter@example.com', password: 'tenter-and-frame-55' });
    for (let index = 0; index < SCROLLED_PEOPLE; index += 1) await collect(page, index);
    await callApi(page, { method: 'PATCH', path: '/preferences', body: { layout: 'work' } });
    await page.goto('/app/linkedin/people');
    const pager = page.getByRole('navigation', { name: 'Pages' });
    const scrollTo = async (isThere: (first: number) => boolean, by: number) => {
      await page.getByRole('region', { name: 'People', exact: true }).hover();
      await expect(async () => {
        await page.mouse.wheel(0, by);
        expect(isThere((await peopleInSight(page))[0] ?? 0)).toBe(true);
      }).toPass();
    };

    await expect(pager).toContainText(`1–25 of ${SCROLLED_PEOPLE}`);
    await expect.poll(async () => (await peopleInSight(page)).length).toBeGreaterThanOrEqual(21);
    await scrollTo((first) => first > 27, 240);
    await expect(pager).toContainText(`26–50 of ${SCROLLED_PEOPLE}`);
    await expect(page).toHaveURL(/[?&]page=2/);
    await page.reload();
    await expect.poll(async () => (await peopleInSight(page))[0]).toBe(26);
    await scrollTo((first) => first === 1, -240);
    await expect(pager).toContainText(`1–25 of ${SCROLLED_PEOPLE}`);

    await scrollTo((first) => first > 27, 240);
    await expect(page).toHaveURL(/[?&]page=2/);
    await slowDown(page, '**/api/v1/linkedin/**');
    const header = await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').boundingBox();
    await expectOneAnswer(page, [
      // Pressed where it is: the test's click would scroll first, though the header is always in sight.
      ['sort', () => page.mouse.click((header?.x ?? 0) + 12, (header?.y ?? 0) + 12)],
      ['page', () => page.getByRole('button', { name: 'Next page' }).click()],
      ['last page', () => page.getByRole('button', { name: 'Last page' }).click()],
    ]);
    expect((await peopleInSight(page)).at(-1)).toBe(SCROLLED_PEOPLE);
  },
);

test('Rows of two answers of a list are never shown at the same time', ONLY_IN_FULL, async ({ journey }) => {
  test.setTimeout(240_000);
  const { page } = journey;
  await page.setViewportSize({ width: 1440, height: 900 });
  await becomeMember(journey, { email: 'sigrun.tenter@example.com', password: 'tenter-and-frame-53' });
  const list = await createList(page, 30);
  await page.goto(`/app/table/companies?list=${list}&page=1&per_page=10`);
  await expect(page.locator('tbody tr[aria-selected]').first()).toBeVisible();
  await slowDown(page, '**/api/v1/table/**');
  const header = page.getByRole('columnheader', { name: /^Name/ }).getByRole('button', { name: 'Name', exact: true });
  await expectOneAnswer(page, [
    ['sort', () => header.click()],
    ['reverse order', () => header.click()],
    ['page', () => page.getByRole('button', { name: 'Next page' }).click()],
    ['more rows', async () => void (await page.getByRole('combobox', { name: /^Rows/ }).selectOption('25'))],
  ]);
});

/** A record beside its table. */
interface RecordFrame {
  readonly heading: string;
  /** By the name of the part; blank while it is on its way. */
  readonly parts: Readonly<Record<string, string>>;
}

test('Fields of one record are never shown with the linked rows of another', async ({ journey }) => {
  test.setTimeout(240_000);
  const { page } = journey;
  await page.setViewportSize({ width: 1440, height: 900 });
  await becomeMember(journey, { email: 'tove.tenter@example.com', password: 'tenter-and-frame-54' });
  await page.goto('/app/table/companies?per_page=10');
  await expect(page.locator('tbody tr[aria-selected]').first()).toBeVisible();
  const lift = await slowDown(page, '**/api/v1/table/**');
  await page.locator('tbody tr[aria-selected]').first().locator('td').nth(1).focus();
  // Answers of one record are there before the next one is shown, or arrive while it is.
  const keys = ['j', 'j', 'j', 'k', 'j', 'j'];
  const frames = await framesSeen<RecordFrame>(page, lookAtRecord, async () => {
    for (const [index, key] of keys.entries()) {
      const before = await headingOf(page);
      await page.keyboard.press(key);
      await expect.poll(() => headingOf(page), { intervals: [50] }).not.toBe(before);
      await sleep(index % 2 === 0 ? 3 * SLOW_ANSWER : SLOW_ANSWER / 3);
    }
  });
  await lift();
  const settled = new Map<string, RecordFrame['parts']>();
  for (const row of await page.locator('tbody tr[aria-selected]').all()) {
    const seen = await framesSeen<RecordFrame>(page, lookAtRecord, () => row.locator('td').nth(1).dblclick());
    const last = seen.at(-1);
    if (last !== undefined) settled.set(last.frame.heading, last.frame.parts);
    if (settled.size === keys.length) break;
  }
  const shown = frames.map(({ frame }) => frame).filter(({ heading }) => heading !== '');
  expect(new Set(shown.map(({ heading }) => heading)).size).toBeGreaterThan(3);
  expect(shown.some(({ parts }) => (parts.related ?? '') !== '')).toBe(true);
  for (const { heading, parts } of shown) {
    const whole = settled.get(heading);
    expect(whole, heading).toBeDefined();
    if (parts.fields !== '') expect(parts.fields).toContain(heading);
    for (const part of ['related', 'history'])
      if (parts[part] !== '') expect(parts[part], `${part} of ${heading}`).toBe(whole?.[part]);
  }
});

/** The numbers of the people whose rows are whole in sight. */
function peopleInSight(page: Page): Promise<readonly number[]> {
  return page.getByRole('region', { name: 'People', exact: true }).evaluate((box) => {
    const header = box.querySelector('thead th')?.getBoundingClientRect().bottom ?? 0;
    const bottom = box.getBoundingClientRect().top + box.clientHeight;
    return [...box.querySelectorAll('tbody tr[aria-rowindex]')]
      .filter((row) => row.getBoundingClientRect().top >= header - 1 && row.getBoundingClientRect().bottom <= bottom + 1)
      .map((row) => Number(row.getAttribute('aria-rowindex')) - 1);
  });
}

async function headingOf(page: Page): Promise<string> {
  const heading = page.getByRole('complementary', { name: 'Record' }).getByRole('heading', { level: 2 });
  return (await heading.count()) === 0 ? '' : ((await heading.textContent()) ?? '');
}

async function lookAtRecord(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.lookAtFrame = () => {
      const record = document.querySelector('aside[aria-label="Record"]');
      const sections = [...(record?.querySelectorAll('section[aria-label]') ?? [])];
      const textOf = (isMeant: (label: string) => boolean) =>
        sections
          .filter((section) => isMeant(section.getAttribute('aria-label') ?? ''))
          .map(({ textContent }) => textContent)
          .join('\n');
      const own = ['Fields', 'History', 'Your tags and notes', 'Notes'];
      return {
        heading: record?.querySelector('h2')?.textContent ?? '',
        parts: {
          fields: textOf((label) => label === 'Fields'),
          related: textOf((label) => !own.includes(label)),
          // Its heading stands before its entries come.
          history: textOf((label) => label === 'History').replace(/^History$/, ''),
        },
      };
    };
  });
}

/** @returns lifts it again */
async function slowDown(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, async (route) => {
    await sleep(SLOW_ANSWER);
    await route.continue();
  });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor() });
  return async () => {
    await page.unroute(address);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  };
}

async function expectOneAnswer(page: Page, steps: readonly Step[]): Promise<void> {
  for (const [name, act] of steps) {
    await test.step(name, async () => {
      const frames = await framesOf(page, act);
      expect(mixedFrames(frames).map(summaryOf), `of ${frames.length} frames`).toEqual([]);
      expect(frames.at(-1)?.rows.length).toBeGreaterThan(0);
      // What is sorted is asked for anew.
      if (name === 'sort') expect(frames.some(({ canTick, rows }) => !canTick && rows.length > 0)).toBe(true);
    });
  }
}

/** Short enough to read in a failure. */
function summaryOf({ rows, range, sort, canTick }: TableFrame): string {
  const names = rows.map(([name]) => name).slice(0, 3);
  return `${range}; ${sort}; ${canTick ? 'can' : 'cannot'} be ticked; ${rows.length} rows: ${names.join(', ')}`;
}

async function collect(page: Page, index: number): Promise<void> {
  const slug = `runa-person-${index}`;
  const answer = personAnswer({
    memberId: `ACoAARuna${index}x`,
    slug,
    firstName: 'Runa',
    lastName: `Person ${index}`,
    headline: `Weaver number ${index}`,
    positions: [{ title: 'Weaver', company: { name: 'Kestrel Works', id: '4711' } }],
  });
  const content = { url: `https://www.linkedin.com/in/${slug}`, p1: answer, p2: null };
  await callApi(page, { method: 'POST', path: '/parse/profile', body: { content } });
}

/** A list of companies. @returns its id */
async function createList(page: Page, rows: number): Promise<number> {
  const listed = await callApi(page, { method: 'GET', path: `/table/companies?page=1&per_page=${rows}` });
  const list = await callApi(page, { method: 'POST', path: '/lists', body: { name: 'Seen', table: 'companies' } });
  const id = numberOf(list, 'id');
  const data = listed instanceof Object && 'data' in listed && Array.isArray(listed.data) ? listed.data : [];
  await callApi(page, { method: 'POST', path: `/lists/${id}/rows`, body: { ids: data.map((row) => numberOf(row, 'id')) } });
  return id;
}

function numberOf(answer: unknown, name: string): number {
  return Number(Object.entries(answer ?? {}).find(([key]) => key === name)?.[1]);
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search' }).click();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/[?&]query=/);
}
