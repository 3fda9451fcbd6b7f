/** Goes to a screen by the navigation: by the sidebar in wide windows, by the drawer in narrow ones. */
import type { Page } from '@playwright/test';

export async function openScreen(page: Page, name: string): Promise<void> {
  const openDrawer = page.getByRole('button', { name: 'Open navigation' });
  const toggleSidebar = page.getByRole('button', { name: /^(Collapse|Expand) navigation$/ });
  await openDrawer.or(toggleSidebar).waitFor();
  if (await openDrawer.isVisible()) await openDrawer.click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
}
