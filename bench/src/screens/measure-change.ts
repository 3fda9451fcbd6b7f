import type { Page } from '@playwright/test';

/**
 * Milliseconds from the press of a link until the screen behind it is drawn, with its code and its data at hand. Both
 * screens are visited before.
 * @param from and @param to names of links in the sidebar
 */
export async function measureChange(page: Page, from: string, to: string): Promise<number> {
  for (const name of [from, to, from]) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    await page.waitForLoadState('networkidle');
  }
  return page.evaluate(async (name) => {
    const link = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].find((one) => one.textContent === name);
    if (link === undefined) throw new Error(`there is no link ${name}`);
    const before = document.querySelector('h1')?.textContent;
    const began = performance.now();
    link.click();
    const isThere = (): boolean => {
      // By its text, because two screens of the same kind share the element.
      const heading = document.querySelector('h1')?.textContent;
      return heading !== undefined && heading !== before && document.querySelector('[aria-busy="true"]') === null;
    };
    while (!isThere() && performance.now() - began < 5000) await new Promise((done) => requestAnimationFrame(done));
    return performance.now() - began;
  }, to);
}
