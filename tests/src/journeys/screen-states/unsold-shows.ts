/** The screens where nothing is sold, and more countries are offered than the usual ones. */
import { expect } from '@playwright/test';
import { callApi, enter, leave, mailedCodes, registerByApi } from '../account-shortcuts.ts';
import { type Show, says } from './scene.ts';

const spinner = { email: 'liv.aasen@example.com', password: 'distaff-and-whorl-1' };
const NOTHING_SOLD = 'Nothing is sold on this server, so there is nothing to pay.';
const ONE_PLAN = 'Every account with a verified email has the plan “Local”, without limits.';

export const unsoldUnverified: Show = async ({ page }) => {
  await leave(page);
  await registerByApi(page, spinner);
  await enter(page, spinner);
  await page.goto('/app/payment');
  await says(page, NOTHING_SOLD, ONE_PLAN);
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await says(page, 'Check your email for a new verification link.');
};

export const unsoldVerified: Show = async ({ page, leadloom, judge }) => {
  const codes = await mailedCodes(leadloom, spinner.email, 'verify', 2);
  await callApi(page, { method: 'GET', path: `/verify/${codes[1]}` });
  await page.goto('/app/payment');
  await says(page, NOTHING_SOLD, ONE_PLAN);
  await expect(page.getByRole('button', { name: /Subscribe|Cancel|Resend/ })).toHaveCount(0);
  await judge('/app/payment where nothing is sold');
};

export const unsoldDashboard: Show = async ({ page }) => {
  await page.goto('/app/dashboard');
  await says(page, 'Local');
  await expect(page.getByText('0 / N/A', { exact: true })).toHaveCount(2);
  await expect(page.getByText('N/A remaining', { exact: true })).toHaveCount(2);
};

export const unsoldInvoices: Show = async ({ page }) => {
  await page.goto('/app/invoices');
  await says(page, 'Your Latest Invoices', "You don't have invoices");
};

export const additionalCountries: Show = async ({ page }) => {
  await page.goto('/app/profile');
  const country = page.getByLabel('Country');
  await expect(country.getByRole('option')).toHaveText([
    'Choose a country',
    ...'US GB CA AU DE FR IT ES BR MX IN CN JP SG ZA EG RU SE FI NO PL NL'.split(' ').map((code) => new RegExp(`^${code} `)),
  ]);
  await country.selectOption({ label: 'NL Netherlands' });
  await page.getByRole('button', { name: 'Submit' }).click();
  await says(page, 'Profile info updated correctly.');
  await page.reload();
  await expect(country).toHaveValue('NL');
};
