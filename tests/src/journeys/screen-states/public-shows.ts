/** The screens nobody needs a session for. */
import { expect, type Page } from '@playwright/test';
import { callApi, enter, leave, mailedCodes, registerByApi } from '../account-shortcuts.ts';
import { type Credentials, submitSignIn } from '../account-steps.ts';
import { keepsSaying, type Show, says } from './scene.ts';

export const weaver = { email: 'berit.solheim@example.com', password: 'selvedge-and-hem-5' };
const forgetful = { email: 'oda.krane@example.com', password: 'raddle-and-lease-6' };
const changedPassword = 'temple-and-treadle-7';

const PAGE_LEFT_AFTER_SECONDS = 7;
const productIs = /data on LinkedIn jobs, investors and companies/;

export const loginIdle: Show = async ({ page }) => {
  await leave(page);
  await page.goto('/app/login');
  await says(page, productIs);
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  await expect(page.locator('a[href="/app/register"]')).toBeVisible();
  await expect(page.locator('a[href="/app/reset-password"]')).toBeVisible();
};

export const loginRefused: Show = async ({ page }) => {
  await submitSignIn(page, { ...weaver, password: 'not-the-password' });
  await says(page, 'Bad username or password');
  await expect(page.getByLabel('Email')).toHaveValue(weaver.email);
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByText('Bad username or password')).toBeHidden();
};

/** The session has begun, whatever becomes of the two seconds after it. */
export const loginReloaded: Show = async ({ page }) => {
  await leave(page);
  await submitSignIn(page, weaver);
  await says(page, 'Authenticated, redirecting');
  await page.reload();
  await page.goto('/app/');
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  await says(page, `Welcome back, ${weaver.email}!`);
};

export const registerIdle: Show = async ({ page }) => {
  await page.goto('/app/register');
  await says(page, productIs);
  await expect(registerButton(page)).toBeDisabled();
  await expect(page.locator('a[href="/app/login"]')).toBeVisible();
};

export const registerEmailInvalid: Show = async ({ page }) => {
  await typeRegistration(page, { email: 'oda.krane@example', password: forgetful.password });
  await says(page, 'Email is invalid');
  await expect(registerButton(page)).toBeDisabled();
};

/** The email of an otherwise good form is refused: it is the server that knows this domain for its throw-away addresses. */
export const registerEmailRefused: Show = async ({ page }) => {
  await typeRegistration(page, { email: 'oda.krane@mailinator.com', password: forgetful.password });
  await says(page, 'Email is invalid');
  await expect(registerButton(page)).toBeDisabled();
};

export const registerPasswordLength: Show = async ({ page }) => {
  await typeRegistration(page, { ...forgetful, password: 'a'.repeat(5) });
  await says(page, 'Password is too short');
  await expect(registerButton(page)).toBeDisabled();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('a'.repeat(41));
  await says(page, 'Password is too long');
  await expect(registerButton(page)).toBeDisabled();
  await password.fill('a'.repeat(40));
  await expect(registerButton(page)).toBeEnabled();
};

export const registerRefused: Show = async ({ page }) => {
  await typeRegistration(page, { ...forgetful, password: 'password123' });
  await registerButton(page).click();
  const refusal = 'This password is too common. Please choose another one.';
  await says(page, refusal);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(refusal);
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByText(refusal)).toBeHidden();
};

export const resetEmailInvalid: Show = async ({ page }) => {
  await page.goto('/app/reset-password');
  await page.getByLabel('Email').fill('oda.krane');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await says(page, 'Not a valid email');
};

export const resetSent: Show = async ({ page }) => {
  await page.goto('/app/reset-password');
  await registerByApi(page, forgetful);
  await requestReset(page);
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByText('Check your email for a reset code.')).toBeHidden();
  await page.clock.install();
  await requestReset(page);
  await page.clock.fastForward((PAGE_LEFT_AFTER_SECONDS - 1) * 1000);
  await expect(page).toHaveURL(/\/app\/reset-password$/);
  await page.clock.fastForward(1000);
  await expect(page).toHaveURL(/\/app\/login$/);
};

export const newPasswordInvalid: Show = async ({ page }) => {
  await page.goto('/app/new-password/abc');
  const submit = page.getByRole('button', { name: 'Set New Password' });
  await expect(submit).toBeDisabled();
  await typeNewPassword(page, 'short', 'short');
  await says(page, 'Password is too short');
  await expect(submit).toBeDisabled();
  await typeNewPassword(page, changedPassword, `${changedPassword}x`);
  await says(page, "Passwords don't match");
  await expect(submit).toBeDisabled();
};

export const newPasswordSet: Show = async ({ page, leadloom }) => {
  const codes = await mailedCodes(leadloom, forgetful.email, 'new-password', 2);
  await page.goto(`/app/new-password/${codes[1]}`);
  await typeNewPassword(page, changedPassword, changedPassword);
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await says(page, 'Password changed successfully, now you can login');
  await page.clock.fastForward(PAGE_LEFT_AFTER_SECONDS * 1000);
  await expect(page).toHaveURL(/\/app\/login$/);
  await enter(page, { ...forgetful, password: changedPassword });
  await leave(page);
};

/** The code that was used, and the one before it. */
export const newPasswordRefused: Show = async ({ page, leadloom }) => {
  for (const code of await mailedCodes(leadloom, forgetful.email, 'new-password', 2)) {
    await page.goto(`/app/new-password/${code}`);
    await typeNewPassword(page, 'another-loom-8', 'another-loom-8');
    await page.getByRole('button', { name: 'Set New Password' }).click();
    await says(page, 'Unauthorized');
  }
};

export const verifyIncorrect: Show = async ({ page }) => {
  await page.goto('/app/verify/abc');
  await keepsSaying(page, 'Incorrect verification code');
};

/** An older code is over once a newer one is on its way. */
export const verifyExpired: Show = async ({ page, leadloom }) => {
  const [first] = await mailedCodes(leadloom, weaver.email, 'verify');
  await callApi(page, { method: 'POST', path: '/resend-verification' });
  await mailedCodes(leadloom, weaver.email, 'verify', 2);
  await page.goto(`/app/verify/${first}`);
  await keepsSaying(page, 'Expired verification code');
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await says(page, 'Check your email for a new verification link.');
};

export const verifyChecking: Show = async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const address = '**/api/v1/verify/*';
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/app/verify/abc');
  await says(page, 'Checking code...');
  release();
  await says(page, 'Incorrect verification code');
  await page.unroute(address);
};

export const verified: Show = async ({ page, leadloom }) => {
  const codes = await mailedCodes(leadloom, weaver.email, 'verify', 3);
  await page.goto(`/app/verify/${codes[2]}`);
  await keepsSaying(page, 'User verified correctly');
};

function registerButton(page: Page) {
  return page.getByRole('button', { name: 'Register' });
}

async function typeRegistration(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

async function requestReset(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(forgetful.email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await says(
    page,
    'Check your email for a reset code.',
    "If the provided email exists, you should've received an email to reset your password.",
    'Check your spam folder just in case.',
  );
}

async function typeNewPassword(page: Page, password: string, repeated: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat Password').fill(repeated);
}
