import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { allViews, createJudge, type Judge, narrowViews, oppositeViews } from './accessibility-judge.ts';
import { becomeMember, becomeUnverified, leave } from './account-shortcuts.ts';
import { authenticatorCode, fillProfile, openLine, subscribe } from './account-steps.ts';
import { goInApp } from './go-in-app.ts';
import { signInToSample } from './sample-account.ts';
import { ONLY_IN_FULL, triedTables } from './thorough.ts';

/** What a screen is ready by, so that axe judges it and not its loading state. */
const publicScreens: Readonly<Record<string, string>> = {
  '/app/login': 'Sign in to Leadloom',
  '/app/register': 'Create',
  '/app/reset-password': 'Reset',
  '/app/new-password/abc': 'Set',
  '/app/verify/abc': 'Incorrect verification code',
  '/app/erasure': 'Ask to be removed',
  '/app/erasure/confirm/abc': 'Incorrect verification code',
  '/app/docs/api': 'How to use the API',
  '/app/join/abc': 'Create an account',
  '/app/nowhere': 'Page Not Found',
};

test.describe.configure({ mode: 'parallel' });
test.use({ extension: false, sharesServer: true });

/** Opens a screen and judges it. A screen whose first visit is not judged is gone to as by a link. */
function createOpener(page: Page, { judge }: Judge) {
  return async (path: string, text: string | RegExp, state = ''): Promise<void> => {
    await (state === '' || !page.url().includes('/app/') ? page.goto(path) : goInApp(page, path));
    await expect(page.getByText(text).first()).toBeVisible();
    await judge(`${path} ${state}`.trim());
  };
}

test('Lists, matches, alerts and webhooks are free of serious accessibility faults in every state', async ({ journey }) => {
  const { page } = journey;
  const judging = createJudge(page, oppositeViews);
  const { judge, report } = judging;
  const open = createOpener(page, judging);
  await becomeMember(journey, { email: 'ebba.kettle@example.com', password: 'bobbin-and-thread-5' });
  await open('/app/invoices', "You don't have invoices", 'empty');
  await open('/app/lists', 'No lists yet', 'empty');
  await open('/app/match', 'Match my list', 'empty');
  await page.getByLabel('Your list').fill('needle-port-mobility.example\nnobody.example');
  await judge('/app/match with a list');
  await page.getByRole('button', { name: 'Match 2 lines' }).click();
  await expect(page.getByRole('heading', { name: 'of 2 lines found' })).toBeVisible();
  await judge('/app/match with a result');
  await open('/app/alerts', 'When people change', 'empty');
  await page.getByRole('button', { name: 'New alert' }).click();
  await page.getByLabel('Watch').selectOption('Collected people');
  await page.getByLabel('How often').selectOption('Daily');
  await judge('/app/alerts with a new alert');
  await page.getByRole('button', { name: 'Create alert' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByRole('button', { name: /this is a test/ }).click();
  await expect(page.getByText('This message lists no rows.')).toBeVisible();
  await judge('/app/alerts with an alert and a message');
  await open('/app/workspace', 'You are in your personal workspace', 'of somebody alone');
  await open('/app/join/abc', 'Join the workspace', 'signed in');
  await open('/app/webhooks', 'Create your first webhook', 'empty');
  await page.getByRole('button', { name: 'Create your first webhook' }).click();
  await page.getByLabel('Address').fill('https://hooks.example.com/leadloom');
  await judge('/app/webhooks with a new webhook');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await judge('/app/webhooks with a secret');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('webhook.test')).toBeVisible();
  await judge('/app/webhooks with a delivery');
  await open('/app/destinations', 'Add your first destination', 'empty');
  await page.getByRole('button', { name: 'Add your first destination' }).click();
  await judge('/app/destinations with the kinds');
  await page.getByRole('button', { name: 'SFTP' }).click();
  await judge('/app/destinations with a new one');
  report();
});

// The same states are shown, and most of them judged, by the journeys of accounts, keys, settings and screen states.
test(
  'The screens of the account and its subscription are free of serious accessibility faults in every state',
  ONLY_IN_FULL,
  async ({ journey }) => {
    const { page } = journey;
    const judging = createJudge(page, oppositeViews);
    const { judge, report } = judging;
    const open = createOpener(page, judging);

    const unverified = { email: 'ada.kettle@example.com', password: 'bobbin-and-thread-3' };
    await becomeUnverified(page, unverified);
    await open('/app/keys', 'verify your email to create API keys', 'unverified');
    await goInApp(page, '/app/profile');
    await fillProfile(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Please verify your email to subscribe to the service.')).toBeVisible();
    await judge('/app/payment unverified');
    await page.setViewportSize({ width: 1440, height: 900 });
    await leave(page);

    await becomeMember(journey, { email: 'edda.kettle@example.com', password: 'bobbin-and-thread-8' });
    await open('/app/keys', 'You have no API keys yet.', 'empty');
    await open('/app/payment', 'You need to fill up your profile', 'without a profile');
    await goInApp(page, '/app/profile');
    await fillProfile(page);
    await page.getByLabel('VAT Number').fill('x');
    await expect(page.getByText('Invalid VAT Number')).toBeVisible();
    await judge('/app/profile with a doubtful VAT number');
    await page.getByLabel('VAT Number').fill('');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL(/\/app\/payment$/);
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible();
    await judge('/app/payment on trial');
    await subscribe(page);
    await judge('/app/success');
    await open('/app/dashboard', /cancelled|\/ 10,000/, 'subscribed');
    await open('/app/payment', 'Next billing date', 'subscribed');
    await open('/app/invoices', /^Invoice of /);

    await goInApp(page, '/app/keys');
    await page.getByRole('button', { name: 'Create Key' }).click();
    await expect(page.locator('code')).toBeVisible();
    await judge('/app/keys with a secret');
    await goInApp(page, '/app/account');
    await judge('/app/account folded');
    for (const name of ['Email', 'Password', 'Passkeys', 'Sessions', 'Delete account']) await openLine(page, name);
    const twoFactor = await openLine(page, 'Two-factor sign-in');
    await twoFactor.getByRole('button', { name: 'Set up' }).click();
    await expect(twoFactor.getByRole('img')).toBeVisible();
    await expect(page.getByText('This browser')).toBeVisible();
    await judge('/app/account while two-factor sign-in is set up');
    const secret = ((await twoFactor.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
    await twoFactor.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret));
    await twoFactor.getByRole('button', { name: 'Switch on' }).click();
    await expect(twoFactor.getByText('Your recovery codes')).toBeVisible();
    await judge('/app/account with recovery codes');
    await twoFactor.getByRole('button', { name: 'I have saved them' }).click();
    await openLine(page, 'Two-factor sign-in');
    await twoFactor.getByRole('button', { name: 'New recovery codes' }).click();
    await expect(twoFactor.getByRole('button', { name: 'Create new recovery codes' })).toBeVisible();
    await judge('/app/account with two-factor sign-in');

    await goInApp(page, '/app/payment');
    await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(/^Your subscription is cancelled\./)).toBeVisible();
    await judge('/app/payment cancelled');
    await page.getByRole('button', { name: 'Resuscribe' }).click();
    await expect(page.getByText('Your plan: Pro.')).toBeVisible();
    await page.goto('/app/payment');
    await page.getByRole('button', { name: 'Payment details' }).click();
    await page.getByRole('button', { name: 'Use a card that will be declined' }).click();
    await page.getByRole('button', { name: 'Move to the next billing date' }).click();
    await expect(page.getByText('payment failed')).toBeVisible();
    await judge('/sandbox/portal');
    await open('/app/payment', 'Your last payment failed.', 'past due');
    report();
  },
);

test('The data tables are free of serious accessibility faults', async ({ journey }) => {
  test.setTimeout(300_000);
  const { page } = journey;
  const { judge, report } = createJudge(page, oppositeViews);
  const unverified = { email: 'isa.kettle@example.com', password: 'bobbin-and-thread-4' };
  await becomeUnverified(page, unverified);
  await page.goto('/app/table/people');
  await expect(page.getByText('Please verify your email to access this page.')).toBeVisible();
  await judge('/app/table/people unverified');
  await page.setViewportSize({ width: 1440, height: 900 });
  await leave(page);

  await becomeMember(journey, { email: 'tua.kettle@example.com', password: 'bobbin-and-thread-6' });
  for (const name of triedTables()) {
    await page.goto(`/app/table/${name}`);
    await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()).toBeVisible();
    await judge(`/app/table/${name}`);
  }
  report();
});

test("A data table's filters, menus and dialogs are free of serious accessibility faults", async ({ journey }) => {
  test.setTimeout(300_000);
  const { page } = journey;
  const { judge, report } = createJudge(page, oppositeViews);
  await becomeMember(journey, { email: 'odd.kettle@example.com', password: 'bobbin-and-thread-7' });
  await page.goto('/app/table/companies?country=Nowhere&last_funded_after=2026-01-31&with_contact_info=true');
  await expect(page.getByRole('grid').getByText('No results found')).toBeVisible();
  for (const chip of [/^Country/, /^Last funded/, /^With contact info/]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: chip }).click();
    // The conditions stand above the field, and the field is what one came for.
    await expect(page.getByRole('dialog').locator('input:not([type="radio"])').first()).toBeFocused();
    await judge(`/app/table/companies with the filter ${chip.source}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
  const asked = 'city is blank or not (revenue > 10 or people(email is blank or updated_at >= 2026-01-31))';
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/app/table/companies?where=${encodeURIComponent(asked)}`);
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await expect(page.getByRole('textbox', { name: 'The same as text' })).not.toBeEmpty();
  await judge('/app/table/companies with groups of conditions');
  await page.keyboard.press('Escape');
  await page.goto('/app/table/companies');
  await page.setViewportSize({ width: 360, height: 900 });
  await page.getByRole('button', { name: /^More filters/ }).click();
  await expect(page.getByRole('dialog', { name: 'More filters' }).getByLabel('Vertical')).toBeVisible();
  await judge('/app/table/companies with more filters, empty');
  await page.keyboard.press('Escape');

  await page.goto('/app/table/companies');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save current as…' }).click();
  await page.getByLabel('Name', { exact: true }).fill('At home');
  await judge('/app/table/companies while a view is named');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('tab', { name: 'At home', selected: true })).toBeVisible();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await judge('/app/table/companies with the menu of views');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText('Rows in the file')).toBeVisible();
  await judge('/app/table/companies before an export');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Changed', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Last 24 hours' })).toBeVisible();
  await judge('/app/table/companies with the choice of changes');
  await page.keyboard.press('Escape');
  report();
});

test('Every screen is free of serious accessibility faults, in light and dark, wide and narrow', async ({ journey }) => {
  const { page } = journey;
  const { judge, report } = createJudge(page, allViews);

  for (const [path, text] of Object.entries(publicScreens)) {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    await judge(path);
  }

  await signInToSample(journey);
  await page.goto('/app/dashboard');
  await expect(page.getByText('Welcome back')).toBeVisible();
  await judge('/app/dashboard');
  // In a narrow window, where the last view left it.
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
  await judge('the drawer', narrowViews);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  await judge('/app/dashboard with a sidebar of icons');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Expand navigation' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('re');
  await expect(page.getByRole('option', { name: 'Reddit Collector' })).toBeVisible();
  await judge('the palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await judge('the keys');
  await page.keyboard.press('Escape');
  await page.goto('/app/linkedin/people');
  await expect(page.getByRole('checkbox', { name: /^Select Sample/ }).first()).toBeVisible();
  await judge('/app/linkedin/people');
  await page.goto('/app/docs/api');
  await expect(page.getByRole('heading', { name: 'On this page' })).toBeVisible();
  await judge('/app/docs/api signed in');
  await page.goto('/outbox');
  await judge('/outbox');
  report();
});
