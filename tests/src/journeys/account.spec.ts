import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember } from './account-shortcuts.ts';
import {
  authenticatorCode,
  fillProfile,
  openLine,
  register,
  signIn,
  submitSignIn,
  subscribe,
  verifyByMail,
} from './account-steps.ts';
import { goInApp } from './go-in-app.ts';

test.use({ extension: false, sharesServer: true });

const subscriber = { email: 'maren.lindqvist@example.com', password: 'warp-and-weft-12' };
const owner = { email: 'tomas.vrana@example.com', password: 'shuttle-on-loom-4' };

test('A person registers, fills in the profile, subscribes with test money, makes keys up to the limit, sees the invoice, cancels and subscribes again', async ({
  journey,
}) => {
  const { page } = journey;
  await page.emulateMedia({ reducedMotion: 'no-preference' });

  await test.step('register, verify and sign in', async () => {
    await register(page, subscriber);
    await verifyByMail(page, subscriber.email);
    await signIn(page, subscriber);
    await expect(page.getByText("You don't have a subscription")).toBeVisible();
    await expect(page.getByText(/^Your trial runs until /)).toBeVisible();
  });

  await test.step('fill in the profile, and be led on to payment', async () => {
    await goInApp(page, '/app/payment');
    await expect(page.getByText('You need to fill up your profile before subscribing to the service')).toBeVisible();
    await page.getByRole('link', { name: 'Go to your profile' }).click();
    await fillProfile(page);
    const vatNumber = page.getByLabel('VAT Number');
    await vatNumber.fill('556012');
    await expect(page.getByText('Invalid VAT Number')).toBeVisible();
    await vatNumber.fill('SE556012579001');
    await expect(page.getByText('Invalid VAT Number')).toBeHidden();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Profile info updated correctly.')).toBeVisible();
    await expect(page).toHaveURL(/\/app\/payment$/);
  });

  await test.step('subscribe, after a card that is declined', async () => {
    await expect(page.getByText(/^The button below takes you to /)).toBeVisible();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('button', { name: 'Let the card be declined' }).click();
    await expect(page.getByText('The card was declined. Nothing was taken.')).toBeVisible();
    await page.goto('/app/payment');
    await subscribe(page);
    await expect(page.getByText('Your subscription is now active.')).toBeVisible();
    await page.getByRole('link', { name: 'Create an API key' }).click();
    await expect(page).toHaveURL(/\/app\/keys$/);
  });

  await test.step('create a key, whose secret is shown once', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Create Key' }).click();
    const shown = page.locator('code');
    await expect(shown).toBeVisible();
    const secret = await textOf(shown);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await page.reload();
    await expect(page.getByText('*******')).toBeVisible();
    expect(await page.content()).not.toContain(secret);
    expect(journey.leadloom.log()).not.toContain(secret);
  });

  await test.step('create keys up to the limit, which a second tab meets too, and delete one', async () => {
    const create = page.getByRole('button', { name: 'Create Key' });
    await create.click();
    await expect(keyRows(page)).toHaveCount(2);
    const secondTab = await page.context().newPage();
    await secondTab.goto('/app/keys');
    await expect(keyRows(secondTab)).toHaveCount(2);
    await create.click();
    await expect(keyRows(page)).toHaveCount(3);
    await expect(create).toBeDisabled();
    await secondTab.getByRole('button', { name: 'Create Key' }).click();
    await expect(secondTab.getByText("You've hit the limit of keys.")).toBeVisible();
    await expect(keyRows(secondTab)).toHaveCount(3);
    await secondTab.close();
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Deleted!')).toBeVisible();
    await expect(keyRows(page)).toHaveCount(2);
    await expect(create).toBeEnabled();
  });

  await test.step('see the invoice', async () => {
    await goInApp(page, '/app/invoices');
    await expect(page.getByRole('heading', { name: 'Your Latest Sandbox Invoices' })).toBeVisible();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: /^Invoice of / }).click();
    const invoice = await opened;
    await expect(invoice.getByRole('heading', { name: /^Invoice / })).toBeVisible();
    await expect(invoice.getByText(subscriber.email)).toBeVisible();
    await invoice.close();
  });

  await test.step('cancel, and keep the service until the next billing date', async () => {
    await goInApp(page, '/app/payment');
    await expect(page.getByText('Next billing date')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(/^Your subscription is cancelled\. You won't be charged anymore/)).toBeVisible();
    await goInApp(page, '/app/dashboard');
    await expect(page.getByText(/cancelled, active until /)).toBeVisible();
  });

  await test.step('subscribe again, and see plan and usage on the dashboard', async () => {
    await goInApp(page, '/app/payment');
    await page.getByRole('button', { name: 'Resuscribe' }).click();
    await expect(page).toHaveURL(/\/app\/success/);
    await expect(page.getByText('Your plan: Pro.')).toBeVisible();
    await goInApp(page, '/app/payment');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await goInApp(page, '/app/dashboard');
    await expect(page.getByText('Pro', { exact: true })).toBeVisible();
    await expect(page.getByText(/^\d+ \/ 10,000$/)).toHaveCount(2);
  });
});

test('A person changes the password, ends another browser, switches on two-factor sign-in, downloads their data and deletes the account', async ({
  journey,
}) => {
  const { page } = journey;
  const changed = { email: owner.email, password: 'heddle-and-reed-9' };
  let secret = '';
  let recoveryCode = '';

  await becomeMember(journey, owner);

  await test.step('change the password', async () => {
    await page.goto('/app/account');
    const section = await openLine(page, 'Password');
    await section.getByLabel('Current password').fill('not-the-password');
    await section.getByLabel('New password', { exact: true }).fill(changed.password);
    await section.getByLabel('Repeat new password').fill(changed.password);
    await section.getByRole('button', { name: 'Change password' }).click();
    await expect(
      section
        .getByRole('alert')
        .or(section.getByText(/wrong|incorrect|not right/i))
        .first(),
    ).toBeVisible();
    await section.getByLabel('Current password').fill(owner.password);
    await section.getByRole('button', { name: 'Change password' }).click();
    await expect(section.getByText('Password changed. Every other session was signed out.')).toBeVisible();
  });

  await test.step('see a second browser among the sessions, and end it', async () => {
    const elsewhere = await page
      .context()
      .browser()
      ?.newContext({ baseURL: new URL(page.url()).origin });
    if (elsewhere === undefined) throw new Error('no second browser');
    const otherPage = await elsewhere.newPage();
    await signIn(otherPage, changed);
    await page.reload();
    const section = await openLine(page, 'Sessions');
    await expect(section.getByRole('listitem')).toHaveCount(2);
    await expect(section.getByText('This browser')).toHaveCount(1);
    await section.getByRole('button', { name: 'End', exact: true }).click();
    await expect(section.getByText('The session has ended.')).toBeVisible();
    await expect(section.getByRole('listitem')).toHaveCount(1);
    await otherPage.goto('/app/account');
    await expect(otherPage).toHaveURL(/\/app\/login/);
    await elsewhere.close();
  });

  await test.step('switch on two-factor sign-in', async () => {
    const section = await openLine(page, 'Two-factor sign-in');
    await section.getByRole('button', { name: 'Set up' }).click();
    // The change of the password has ended the proof.
    const proof = page.getByRole('dialog', { name: 'Confirm your password' });
    await proof.getByLabel('Password', { exact: true }).fill(changed.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    secret = (await textOf(section.locator('code'))).replaceAll(/\s/g, '');
    await section.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret));
    await section.getByRole('button', { name: 'Switch on' }).click();
    await expect(section.getByText('Your recovery codes')).toBeVisible();
    recoveryCode = await textOf(section.getByRole('listitem').first());
    await section.getByRole('button', { name: 'I have saved them' }).click();
    await expect(section.getByText(/^Two-factor sign-in is on\./)).toBeVisible();
  });

  await test.step('sign out, and in again with a code', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/app\/login/);
    await submitSignIn(page, owner);
    await expect(page.getByText('Bad username or password')).toBeVisible();
    await submitSignIn(page, changed);
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('This code is incorrect or was already used.')).toBeVisible();
    // A code works once, and the current one has been used to switch it on.
    await page.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret, 1));
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText(`Welcome back, ${owner.email}!`)).toBeVisible();
  });

  await test.step('download everything that is kept, without the secrets', async () => {
    await goInApp(page, '/app/account');
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/\.json$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text).toContain(owner.email);
    for (const hidden of [secret, recoveryCode, changed.password, 'password_hash']) expect(text).not.toContain(hidden);
  });

  await test.step('delete the account, which then cannot be signed in to', async () => {
    const section = await openLine(page, 'Delete account');
    await section.getByLabel('Password', { exact: true }).fill(changed.password);
    await section.getByLabel('Code', { exact: true }).fill(recoveryCode);
    const confirm = section.getByRole('button', { name: 'Delete account' });
    await expect(confirm).toBeDisabled();
    await section.getByLabel('Type your email to confirm').fill(owner.email);
    await confirm.click();
    await expect(page).toHaveURL(/\/app\/login/);
    await expect(page.getByText('Your account and everything it held are deleted.')).toBeVisible();
    await submitSignIn(page, changed);
    await expect(page.getByText('Bad username or password')).toBeVisible();
  });
});

function keyRows(page: Page) {
  return page
    .getByRole('region', { name: 'Your API keys' })
    .locator('tbody tr')
    .filter({ has: page.getByRole('button', { name: 'Delete' }) });
}

/** @throws when it has none, so that nothing is compared with an empty text */
async function textOf(element: Locator): Promise<string> {
  const text = await element.textContent();
  if (text === null || text === '') throw new Error('the element has no text');
  return text;
}
