import { framesOf, mixedFrames } from '@leadloom/tests/journeys/frames';
import type { Page } from '@playwright/test';

const MOST_MILLISECONDS = 5_000;
/** By then a screen has requested what it loads after it is drawn. */
const SETTLING_MS = 500;

/**
 * Milliseconds from the press of a link until the screen behind it is drawn, with its code and its data at hand: both screens
 * are visited before, each until it is drawn.
 * @param from and @param to names of links in the sidebar; each is the title of its document, too
 * @throws {Error} if a screen is not there after five seconds
 */
export async function measureChange(page: Page, from: string, to: string): Promise<number> {
  for (const name of [from, to, from]) {
    await changeTo(page, name);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(SETTLING_MS);
  }
  return changeTo(page, to);
}

/** @returns milliseconds until the screen is drawn */
async function changeTo(page: Page, to: string): Promise<number> {
  const milliseconds = await page.evaluate(
    async ({ name, most }) => {
      const link = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].find((one) => one.textContent === name);
      if (link === undefined) throw new Error(`there is no link ${name}`);
      const began = performance.now();
      link.click();
      const isThere = (): boolean => {
        const main = document.querySelector('main');
        const table = main?.querySelector('table[role="grid"]');
        // A table's frame comes before its rows, and rows that have arrived can be selected.
        const isTable = main?.querySelector('[aria-label="Filters"]') !== null;
        const hasRows = !isTable || (table?.querySelector('tbody tr[aria-selected]') ?? null) !== null;
        const heading = main?.querySelector('h1') ?? null;
        // The heading of the dashboard greets; a document's title is the name of its screen.
        const isScreen = heading !== null && document.title.startsWith(name);
        return isScreen && hasRows && main?.querySelector('[aria-busy="true"]') === null;
      };
      while (!isThere() && performance.now() - began < most) await new Promise((done) => requestAnimationFrame(done));
      return isThere() ? performance.now() - began : null;
    },
    { name: to, most: MOST_MILLISECONDS },
  );
  if (milliseconds === null) throw new Error(`${to} was not drawn within ${MOST_MILLISECONDS} ms of the press of its link`);
  return milliseconds;
}

/** Milliseconds in which rows, header or pager of two answers are shown while a table is sorted and turned. */
export async function measureMixedAnswers(page: Page): Promise<number> {
  const sort = page.getByRole('columnheader', { name: /^Name/ }).getByRole('button', { name: 'Name', exact: true });
  const next = page.getByRole('button', { name: 'Next page' });
  let sum = 0;
  for (const press of [sort, next, sort, next]) {
    const frames = await framesOf(page, () => press.click());
    sum += mixedFrames(frames).reduce((milliseconds, { shownFor }) => milliseconds + shownFor, 0);
  }
  return sum;
}
