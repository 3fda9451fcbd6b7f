/** The screens of an account, from its first minute to the end of its subscription. */
import { expect, type Page } from '@playwright/test';
import { callApi, enter, leave, registerByApi } from '../account-shortcuts.ts';
import { goInApp } from '../go-in-app.ts';
import { weaver } from './public-shows.ts';
import { alertOf, keepsSaying, type Show, says } from './scene.ts';

const NO_SUBSCRIPTION = 'You do not have an active subscription. Please click the button above to subscribe.';
const PAST_DUE =
  'Your last payment failed. The service continues while we retry the payment. Update your card to avoid an interruption.';
const CANCELLED =
  /^Your subscription is cancelled\. You won't be charged anymore and can use the API until the next billing date, .+\.$/;

export const dashboardUnverified: Show = async ({ page }) => {
  await leave(page);
  await registerByApi(page, weaver);
  await enter(page, weaver);
  await page.goto('/app/dashboard');
  await says(
    page,
    `Welcome back, ${weaver.email}!`,
    "You don't have a subscription",
    'Check your inbox and spam folder for a verification link to activate your trial.',
    'support@leadloom.example',
  );
  await page.getByRole('button', { name: 'Logout' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Confirm your email to get a key');
};

export const dashboardCards: Show = async ({ page }) => {
  // Counts of rows are links, too.
  const cards = page.getByRole('region', { name: 'Data and collectors' }).getByRole('heading', { level: 3 }).getByRole('link');
  expect(await linksOf(cards)).toEqual([
    ['Companies', '/app/table/companies'],
    ['Investors', '/app/table/investors'],
    ['People', '/app/table/people'],
    ['Reddit Collector', '/app/social'],
    ['Shopify Stores', '/app/table/shopify'],
    ['G2 Reviews', '/app/table/reviews'],
    ['LinkedIn Collector', '/app/linkedin/collector'],
  ]);
};

export const drawer: Show = async ({ page }) => {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1024, height: 720 });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('list').first().getByRole('link');
  await expect(links.first()).toBeVisible();
  expect(await linksOf(links)).toEqual([
    ['Dashboard', '/app/dashboard'],
    ['Payment', '/app/payment'],
    ['API Keys', '/app/keys'],
    ['Invoices', '/app/invoices'],
    ['Profile', '/app/profile'],
    ['Linkedin Profiles', '/app/linkedin/onboarding'],
    ['Investors', '/app/table/investors'],
    ['Companies', '/app/table/companies'],
  ]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  if (size !== null) await page.setViewportSize(size);
  // From 1200 pixels on the same links are always there, first in the sidebar.
  await expect(page.getByRole('button', { name: 'Collapse navigation' })).toBeVisible();
  expect((await linksOf(links)).map(([name]) => name)).toHaveLength(8);
};

/** Two of what a subscription needs are not all of it: the screen stays. */
export const profileSavedInPart: Show = async ({ page }) => {
  await page.goto('/app/profile');
  await page.getByLabel('Person Name').fill('Berit Solheim');
  await page.getByLabel('Country').selectOption('NO');
  await page.getByRole('button', { name: 'Submit' }).click();
  await says(page, 'Profile info updated correctly.');
  await expect(page.getByText('Redirecting to payment...')).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Person Name')).toHaveValue('Berit Solheim');
  await expect(page.getByLabel('Country')).toHaveValue('NO');
  await expect(page.getByText('Profile info updated correctly.')).toBeHidden();
};

export const keyHidden: Show = async ({ page }) => {
  await callApi(page, { method: 'POST', path: '/create-api-key' });
  await page.goto('/app/keys');
  await says(page, '*******');
  await page.getByText('*******').hover();
  await expect(page.getByRole('tooltip')).toHaveText('Can only be seen when created');
  await expect(page.getByRole('button', { name: 'Create Key' })).toBeEnabled();
};

export const keysAtLimit: Show = async ({ page }) => {
  for (let more = 0; more < 2; more += 1) await callApi(page, { method: 'POST', path: '/create-api-key' });
  await page.reload();
  await expect(page.getByText('*******')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Create Key' })).toBeDisabled();
};

export const successByHand: Show = async ({ page }) => {
  await page.goto('/app/success');
  await says(page, 'Your subscription is now active.', /^This account has no active subscription at the moment\./);
  await expect(page.getByRole('link', { name: 'Create an API key' })).toHaveAttribute('href', '/app/keys');
};

export const paymentNone: Show = async ({ page, judge }) => {
  await page.goto('/app/payment');
  await says(page, NO_SUBSCRIPTION);
  const [button, sentence] = [page.getByRole('button', { name: 'Subscribe' }), page.getByText(NO_SUBSCRIPTION)];
  const [above, below] = [await button.boundingBox(), await sentence.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  await judge('/app/payment without a subscription');
};

/** Bought in another tab meanwhile. */
export const checkoutRefused: Show = async ({ page }) => {
  await elsewhere(page, async (tab) => {
    await tab.goto('/app/payment');
    await tab.getByRole('button', { name: 'Subscribe' }).click();
    await tab.getByRole('button', { name: 'Pay with test money' }).click();
    await keepsSaying(tab, 'Your subscription is now active.', /^Your plan: Pro\. Next billing date: /);
  });
  const refusal = await alertOf(page, () => page.getByRole('button', { name: 'Subscribe' }).click());
  expect(refusal).toBe('You already have an active subscription.');
  await says(page, 'Next billing date');
};

export const paymentActive: Show = async ({ page }) => {
  await page.goto('/app/payment');
  await says(page, 'Start date', 'Next billing date');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeEnabled();
};

export const dashboardSubscribed: Show = async ({ page }) => {
  await goInApp(page, '/app/dashboard');
  await says(page, 'Pro');
  await expect(page.getByText('0 / 10,000', { exact: true })).toHaveCount(2);
  await expect(page.getByText('100% remaining', { exact: true })).toHaveCount(2);
  await expect(page.getByText("You don't have a subscription")).toBeHidden();
};

export const paymentPastDue: Show = async ({ page, judge }) => {
  await page.goto('/app/payment');
  await page.getByRole('button', { name: 'Payment details' }).click();
  await page.getByRole('button', { name: 'Use a card that will be declined' }).click();
  await reachNextBillingDate(page, 'payment failed');
  await judge('/sandbox/portal past due');
  await page.goto('/app/payment');
  await says(page, PAST_DUE, 'Next billing date');
  await judge('/app/payment past due');
  await page.goto('/app/dashboard');
  await says(page, 'Pro');
};

export const paymentRepaired: Show = async ({ page }) => {
  await page.goto('/app/payment');
  await page.getByRole('button', { name: 'Update your card' }).click();
  await page.getByRole('button', { name: 'Use a card that works' }).click();
  await page.getByRole('link', { name: 'Back to Leadloom' }).click();
  await says(page, 'Next billing date');
  await expect(page.getByText(PAST_DUE)).toBeHidden();
};

/** The first, and the one that was owed. */
export const invoicesFull: Show = async ({ page, judge }) => {
  await page.goto('/app/invoices');
  await says(page, 'Your Latest Sandbox Invoices', 'Invoice ID', 'URL');
  const links = page.getByRole('link', { name: /^Invoice of \d+ \w+ \d{4}/ });
  await expect(links).toHaveCount(2);
  await expect(links.first()).toHaveAttribute('target', '_blank');
  await judge('/app/invoices of two months');
};

export const paymentCancelled: Show = async ({ page, judge }) => {
  await page.goto('/app/payment');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await keepsSaying(page, CANCELLED);
  await judge('/app/payment cancelled');
  await expect(page.getByRole('button', { name: 'Resuscribe' })).toBeEnabled();
  await goInApp(page, '/app/dashboard');
  await says(page, /cancelled, active until /);
};

/** The subscription still runs in this tab; in another one it was cancelled, and its last day came. */
export const cancelRefused: Show = async ({ page }) => {
  await callApi(page, { method: 'POST', path: '/create-checkout-session' });
  await page.goto('/app/payment');
  await says(page, 'Next billing date');
  await elsewhere(page, async (tab) => {
    await tab.goto('/app/payment');
    await tab.getByRole('button', { name: 'Cancel' }).click();
    await says(tab, CANCELLED);
    await tab.goto('/sandbox/portal');
    await reachNextBillingDate(tab, 'ended');
  });
  const refusal = await alertOf(page, () => page.getByRole('button', { name: 'Cancel' }).click());
  expect(refusal).toBe('An error occurred while cancelling the subscription');
};

export const paymentEnded: Show = async ({ page }) => {
  await keepsSaying(page, NO_SUBSCRIPTION);
  await goInApp(page, '/app/dashboard');
  await says(page, "You don't have a subscription");
};

async function reachNextBillingDate(page: Page, state: string): Promise<void> {
  await page.getByRole('button', { name: 'Move to the next billing date' }).click();
  await expect(page.locator('dd', { hasText: state }).first()).toBeVisible();
}

/** Acts in a second tab of the same browser, which is closed afterwards. */
async function elsewhere(page: Page, act: (tab: Page) => Promise<void>): Promise<void> {
  const tab = await page.context().newPage();
  await act(tab);
  await tab.close();
}

/** Names and addresses of links, in their order. */
function linksOf(links: ReturnType<Page['getByRole']>): Promise<(readonly [string, string | null])[]> {
  return links.evaluateAll((elements) =>
    elements.map((element) => [element.textContent.trim(), element.getAttribute('href')] as const),
  );
}
