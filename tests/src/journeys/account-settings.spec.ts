import { beginTwoFactor, enableTwoFactor } from '@leadloom/shared/contract/account-settings';
import { expect, type Page } from '@playwright/test';
import { type Journey, test } from '../testing/journey.fixture.ts';
import { createJudge, oppositeViews } from './accessibility-judge.ts';
import { callApi, enter, leave, mailedCodes, registerByApi } from './account-shortcuts.ts';
import { authenticatorCode, openLine, submitSignIn, subscribe } from './account-steps.ts';
import { goInApp } from './go-in-app.ts';

test.use({ extension: false, sharesServer: true });

const before = { email: 'signe.aune@example.com', password: 'niddy-noddy-and-skein-2' };
const after = { email: 'signe.vik@example.com', password: before.password };
const WRONG_PASSWORD = 'The password is incorrect.';

test('A person takes another email, ends all other sessions, renews the recovery codes, switches two-factor sign-in off and deletes the account while its subscription runs', async ({
  journey,
}) => {
  const { page, leadloom } = journey;
  const { judge, report } = createJudge(page, oppositeViews);
  await createVerified(journey);

  await test.step('ask for another email, which changes nothing yet', async () => {
    await page.goto('/app/account');
    const section = await openLine(page, 'Email');
    const submit = section.getByRole('button', { name: 'Change email' });
    await section.getByLabel('New email').fill(before.email);
    await section.getByLabel('Password', { exact: true }).fill(before.password);
    await submit.click();
    await expect(section.getByText('This is already your email.')).toBeVisible();
    await section.getByLabel('New email').fill(after.email);
    await section.getByLabel('Password', { exact: true }).fill('not-the-password');
    await submit.click();
    await expect(section.getByText(WRONG_PASSWORD)).toBeVisible();
    await section.getByLabel('Password', { exact: true }).fill(before.password);
    await submit.click();
    await expect(section.getByText('Check the new address for a link that confirms it.')).toBeVisible();
    await page.reload();
    await expect(section.getByText(before.email)).toBeVisible();
  });

  await test.step('follow the link: the new email signs in, the old one does not', async () => {
    const [code] = await mailedCodes(leadloom, after.email, 'confirm-email');
    await page.goto(`/app/confirm-email/${code}`);
    await expect(page.getByText('Email changed. Use the new address from now on.')).toBeVisible();
    await submitSignIn(page, before);
    await expect(page.getByText('Bad username or password')).toBeVisible();
    await enter(page, after);
    await page.goto('/app/dashboard');
    await expect(page.getByText(`Welcome back, ${after.email}!`)).toBeVisible();
  });

  await test.step('end all other sessions, and stay signed in here', async () => {
    const others = [await openElsewhere(page), await openElsewhere(page)];
    await page.goto('/app/account');
    const section = await openLine(page, 'Sessions');
    await expect(section.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);
    expect(await section.getByRole('listitem').count()).toBeGreaterThan(others.length);
    await section.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
    await expect(section.getByText('All other sessions have ended.')).toBeVisible();
    await expect(section.getByRole('listitem')).toHaveCount(1);
    await expect(section.getByRole('button', { name: 'End all others' })).toBeDisabled();
    for (const other of others) {
      await other.goto('/app/account');
      await expect(other).toHaveURL(/\/app\/login/);
      await other.context().close();
    }
    await page.reload();
    await expect(section.getByText('Signed in on 1 browser')).toBeVisible();
  });

  let oldCodes: readonly string[] = [];
  let newCodes: readonly string[] = [];
  const twoFactor = page.getByRole('region', { name: 'Two-factor sign-in' });

  await test.step('renew the recovery codes: the old ones end', async () => {
    oldCodes = await switchOnSecondFactor(page);
    await page.reload();
    await openLine(page, 'Two-factor sign-in');
    await expect(twoFactor.getByText(isOnWith(oldCodes.length))).toBeVisible();
    await twoFactor.getByRole('button', { name: 'New recovery codes' }).click();
    await twoFactor.getByRole('button', { name: 'Create new recovery codes' }).click();
    await expect(twoFactor.getByText('Your recovery codes')).toBeVisible();
    await judge('/app/account with recovery codes');
    newCodes = await twoFactor.getByRole('listitem').allTextContents();
    expect(newCodes).toHaveLength(oldCodes.length);
    expect(newCodes.filter((code) => oldCodes.includes(code))).toEqual([]);
    await twoFactor.getByRole('button', { name: 'I have saved them' }).click();
    await page.reload();
    await expect(twoFactor.getByText(`On · ${newCodes.length} recovery codes left`)).toBeVisible();
    await expect(enter(page, { ...after, code: oldCodes[1] ?? '' })).rejects.toThrow('TWO_FACTOR.CODE_WRONG');
    await enter(page, { ...after, code: newCodes[1] ?? '' });
  });

  await test.step('switch two-factor sign-in off: the password alone signs in', async () => {
    await page.goto('/app/account');
    await openLine(page, 'Two-factor sign-in');
    await expect(twoFactor.getByText(isOnWith(newCodes.length - 1))).toBeVisible();
    await twoFactor.getByRole('button', { name: 'Switch off' }).click();
    await twoFactor.getByRole('button', { name: 'Switch off' }).click();
    await expect(twoFactor.getByText('Two-factor sign-in is off.')).toBeVisible();
    await page.reload();
    await openLine(page, 'Two-factor sign-in');
    await expect(twoFactor.getByRole('button', { name: 'Set up' })).toBeVisible();
    await enter(page, after);
  });

  await test.step('delete the account while its subscription runs', async () => {
    await callApi(page, { method: 'POST', path: '/update-profile', body: { country: 'NO', currency: 'EUR' } });
    await page.goto('/app/payment');
    await subscribe(page);
    await goInApp(page, '/app/account');
    const secondTab = await page.context().newPage();
    await secondTab.goto('/app/dashboard');
    await expect(secondTab.getByText('Pro', { exact: true })).toBeVisible();
    const section = await openLine(page, 'Delete account');
    const submit = section.getByRole('button', { name: 'Delete account' });
    await section.getByLabel('Password', { exact: true }).fill('not-the-password');
    await section.getByLabel('Type your email to confirm').fill(before.email);
    await expect(submit).toBeDisabled();
    await judge('/app/account before it is deleted');
    await section.getByLabel('Type your email to confirm').fill(after.email);
    await submit.click();
    await expect(section.getByText(WRONG_PASSWORD)).toBeVisible();
    await section.getByLabel('Password', { exact: true }).fill(after.password);
    await submit.click();
    await expect(page.getByText('Your account and everything it held are deleted.')).toBeVisible();
    await secondTab.goto('/app/payment');
    await expect(secondTab).toHaveURL(/\/app\/login/);
    await secondTab.close();
  });

  await test.step('register anew with the same email, as somebody who was never there', async () => {
    await registerByApi(page, after);
    await enter(page, after);
    await page.goto('/app/dashboard');
    await expect(page.getByText("You don't have a subscription")).toBeVisible();
    await goInApp(page, '/app/invoices');
    await expect(page.getByText("You don't have invoices")).toBeVisible();
  });
  report();
});

async function createVerified({ page, leadloom }: Journey): Promise<void> {
  await leave(page);
  await registerByApi(page, before);
  const [code] = await mailedCodes(leadloom, before.email, 'verify');
  await callApi(page, { method: 'GET', path: `/verify/${code}` });
  await enter(page, before);
}

/** Signed in, in a browser of its own. */
async function openElsewhere(page: Page): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (context === undefined) throw new Error('no second browser');
  const elsewhere = await context.newPage();
  await enter(elsewhere, after);
  await elsewhere.goto('/app/account');
  await expect(elsewhere.getByText(/^Signed in on/)).toBeVisible();
  return elsewhere;
}

/** @returns the recovery codes */
async function switchOnSecondFactor(page: Page): Promise<readonly string[]> {
  const begun = await callApi(page, { method: 'POST', path: '/two-factor/begin', body: { password: after.password } });
  const { secret } = beginTwoFactor.success.body.parse(begun);
  const code = authenticatorCode(secret);
  const enabled = await callApi(page, { method: 'POST', path: '/two-factor/enable', body: { code } });
  return enableTwoFactor.success.body.parse(enabled).recovery_codes;
}

function isOnWith(count: number): string {
  return `Two-factor sign-in is on. You have ${count} recovery codes left.`;
}
