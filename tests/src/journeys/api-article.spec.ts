/** The article on the data API, whose reference is loaded when somebody comes near it. */
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';

test.use({ extension: false, sharesServer: true });

/** The browser never says that it has nothing to do, so that what loads the reference is what the reader does. */
async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}

test('The reference of the API is loaded when somebody comes near it, and its anchors lead to what they name', async ({
  journey,
}) => {
  const { page } = journey;
  await neverIdle(page);
  const loading = page.getByText('Loading the description of every endpoint…');
  const endpoint = (name: string) => page.getByRole('heading', { level: 3, name, exact: true });
  await page.goto('/app/docs/api');
  await expect(loading).toBeAttached();
  await expect(page.getByRole('heading', { level: 2, name: 'Views and alerts' })).toBeAttached();
  await expect(endpoint('POST /webhooks')).toHaveCount(0);

  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Views and alerts' }).click();
  await expect(endpoint('GET /table-views')).toBeAttached();
  await expect(page.getByRole('heading', { level: 2, name: 'Views and alerts' })).toBeInViewport();
  await expect(loading).toHaveCount(0);

  for (const [anchor, name] of [
    ['createWebhook', 'POST /webhooks'],
    ['getUsage', 'GET /usage'],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`/app/docs/api#${anchor}`);
    await expect(endpoint(name)).toBeInViewport();
  }

  await page.goto('about:blank');
  await page.goto('/app/docs/api');
  await expect(loading).toBeAttached();
  await page.mouse.move(600, 400);
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(endpoint('GET /table/companies')).toBeAttached({ timeout: 100 });
  }).toPass();
});

test('The reference of the API is loaded without the reader, too, once the browser has nothing else to do', async ({
  journey,
}) => {
  await journey.page.goto('/app/docs/api');
  await expect(journey.page.getByRole('article', { name: 'GET /usage' })).toBeAttached();
});
