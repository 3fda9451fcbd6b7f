import { deleteAccount } from '@leadloom/shared/contract/account-settings';
import { login, refresh } from '@leadloom/shared/contract/accounts';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { apiServer } from '../../testing/server.ts';
import { openSection, serveAccount } from './testing/account.fixture.ts';

async function fill(email = ' Ada@Example.com ') {
  const { section, ...app } = await openSection('Delete account');
  await app.person.type(section.getByLabelText('Password'), 'loom-and-weft');
  await app.person.type(section.getByLabelText('Type your email to confirm'), email);
  return { ...app, section, button: section.getByRole('button', { name: 'Delete account' }) };
}

describe('deleting the account', () => {
  it('deleting the account says what is deleted, needs password and email, then leads to login with a message', async () => {
    serveAccount();
    const sent: unknown[] = [];
    apiServer.use(
      answer(deleteAccount, ({ body }) => {
        sent.push(body);
        return { msg: 'Your account is deleted.' };
      }),
      answer(login, () => {
        throw refuse('AUTH.BAD_CREDENTIALS');
      }),
    );
    const { person, section, button, location } = await fill();
    expect(section.getByText(/deletes your account and everything in it/)).toBeVisible();
    expect(section.queryByLabelText('Code')).toBeNull();
    await person.dblClick(button);
    expect(await screen.findByText('Your account is deleted.')).toBeVisible();
    expect(location()).toBe('/login');
    expect(localStorage.length).toBe(0);
    expect(sent).toEqual([{ password: 'loom-and-weft' }]);
    await person.type(screen.getByLabelText('Email'), 'ada@example.com');
    await person.type(screen.getByLabelText('Password'), 'loom-and-weft{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Bad username or password');
    expect(screen.queryByText('Your account is deleted.')).toBeNull();
  });

  it('Delete account is disabled for another email', async () => {
    serveAccount();
    const { button } = await fill('grace@example.com');
    expect(button).toBeDisabled();
  });

  it('deleting the account needs the code too if the second factor is on', async () => {
    serveAccount({ enabled: true, recovery_codes_left: 10 });
    apiServer.use(
      answer(deleteAccount, ({ body }) => {
        expect(body).toEqual({ password: 'loom-and-weft', code: '123456' });
        return { msg: 'Your account is deleted.' };
      }),
    );
    const { person, section, button } = await fill();
    expect(button).toBeDisabled();
    await person.type(await section.findByLabelText('Code'), ' 123456');
    await person.click(button);
    expect(await screen.findByText('Your account is deleted.')).toBeVisible();
  });

  it('deleting the account asks for the code if it was switched on elsewhere, without refreshing the session', async () => {
    serveAccount();
    let refreshes = 0;
    apiServer.use(
      answer(refresh, () => {
        refreshes += 1;
        throw refuse('AUTH.SESSION_EXPIRED');
      }),
      answer(deleteAccount, () => {
        throw refuse('TWO_FACTOR.CODE_REQUIRED');
      }),
    );
    const { person, section, button, location } = await fill();
    await person.click(button);
    expect(await section.findByLabelText('Code')).toHaveAccessibleDescription('Enter the code from your authenticator app.');
    expect(refreshes).toBe(0);
    expect(location()).toBe('/account');
  });

  it.each([
    ['AUTH.PASSWORD_WRONG', 'Password', 'The password is incorrect.'],
    ['TWO_FACTOR.CODE_WRONG', 'Code', 'This code is incorrect or was already used.'],
  ] as const)('%s is shown at its field, and the account is kept', async (code, label, text) => {
    serveAccount({ enabled: true, recovery_codes_left: 10 });
    apiServer.use(
      answer(deleteAccount, () => {
        throw refuse(code);
      }),
    );
    const { person, section, button, location } = await fill();
    await person.type(await section.findByLabelText('Code'), '123456');
    await person.click(button);
    await waitFor(() => expect(section.getByLabelText(label)).toHaveAccessibleDescription(text));
    expect(location()).toBe('/account');
  });

  it('a failure of the payment provider keeps the account and is shown', async () => {
    serveAccount();
    apiServer.use(
      answer(deleteAccount, () => {
        throw refuse('BILLING.PROVIDER_FAILED');
      }),
    );
    const { person, section, button } = await fill();
    await person.click(button);
    expect(await section.findByRole('alert')).toHaveTextContent('The payment provider could not be reached.');
    expect(button).toBeEnabled();
  });
});
