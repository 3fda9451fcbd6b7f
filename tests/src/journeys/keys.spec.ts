import { createServer } from 'node:http';
import { listenOnLoopback } from '@leadloom/server/testing/loopback';
import { me } from '@leadloom/shared/contract/accounts';
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { createJudge, oppositeViews } from './accessibility-judge.ts';
import { becomeMember, callApi } from './account-shortcuts.ts';
import { openLine } from './account-steps.ts';
import { goInApp } from './go-in-app.ts';
import { createMovableClock } from './movable-clock.ts';

const clock = createMovableClock('keys');
test.use({ extension: false, settings: clock.settings });
test.afterEach(() => clock.remove());

const account = { email: 'runa.tveit@example.com', password: 'warp-and-weft-board-6' };

test('API keys have names, require the password again after a while, and are deleted or revoked when their owner says so', async ({
  journey,
  expectComplaints,
}) => {
  // What the browser says of the image the neighbour asks for.
  expectComplaints(/ERR_BLOCKED_BY_RESPONSE\.NotSameOrigin$/);
  const { page, leadloom } = journey;
  const { judge, report } = createJudge(page, oppositeViews);
  const create = page.getByRole('button', { name: 'Create Key' });

  await test.step('create a key with a name', async () => {
    await becomeMember(journey, account);
    await page.goto('/app/keys');
    await page.getByLabel('Name of the next key').fill('CRM sync');
    await create.click();
    await expect(page.locator('code')).toHaveText(/^ll_live_/);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('CRM sync');
    await expect(page.getByLabel('Name of the next key')).toHaveValue('');
    await judge('keys with a name');
  });

  await test.step('an hour later the password is required, and the same press creates the key', async () => {
    await clock.moveAhead(1);
    await page.reload();
    await create.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
    await judge('the proof of the owner');
    await dialog.getByLabel('Password', { exact: true }).fill('not-the-password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('The password is incorrect.')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(account.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.locator('code')).toHaveText(/^ll_live_/);
    await expect(dialog).toBeHidden();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('a page of a neighbouring origin uses no export, a page of ours does', async () => {
    const path = '/table/companies/export';
    const neighbour = await startNeighbour(`<img src="${new URL(`/api/v1${path}`, page.url()).href}" alt="">`);
    const tab = await page.context().newPage();
    await tab.goto(neighbour.origin);
    // Not 401: the cookie came along. The browser keeps the answer from the page, so the server is asked.
    await expect.poll(() => leadloom.log()).toMatch(/"route":"[^"]*\/companies\/export","status":403/);
    await tab.close();
    await neighbour.close();
    expect(await exportsOf(page)).toBe(0);
    const own = await page.evaluate(async (url) => {
      const response = await fetch(url);
      await response.text();
      return response.status;
    }, `/api/v1${path}`);
    expect(own).toBe(200);
    await expect.poll(() => exportsOf(page)).toBeGreaterThan(0);
  });

  await test.step('delete a key after confirming', async () => {
    const named = rows(page).filter({ hasText: 'CRM sync' });
    const dialog = page.getByRole('dialog', { name: /^Delete CRM sync \(\w+\)\?$/ });
    await named.getByRole('button', { name: 'Delete' }).click();
    await judge('before a key is deleted');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(rows(page)).toHaveCount(2);
    await named.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Deleted!')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step('end all other sessions and the keys', async () => {
    await callApi(page, { method: 'POST', path: '/login', body: account });
    await goInApp(page, '/app/account');
    const section = await openLine(page, 'Sessions');
    await section.getByRole('button', { name: 'End all others' }).click();
    const dialog = page.getByRole('dialog', { name: 'End all other sessions?' });
    await dialog.getByLabel('Also revoke my API keys').check();
    await judge('before all other sessions end');
    await dialog.getByRole('button', { name: 'End all others' }).click();
    await expect(section.getByText('All other sessions have ended, and one API key was revoked.')).toBeVisible();
    await goInApp(page, '/app/keys');
    await expect(page.getByText('You have no API keys yet.')).toBeVisible();
  });

  report();
});

function rows(page: Page) {
  return page
    .getByRole('region', { name: 'Your API keys' })
    .getByRole('row')
    .filter({
      has: page.getByRole('button', { name: 'Delete' }),
    });
}

/** A page of the same site as ours, and of another origin. */
async function startNeighbour(html: string) {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  const { port, close } = await listenOnLoopback(server);
  return { origin: `http://localhost:${port}`, close };
}

async function exportsOf(page: Page): Promise<number> {
  return me.success.body.parse(await callApi(page, { method: 'GET', path: '/me' })).usage.export_count;
}
