import { expect, type Page } from '@playwright/test';
import { type Journey, test } from '../testing/journey.fixture.ts';
import { createJudge, oppositeViews } from './accessibility-judge.ts';
import { callApi, enter, leave, mailedCodes, registerByApi } from './account-shortcuts.ts';
import { openLine } from './account-steps.ts';
import { goInApp } from './go-in-app.ts';

test.use({ extension: false, sharesServer: true });

const account = { email: 'liv.rokke@example.com', password: 'bobbin-and-heddle-4' };

test('A person adds a passkey, signs in with it alone, renames it, removes it, and then it opens nothing', async ({
  journey,
}) => {
  const { page } = journey;
  const { judge, report } = createJudge(page, oppositeViews);
  const setPerson = await giveAuthenticator(page);
  await createVerified(journey);
  const section = page.getByRole('region', { name: 'Passkeys' });
  const items = section.getByRole('listitem');
  const signInButton = page.getByRole('button', { name: 'Sign in with a passkey' });

  await test.step('add a passkey', async () => {
    await page.goto('/app/account');
    await openLine(page, 'Passkeys');
    await section.getByLabel('Name of the new passkey').fill('Loom room');
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(section.getByText('The passkey can now sign in to your account.')).toBeVisible();
    await expect(items).toHaveCount(1);
    await expect(items).toContainText('Loom room');
    await judge('/app/account with a passkey');
  });

  await test.step('the device is asked for one passkey only', async () => {
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(section.getByText('This device already has a passkey for your account.')).toBeVisible();
    await expect(items).toHaveCount(1);
  });

  await test.step('sign in with it, without email and password', async () => {
    await setPerson('away');
    await leave(page);
    await page.goto('/app/login');
    await expect(signInButton).toBeEnabled();
    await judge('/app/login with passkeys');
    // Before the button is pressed: a request that already waits would not notice.
    await setPerson('there');
    await signInButton.click();
    await expect(page.getByText('Authenticated, redirecting')).toBeVisible();
    await expect(page.getByText(`Welcome back, ${account.email}!`)).toBeVisible();
    await goInApp(page, '/app/account');
    await openLine(page, 'Passkeys');
    await expect(items).toContainText('Last used');
  });

  await test.step('sign in with it from the list of the email field', async () => {
    await leave(page);
    await page.goto('/app/login');
    await expect(page.getByText(`Welcome back, ${account.email}!`)).toBeVisible();
    await goInApp(page, '/app/account');
    await openLine(page, 'Passkeys');
  });

  await test.step('rename it, then remove it', async () => {
    await section.getByRole('button', { name: 'Rename' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename the passkey' });
    await rename.getByLabel('Name').fill('Old loom');
    await rename.getByRole('button', { name: 'Rename' }).click();
    await expect(items).toContainText('Old loom');
    await section.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(section.getByText('The passkey was removed.')).toBeVisible();
    await expect(items).toHaveCount(0);
  });

  await test.step('it signs nobody in afterwards', async () => {
    await setPerson('away');
    await leave(page);
    await page.goto('/app/login');
    await setPerson('there');
    await signInButton.click();
    await expect(page.getByText('This passkey was not accepted. Please try again.')).toBeVisible();
    await expect(page).toHaveURL(/\/app\/login$/);
  });

  report();
});

/** One built into the device. While the person is there, they agree to whatever it asks at once. */
async function giveAuthenticator(page: Page): Promise<(person: 'there' | 'away') => Promise<void>> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (person) => {
    await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: person === 'there' });
  };
}

async function createVerified({ page, leadloom }: Journey): Promise<void> {
  await leave(page);
  await registerByApi(page, account);
  const [code] = await mailedCodes(leadloom, account.email, 'verify');
  await callApi(page, { method: 'GET', path: `/verify/${code}` });
  await enter(page, account);
}
