import { changeEmail, changePassword, downloadMyData, getTwoFactor } from '@leadloom/shared/contract/account-settings';
import { listOidcLinks } from '@leadloom/shared/contract/oidc';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { ALL_RETRIES_MS, faults } from '../../testing/faults.ts';
import { setProviderName } from '../../testing/provider-name.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { catchSavedFiles } from '../../testing/saved-files.ts';
import { apiServer } from '../../testing/server.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';
import { findLine, openSection, serveAccount } from './testing/account.fixture.ts';

describe('the account screen', () => {
  it('the account screen has a line for each thing, deleting last', async () => {
    serveAccount();
    await findLine('Password');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Email',
      'Password',
      'Passkeys',
      'Two-factor sign-in',
      'Sessions',
      'My data',
      'Work together',
      'Delete account',
    ]);
    await waitFor(() => expect(document.title).toBe('Account · Leadloom'));
  });

  it('the forms are shown once it is known whether they ask for a code, so that they do not move', async () => {
    const release = Promise.withResolvers<void>();
    serveAccount();
    apiServer.use(
      answer(getTwoFactor, async () => {
        await release.promise;
        return { enabled: true, recovery_codes_left: 8 };
      }),
    );
    signInForTest();
    const { person } = renderApp('/account');
    await waitFor(() => expect(document.title).toBe('Account · Leadloom'));
    expect(screen.getByText('Loading your account…')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Password' })).toBeNull();
    release.resolve();
    const password = within(await screen.findByRole('region', { name: 'Password' }));
    await person.click(password.getByRole('button', { name: 'Change' }));
    expect(password.getByLabelText('Code')).toBeVisible();
  });

  it('the lines are shown once it is known whether there is a password, so that a press meets what it was meant for', async () => {
    const release = Promise.withResolvers<void>();
    let asked = 0;
    setProviderName('Warp ID');
    serveAccount();
    apiServer.use(
      answer(listOidcLinks, async () => {
        asked += 1;
        await release.promise;
        return { data: [], total: 0, has_password: false };
      }),
    );
    signInForTest();
    renderApp('/account');
    await waitFor(() => expect(asked).toBe(1));
    expect(screen.getByText('Loading your account…')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Sign in with Warp ID' })).toBeNull();
    release.resolve();
    await screen.findByRole('region', { name: 'Sign in with Warp ID' });
    expect(screen.getByText(/^Your account has no password\./)).toBeVisible();
  });

  it('the account screen reports a failed load and retries', async () => {
    fakeTimers();
    signInForTest();
    serveAccount();
    apiServer.use(http.get('/api/v1/me', faults[1].respond));
    const { person } = renderApp('/account');
    await screen.findByText('Loading your account…');
    await pass(ALL_RETRIES_MS);
    expect(await screen.findByRole('alert')).toHaveTextContent(faults[1].text);
    serveAccount();
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Password' })).toBeVisible();
  });
});

describe('a line of the account screen', () => {
  it('says what is set, and is folded', async () => {
    serveAccount({ enabled: true, recovery_codes_left: 8 }, { full_name: 'Ada Weaver' });
    await findLine('Password');
    for (const [name, value] of [
      ['Name', 'Ada Weaver'],
      ['Email', 'ada@example.com'],
      ['Password', 'Set'],
      ['Passkeys', '–'],
      ['Two-factor sign-in', 'On · 8 recovery codes left'],
      ['Sessions', 'Signed in on 0 browsers'],
      ['Delete account', 'Your account and everything in it'],
    ] as const)
      expect(await within(screen.getByRole('region', { name })).findByText(value)).toBeVisible();
    expect(document.querySelector('main :is(form, input)')).toBeNull();
    const name = within(screen.getByRole('region', { name: 'Name' }));
    expect(name.getByRole('link', { name: 'Change your name in your profile' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/profile$/),
    );
  });

  it.each([
    ['Email', 'Change', 'New email'],
    ['Password', 'Change', 'Current password'],
    ['Delete account', 'Delete', 'Password'],
  ])('%s opens in place with the focus in its form, and Cancel gives the focus back', async (name, press, field) => {
    serveAccount();
    const { person, section } = await findLine(name);
    const button = section.getByRole('button', { name: press });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await person.click(button);
    expect(section.getByLabelText(field)).toHaveFocus();
    await person.type(section.getByLabelText(field), 'something');
    await person.click(section.getByRole('button', { name: 'Cancel' }));
    expect(section.queryByLabelText(field)).toBeNull();
    expect(section.getByRole('button', { name: press })).toHaveFocus();
    await person.keyboard('{Enter}');
    expect(section.getByLabelText(field)).toHaveValue('');
  });

  it.each(['Passkeys', 'Sessions', 'Two-factor sign-in'])(
    '%s opens and closes with its button, which keeps the focus',
    async (name) => {
      serveAccount();
      const { person, section } = await findLine(name);
      await person.click(section.getByRole('button', { name: 'Change' }));
      const close = section.getByRole('button', { name: 'Close' });
      expect(close).toHaveFocus();
      await person.keyboard('{Enter}');
      expect(section.getByRole('button', { name: 'Change' })).toHaveFocus();
      expect(section.getAllByRole('button')).toHaveLength(1);
    },
  );
});

describe('changing the password', () => {
  async function fill(current = 'loom-and-weft', next = 'shuttle-and-reed', repeated = next) {
    const { person, section } = await openSection('Password');
    await person.type(section.getByLabelText('Current password'), current);
    await person.type(section.getByLabelText('New password'), next);
    await person.type(section.getByLabelText('Repeat new password'), repeated);
    return { person, section, button: section.getByRole('button', { name: 'Change password' }) };
  }

  it('changing the password sends both passwords once, shows the outcome and folds the form', async () => {
    serveAccount();
    const sent: unknown[] = [];
    apiServer.use(
      answer(changePassword, ({ body }) => {
        sent.push(body);
        return { msg: 'Password changed.' };
      }),
    );
    const { person, section, button } = await fill();
    await person.dblClick(button);
    expect(await section.findByText('Password changed.')).toBeVisible();
    expect(sent).toEqual([{ current_password: 'loom-and-weft', new_password: 'shuttle-and-reed' }]);
    expect(section.queryByLabelText('Current password')).toBeNull();
    expect(section.getByRole('button', { name: 'Change' })).toHaveFocus();
  });

  it.each([
    { name: 'is too short', next: '12345', repeated: '12345', text: 'Password is too short' },
    { name: 'is too long', next: 'x'.repeat(41), repeated: 'x'.repeat(41), text: 'Password is too long' },
    { name: 'was repeated differently', next: '123456', repeated: '123457', text: "Passwords don't match" },
  ])('Change password is disabled while the new password $name', async ({ next, repeated, text }) => {
    serveAccount();
    const { section, button } = await fill('loom-and-weft', next, repeated);
    expect(section.getByText(text)).toBeVisible();
    expect(button).toBeDisabled();
  });

  it.each([
    ['AUTH.PASSWORD_WRONG', 'Current password', 'The password is incorrect.'],
    ['PASSWORD.TOO_COMMON', 'New password', 'This password is too common. Please choose another one.'],
  ] as const)('%s is shown at its field until the field is edited', async (code, label, text) => {
    serveAccount();
    apiServer.use(
      answer(changePassword, () => {
        throw refuse(code);
      }),
    );
    const { person, section, button } = await fill();
    await person.click(button);
    await waitFor(() => expect(section.getByLabelText(label)).toHaveAccessibleDescription(text));
    expect(section.getByLabelText(label)).toBeInvalid();
    await person.type(section.getByLabelText(label), 'x');
    expect(section.getByLabelText(label)).toBeValid();
  });

  it.each(faults)('a failed password change after $name is shown and can be retried', async ({ respond, text }) => {
    serveAccount();
    apiServer.use(http.post('/api/v1/change-password', respond));
    const { person, section, button } = await fill();
    await person.click(button);
    expect(await section.findByRole('alert')).toHaveTextContent(text);
    expect(button).toBeEnabled();
  });
});

describe('changing the password, further', () => {
  it('changing the password revokes the API keys on request', async () => {
    serveAccount();
    const sent: unknown[] = [];
    apiServer.use(
      answer(changePassword, ({ body }) => {
        sent.push(body.revoke_keys);
        return { msg: 'Password changed.', revoked_keys: 1 };
      }),
    );
    const { person, section } = await openSection('Password');
    await person.type(section.getByLabelText('Current password'), 'loom-and-weft');
    for (const label of ['New password', 'Repeat new password'])
      await person.type(section.getByLabelText(label), 'shuttle-and-reed');
    await person.click(section.getByLabelText('Also revoke my API keys'));
    await person.click(section.getByRole('button', { name: 'Change password' }));
    expect(await section.findByText('Password changed.')).toBeVisible();
    expect(sent).toEqual([true]);
    await person.click(section.getByRole('button', { name: 'Change' }));
    expect(section.getByLabelText('Also revoke my API keys')).not.toBeChecked();
  });
});

describe('the second factor', () => {
  const forms = [
    {
      name: 'Password',
      row: changePassword,
      button: 'Change password',
      fields: {
        'Current password': 'loom-and-weft',
        'New password': 'shuttle-and-reed',
        'Repeat new password': 'shuttle-and-reed',
      },
    },
    {
      name: 'Email',
      row: changeEmail,
      button: 'Change email',
      fields: { 'New email': 'ada@elsewhere.example', Password: 'loom-and-weft' },
    },
  ] as const;

  async function fill({ name, fields, button }: (typeof forms)[number]) {
    const { person, section } = await openSection(name);
    for (const [label, value] of Object.entries(fields)) await person.type(section.getByLabelText(label), value);
    return { person, section, button: section.getByRole('button', { name: button }) };
  }

  it.each(forms)('$name asks for the second factor if it is on, and sends it', async (form) => {
    serveAccount({ enabled: true, recovery_codes_left: 9 });
    const sent: unknown[] = [];
    apiServer.use(
      answer(form.row, ({ body }) => {
        sent.push(body.code);
        return { msg: 'It is changed.' };
      }),
    );
    const { person, section, button } = await fill(form);
    const code = await section.findByLabelText('Code');
    expect(button).toBeDisabled();
    await person.type(code, ' 123456 ');
    await person.click(button);
    expect(await section.findByText('It is changed.')).toBeVisible();
    expect(sent).toEqual(['123456']);
    expect(section.queryByLabelText('Code')).toBeNull();
  });

  it.each(forms)('$name asks for the second factor if it was switched on elsewhere', async (form) => {
    serveAccount();
    apiServer.use(
      answer(form.row, ({ body }) => {
        if (body.code === undefined) throw refuse('TWO_FACTOR.CODE_REQUIRED');
        if (body.code !== '123456') throw refuse('TWO_FACTOR.CODE_WRONG');
        return { msg: 'It is changed.' };
      }),
    );
    const { person, section, button } = await fill(form);
    expect(section.queryByLabelText('Code')).toBeNull();
    await person.click(button);
    const code = await section.findByLabelText('Code');
    expect(code).toHaveAccessibleDescription('Enter the code from your authenticator app.');
    await person.type(code, '654321');
    await person.click(button);
    await waitFor(() => expect(code).toHaveAccessibleDescription('This code is incorrect or was already used.'));
    await person.clear(code);
    await person.type(code, '123456');
    await person.click(button);
    expect(await section.findByText('It is changed.')).toBeVisible();
  });
});

describe('changing the email', () => {
  it('changing the email explains the confirmation, sends the trimmed address and shows the server’s message', async () => {
    serveAccount();
    apiServer.use(
      answer(changeEmail, ({ body }) => {
        expect(body).toEqual({ password: 'loom-and-weft', new_email: 'ada@elsewhere.example' });
        return { msg: 'Check the new address.' };
      }),
    );
    const { person, section } = await openSection('Email');
    expect(section.getByText(/Your current address stays in use until you follow the link/)).toBeVisible();
    await person.type(section.getByLabelText('New email'), ' ada@elsewhere.example ');
    await person.type(section.getByLabelText('Password'), 'loom-and-weft');
    await person.click(section.getByRole('button', { name: 'Change email' }));
    expect(await section.findByText('Check the new address.')).toBeVisible();
    expect(section.queryByLabelText('New email')).toBeNull();
    expect(section.getByText('ada@example.com')).toBeVisible();
  });

  it.each([
    ['ada@elsewhere', 'Email is invalid'],
    ['Ada@example.com', 'This is already your email.'],
  ])('an email change to %s is not sent', async (address, text) => {
    serveAccount();
    const { person, section } = await openSection('Email');
    await person.type(section.getByLabelText('New email'), address);
    await person.type(section.getByLabelText('Password'), 'loom-and-weft{Enter}');
    expect(section.getByLabelText('New email')).toHaveAccessibleDescription(text);
  });

  it.each([
    ['EMAIL.INVALID', 'New email', 'Email is invalid'],
    ['AUTH.PASSWORD_WRONG', 'Password', 'The password is incorrect.'],
  ] as const)('%s is shown at its field', async (code, label, text) => {
    serveAccount();
    apiServer.use(
      answer(changeEmail, () => {
        throw refuse(code);
      }),
    );
    const { person, section } = await openSection('Email');
    await person.type(section.getByLabelText('New email'), 'ada@elsewhere.example');
    await person.type(section.getByLabelText('Password'), 'loom-and-weft{Enter}');
    await waitFor(() => expect(section.getByLabelText(label)).toHaveAccessibleDescription(text));
  });
});

describe('my data', () => {
  it('my data is saved as one file', async () => {
    serveAccount();
    const saved = catchSavedFiles();
    apiServer.use(answer(downloadMyData, () => new Blob(['{"account":{}}'])));
    const { person, section } = await openSection('My data');
    await person.click(section.getByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('leadloom_my_data.json');
    expect(await saved[0]?.content.text()).toBe('{"account":{}}');
    expect(section.getByRole('button', { name: 'Download my data' })).toBeEnabled();
  });

  it('a failed download of my data says why', async () => {
    serveAccount();
    const saved = catchSavedFiles();
    apiServer.use(http.get('/api/v1/my-data', faults[0].respond));
    const { person, section } = await openSection('My data');
    await person.click(section.getByRole('button', { name: 'Download my data' }));
    expect(await section.findByRole('alert')).toHaveTextContent(faults[0].text);
    expect(saved).toEqual([]);
  });
});

describe('a screen opened while signed out', () => {
  it.each(['/account', '/keys'])('%s asks for a session', async (path) => {
    const { location } = renderApp(path);
    await screen.findByRole('button', { name: 'Login' });
    expect(location()).toBe('/login');
  });
});
