import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { verifyByMail } from './account-steps.ts';
import { acceptRisk, rowOf } from './collector-steps.ts';
import { openScreen } from './open-screen.ts';

const email = 'ines.moreau@example.com';
const password = 'linen-and-thread-7';

test.use({ sharesServer: true });

test('A person registers, verifies the email, signs in, installs the extension, passes the onboarding, adds a LinkedIn profile, downloads it, reads its detailed page and exports it to CSV', async ({
  journey,
}) => {
  const { page, member } = journey;

  await test.step('register', async () => {
    await page.goto('/app/');
    await expect(page).toHaveURL(/\/app\/login$/);
    await page.getByRole('link', { name: 'Create an account' }).click();
    // The frame keeps the form before it, which has an Email too, until this one has come.
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveURL(/\/app\/login$/, { timeout: 8_000 });
  });

  await test.step('verify the email by the link in the outbox', async () => {
    await verifyByMail(page, email, journey.leadloom.outboxPath);
  });

  await test.step('sign in', async () => {
    await page.goto('/app/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Authenticated, redirecting')).toBeVisible();
    await expect(page.getByText(`Welcome back, ${email}!`)).toBeVisible();
  });

  await test.step('pass the onboarding', async () => {
    await openScreen(page, 'Linkedin Profiles');
    await expect(page).toHaveURL(/\/app\/linkedin\/onboarding$/);
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    await page.getByRole('button', { name: 'Check Extension' }).click();
    await expect(page.getByText('Extension correctly installed')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();

    await page.getByRole('button', { name: 'Check Cookies' }).click();
    await expect(page.getByText('Cookies not available. Have you logged into Linkedin?')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    await journey.signInToLinkedIn();
    await page.getByRole('button', { name: 'Check Cookies' }).click();
    await expect(page.getByText('Cookies captured!')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();

    await expect(page.getByText('Ready to go!')).toBeVisible();
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page).toHaveURL(/\/app\/linkedin\/collector$/);
  });

  await test.step('add a profile', async () => {
    await expect(page.getByText('Leadloom Extension installed')).toBeVisible();
    await expect(page.getByText('Linkedin cookies available')).toBeVisible();
    await expect(page.getByText('Add some profiles to fetch.')).toBeVisible();
    const field = page.getByLabel('Profile to visit');
    await field.fill('https://example.com/somebody');
    await page.getByRole('button', { name: 'Add Profile', exact: true }).click();
    await expect(page.getByText('"https://example.com/somebody" doesn\'t seem a valid linkedin URL')).toBeVisible();
    await field.fill(`http://de.linkedin.com/in/${member.slug}/?trk=x`);
    await page.getByRole('button', { name: 'Add Profile', exact: true }).click();
    await expect(rowOf(page, member.slug)).toBeVisible();
    await field.fill(`www.linkedin.com/in/${member.slug}`);
    await page.getByRole('button', { name: 'Add Profile', exact: true }).click();
    await expect(page.getByText('URL already exists')).toBeVisible();
  });

  await test.step('download it', async () => {
    await page.getByRole('button', { name: 'Start Job' }).click();
    await acceptRisk(page);
    await expect(rowOf(page, member.slug).getByText('ok', { exact: true })).toBeVisible();
    await page.reload();
    await expect(rowOf(page, member.slug).getByText('ok', { exact: true })).toBeVisible();
  });

  await test.step('read its detailed page', async () => {
    const details = rowOf(page, member.slug).getByRole('link', { name: /^Details/ });
    await expect(details).toBeInViewport();
    await details.click();
    await expect(page).toHaveURL(/\/app\/linkedin\/users\/\w+$/);
    await expect(page.getByText('Detailed Profile')).toBeVisible();
    await expect(page.getByText(member.headline)).toBeVisible();
    await expect(page.getByText('Experiences')).toBeVisible();
    await expect(page.getByText(member.firstPositionTitle).first()).toBeVisible();
    await page.goBack();
  });

  await test.step('export it to CSV', async () => {
    const profiles = await download(page, 'linkedin_users_export.csv');
    expect(profiles).toContain(member.slug);
    expect(profiles).toContain(member.fullName);
    const experiences = await download(page, 'linkedin_experiences_export.csv');
    expect(experiences).toContain(member.firstPositionTitle);
  });

  await test.step('only LinkedIn’s read-only addresses were requested, and no cookie value left the browser', async () => {
    const requests = journey.linkedIn.control.requests().filter((request) => request.path.startsWith('/voyager/'));
    expect(requests.length).toBeGreaterThanOrEqual(3);
    expect(requests.every((request) => request.method === 'GET' && request.status === 200)).toBe(true);
    expect(await journey.findSecretLeaks()).toEqual([]);
  });
});

async function download(page: Page, fileName: string): Promise<string> {
  const started = page.waitForEvent('download');
  await page
    .locator('#download-profiles')
    .getByRole('button', { name: fileName.includes('users') ? /profiles|users/i : /experiences/i })
    .click();
  const file = await started;
  expect(file.suggestedFilename()).toBe(fileName);
  return readFile(await file.path(), 'utf8');
}
