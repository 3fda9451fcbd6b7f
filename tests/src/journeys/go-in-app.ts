import { expect, type Page } from '@playwright/test';

/**
 * Goes to a screen as a link does: the document stays, which takes a fraction of the time of another one. It is for screens
 * whose opening by address is not what a journey is about.
 */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** The same, until the screen is there, for what the screen before it has as well. @param title its heading */
export async function showInApp(page: Page, path: string, title: string): Promise<void> {
  await goInApp(page, path);
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}
