import { beginTwoFactor } from '@leadloom/shared/contract/account-settings';
import { expect, type Page } from '@playwright/test';
import { type Journey, test } from '../testing/journey.fixture.ts';
import { createJudge, oppositeViews } from './accessibility-judge.ts';
import { callApi, enter, leave, mailedCodes, registerByApi } from './account-shortcuts.ts';
import { authenticatorCode, type Credentials, submitSignIn } from './account-steps.ts';

const operator = { email: 'ada@operators.example', password: 'bobbin-and-heddle-4' };
const person = { email: 'mara@example.com', password: 'warp-and-weft-five-5' };

test.use({ settings: { OPERATORS: operator.email } });

test('An operator opens the console with a second factor, limits and blocks an account, and reads the audit', async ({
  journey,
}) => {
  const { page } = journey;
  const { judge, report } = createJudge(page, oppositeViews);
  await page.goto('/app/login');
  await registerByApi(page, person);
  await addVerified(journey, operator);

  await test.step('without a second factor there is no console', async () => {
    await page.goto('/app/operator');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await judge('/app/operator for others');
  });

  await test.step('with one it is in the navigation', async () => {
    await turnOnSecondFactor(page);
    await page.goto('/app/dashboard');
    await page.getByRole('button', { name: /menu|navigation/i }).click();
    await page.getByRole('link', { name: 'Operator' }).click();
    await expect(page.getByRole('table', { name: 'Accounts' })).toBeVisible();
    await judge('/app/operator');
  });

  const row = page.getByRole('row').filter({ hasText: person.email });
  const dialog = page.getByRole('dialog');
  await test.step('limit an account', async () => {
    await page.getByLabel('Search by email or id').fill('mara');
    await expect(page.getByRole('row').filter({ hasText: operator.email })).toHaveCount(0);
    await row.getByRole('button', { name: 'Limits' }).click();
    await judge('/app/operator limits');
    await dialog.getByLabel('Requests per month').fill('20');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('0 of 20 (set here)');
  });

  await test.step('block it', async () => {
    await row.getByRole('button', { name: 'Block' }).click();
    await judge('/app/operator block');
    await dialog.getByRole('button', { name: 'Block' }).click();
    await expect(row).toContainText('Blocked');
  });

  await test.step('look at every page', async () => {
    const pages = {
      Jobs: 'No job has failed.',
      Sources: 'Reddit:',
      Data: 'Companies',
      Erasures: 'Nobody has asked to be removed.',
      Invites: 'Create invite',
      Audit: 'Blocked an account',
    };
    for (const [name, text] of Object.entries(pages)) {
      await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name }).click();
      await expect(page.getByText(text).first()).toBeVisible();
      await judge(`/app/operator ${name}`);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      expect(isWide, `${name} is wider than the window`).toBe(false);
    }
  });

  await test.step('the blocked account cannot sign in', async () => {
    await leave(page);
    await submitSignIn(page, person);
    await expect(page.getByText('Unauthorized')).toBeVisible();
  });
  report();
});

/** Signed in. */
async function addVerified({ page, leadloom }: Journey, account: Credentials): Promise<void> {
  await registerByApi(page, account);
  const [code] = await mailedCodes(leadloom, account.email, 'verify');
  await callApi(page, { method: 'GET', path: `/verify/${code}` });
  await enter(page, account);
}

async function turnOnSecondFactor(page: Page): Promise<void> {
  const begun = await callApi(page, { method: 'POST', path: '/two-factor/begin', body: { password: operator.password } });
  const { secret } = beginTwoFactor.success.body.parse(begun);
  await callApi(page, { method: 'POST', path: '/two-factor/enable', body: { code: authenticatorCode(secret) } });
}
