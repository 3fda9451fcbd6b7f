import { expect } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { createJudge, oppositeViews } from './accessibility-judge.ts';
import { becomeMember, leave, registerByApi } from './account-shortcuts.ts';
import { submitSignIn } from './account-steps.ts';
import { openScreen } from './open-screen.ts';
import { turnOnSecondFactor } from './operator-steps.ts';

const operator = { email: 'ada@operators.example', password: 'bobbin-and-heddle-4' };
const person = { email: 'mara@example.com', password: 'warp-and-weft-five-5' };

test.use({ extension: false, settings: { OPERATORS: operator.email } });

test('An operator opens the console with a second factor, limits and blocks an account, and reads the audit', async ({
  journey,
}) => {
  const { page } = journey;
  const { judge, report } = createJudge(page, oppositeViews);
  await leave(page);
  await registerByApi(page, person);
  await becomeMember(journey, operator);

  await test.step('without a second factor there is no console', async () => {
    await page.goto('/app/operator');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await judge('/app/operator for others');
  });

  await test.step('with one it is in the navigation', async () => {
    await turnOnSecondFactor(page, operator.password);
    await page.goto('/app/dashboard');
    await openScreen(page, 'Operator');
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
      Workspaces: 'There are no shared workspaces.',
      Jobs: 'No job has failed.',
      'Open sources': 'Where do you sell?',
      Sources: 'Requests today',
      Data: 'Companies',
      Import: 'Drop a file here',
      Erasures: 'Nobody has asked to be removed.',
      Invites: 'Create invite',
      Audit: 'Blocked an account',
    };
    for (const [name, text] of Object.entries(pages)) {
      await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click();
      await expect(page.getByText(text).first()).toBeVisible();
      await judge(`/app/operator ${name}`);
      // The window has just become narrow, and the page follows with its next frame.
      await expect.poll(() => page.evaluate(isWiderThanWindow), `${name} is wider than the window`).toBe(false);
    }
  });

  await test.step('the blocked account cannot sign in', async () => {
    await leave(page);
    await submitSignIn(page, person);
    await expect(page.getByText('Unauthorized')).toBeVisible();
  });
  report();
});

/** Runs in the page. */
const isWiderThanWindow = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
