import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { type OidcIssuer, startOidcIssuer } from '../stand-ins/oidc/issuer.ts';
import { test as base } from '../testing/journey.fixture.ts';
import { createJudge, oppositeViews } from './accessibility-judge.ts';
import { callApi, leave, mailedCodes, registerByApi } from './account-shortcuts.ts';
import { openLine } from './account-steps.ts';
import { layoutShift, MOST_SHIFT } from './layout-shift.ts';
import { requestsFailed } from './strict-test.ts';
import { ONLY_IN_FULL } from './thorough.ts';

const newcomer = { sub: 'newcomer', email: 'liv.rokke@example.com', email_verified: true };
const member = { email: 'mara.vik@example.com', password: 'bobbin-and-heddle-4' };
/** Milliseconds. */
const SLOW_ANSWER = 800;
const BUTTON = { name: 'Continue with Warp ID' };

const test = base.extend<{ readonly issuer: OidcIssuer; readonly registration: 'open' | 'closed' }>({
  registration: ['open', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from this pattern
  issuer: async ({}, use) => {
    const issuer = await startOidcIssuer();
    await use(issuer);
    await issuer.close();
  },
  settings: ({ issuer, registration }, use) => use({ ...issuer.settings, REGISTRATION: registration }),
});
test.use({ extension: false });

test('A person registers with the provider, signs in with it again, and joins an account that exists', async ({
  journey: { page, leadloom },
  issuer,
  expectComplaints,
}) => {
  const { judge, report } = createJudge(page, oppositeViews);
  const section = page.getByRole('region', { name: 'Sign in with Warp ID' });
  expectComplaints(...requestsFailed);
  issuer.person = newcomer;

  await test.step('register', async () => {
    await page.goto('/app/register');
    await judge('/app/register with a provider');
    await page.getByRole('button', BUTTON).click();
    await page.getByRole('link', { name: `Continue as ${newcomer.email}` }).click();
    await expect(page.getByText(`Welcome back, ${newcomer.email}!`)).toBeVisible();
    expect(page.url()).not.toContain('code=');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route('**/api/v1/oidc-links', async (route) => {
      await sleep(SLOW_ANSWER);
      await route.continue();
    });
    await page.goto('/app/account');
    await expect(page.getByText(/^Your account has no password\./)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const { score, moved } = await layoutShift(page);
    expect(score, moved.join(', ')).toBeLessThanOrEqual(MOST_SHIFT);
    await openLine(page, 'Sign in with Warp ID');
    await expect(section).toContainText(`Signed in with Warp ID as ${newcomer.email}`);
    await expect(page.getByText(/^Your account has no password\./)).toBeVisible();
    await judge('/app/account of a provider');
  });

  await test.step('sign out, turn back at the provider, and sign in again', async () => {
    await leave(page);
    await page.goto('/app/login');
    await judge('/app/login with a provider');
    await page.getByRole('button', BUTTON).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByText('You were not signed in, because the provider did not confirm it.')).toBeVisible();
    await expect(page).toHaveURL(/\/app\/login$/);
    await page.getByRole('button', BUTTON).click();
    await page.getByRole('link', { name: `Continue as ${newcomer.email}` }).click();
    await expect(page.getByText(`Welcome back, ${newcomer.email}!`)).toBeVisible();
  });

  await test.step('join a verified account', async () => {
    await leave(page);
    await registerByApi(page, member);
    const [code] = await mailedCodes(leadloom, member.email, 'verify');
    await callApi(page, { method: 'GET', path: `/verify/${code}` });
    issuer.person = { sub: 'member', email: member.email, email_verified: true };
    await page.goto('/app/account');
    await page.getByRole('button', BUTTON).click();
    await page.getByRole('link', { name: `Continue as ${member.email}` }).click();
    // Back at the page that was wanted.
    await openLine(page, 'Sign in with Warp ID');
    await expect(section).toContainText(`Signed in with Warp ID as ${member.email}`);
    await section.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(section.getByText('The sign-in was removed.')).toBeVisible();
  });
  report();
});

test.describe('where registration is closed', ONLY_IN_FULL, () => {
  test.use({ registration: 'closed' });

  test('A person without an account is refused on the sign-in screen', async ({
    journey: { page },
    issuer,
    expectComplaints,
  }) => {
    expectComplaints(...requestsFailed);
    issuer.person = newcomer;
    await page.goto('/app/register');
    await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
    await expect(page.getByRole('button', BUTTON)).toHaveCount(0);
    await page.goto('/app/login');
    await page.getByRole('button', BUTTON).click();
    await page.getByRole('link', { name: `Continue as ${newcomer.email}` }).click();
    await expect(page.getByText('There is no account for your email address')).toBeVisible();
    await expect(page).toHaveURL(/\/app\/login$/);
  });
});
