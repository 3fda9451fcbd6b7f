import { framesOf, mixedFrames } from '@leadloom/tests/journeys/frames';
import type { Page } from '@playwright/test';

const MOST_MILLISECONDS = 5_000;

/**
 * Milliseconds from the press of a link until the screen behind it is drawn, with its code and its data at hand. Both
 * screens are visited before.
 * @param from and @param to names of links in the sidebar; the second one is the heading of its screen, too
 * @throws {Error} if the screen is not there after five seconds
 */
export async function measureChange(page: Page, from: string, to: string): Promise<number> {
  for (const name of [from, to, from]) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    await page.waitForLoadState('networkidle');
  }
  const milliseconds = await page.evaluate(
    async ({ name, most }) => {
      const link = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].find((one) => one.textContent === name);
      if (link === undefined) throw new Error(`there is no link ${name}`);
      const began = performance.now();
      link.click();
      const isThere = (): boolean => {
        const main = document.querySelector('main');
        const table = main?.querySelector('table[role="grid"]');
        // Rows that have arrived can be selected.
        const hasRows = table === null || table === undefined || table.querySelector('tbody tr[aria-selected]') !== null;
        return main?.querySelector('h1')?.textContent === name && hasRows && main.querySelector('[aria-busy="true"]') === null;
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
