/** Steps the collector's journeys share. */
import { expect, type Page } from '@playwright/test';

/** The first download, import or search of an account is preceded by a notice. */
export async function acceptRisk(page: Page): Promise<void> {
  const notice = page.getByRole('dialog', { name: 'Your LinkedIn account is at your own risk' });
  await expect(notice.getByText(/User Agreement/)).toBeVisible();
  await notice.getByRole('button', { name: 'Accept' }).click();
  await expect(notice).toBeHidden();
}

/** The collector with its status lines in place. */
export async function openCollector(page: Page): Promise<void> {
  await page.goto('/app/linkedin/collector');
  await expect(page.getByText('Leadloom Extension installed')).toBeVisible();
  await expect(page.getByText('Linkedin cookies available')).toBeVisible();
}

export async function addProfiles(page: Page, slugs: readonly string[]): Promise<void> {
  await page.getByLabel('Profile to visit').fill(slugs.map((slug) => `https://www.linkedin.com/in/${slug}`).join('\n'));
  await page.getByRole('button', { name: 'Add Profile', exact: true }).click();
  await expect(rowOf(page, slugs[0] ?? '')).toBeVisible();
}

export function rowOf(page: Page, slug: string) {
  return page.locator('#profiles-table').getByRole('row').filter({ hasText: slug });
}
