import { register, verifyEmail } from '@leadloom/shared/contract/accounts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { setRegistrationMode } from '../../testing/registration.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';

const emailField = () => screen.findByLabelText('Email');
const passwordField = () => screen.getByLabelText('Password');
const button = () => screen.getByRole('button', { name: 'Register' });

/** Answers the server's check and remembers which addresses it was asked about. */
function watchEmailChecks(isValid: (email: string) => boolean = () => true): string[] {
  const asked: string[] = [];
  apiServer.use(
    answer(verifyEmail, ({ body }) => {
      asked.push(body.email);
      return { valid: isValid(body.email) };
    }),
  );
  return asked;
}

describe('registering', () => {
  beforeEach(fakeTimers);

  it('the screen starts with what the product is', async () => {
    renderApp('/register');
    expect(await screen.findByText(/data on LinkedIn jobs, investors and companies/)).toBeVisible();
  });

  it('Register is enabled when both email checks and the length pass, shows the server’s message and goes to login', async () => {
    const asked = watchEmailChecks();
    apiServer.use(answer(register, () => ({ msg: 'Check your inbox to verify your email.' })));
    const { person, location } = renderApp('/register');
    await person.type(await emailField(), 'ada@example.com');
    await person.type(passwordField(), '123456');
    expect(asked).toEqual(['ada@example.com']);
    await waitFor(() => expect(button()).toBeEnabled());
    await person.click(button());
    expect(await screen.findByText('Check your inbox to verify your email.')).toBeVisible();
    await pass(2200);
    await waitFor(() => expect(location()).toBe('/login'));
    // It is carried over, but not in the address.
    expect(await emailField()).toHaveValue('ada@example.com');
    expect(passwordField()).toHaveValue('');
    expect(passwordField()).toHaveFocus();
  });

  it('a malformed address is reported without a request', async () => {
    const asked = watchEmailChecks();
    const { person } = renderApp('/register');
    await person.type(await emailField(), 'ada@example');
    await person.tab();
    expect(await screen.findByText('Email is invalid')).toBeVisible();
    expect(await emailField()).toBeInvalid();
    expect(asked).toEqual([]);
  });

  it('the button is disabled for an address that the server calls invalid, until it is corrected', async () => {
    watchEmailChecks((email) => email !== 'ada@nowhere.example');
    const { person } = renderApp('/register');
    await person.type(await emailField(), 'ada@nowhere.example');
    await person.type(passwordField(), '123456');
    expect(await screen.findByText('Email is invalid')).toBeVisible();
    expect(button()).toBeDisabled();
    await person.clear(await emailField());
    await person.type(await emailField(), 'ada@example.com');
    await person.tab();
    await waitFor(() => expect(button()).toBeEnabled());
    expect(screen.queryByText('Email is invalid')).toBeNull();
  });

  it('the address is checked 600 ms after the last key, without leaving the field', async () => {
    const asked = watchEmailChecks();
    renderApp('/register');
    fireEvent.change(await emailField(), { target: { value: 'ada@example.com' } });
    await pass(450);
    expect(asked).toEqual([]);
    await pass(250);
    await waitFor(() => expect(asked).toEqual(['ada@example.com']));
  });

  it('a failed check of the address counts as passed', async () => {
    apiServer.use(http.post('/api/v1/verify-email', () => HttpResponse.error()));
    const { person } = renderApp('/register');
    await person.type(await emailField(), 'ada@example.com');
    await person.type(passwordField(), '123456');
    await waitFor(() => expect(button()).toBeEnabled());
  });

  it('the result for an address that was edited since is ignored', async () => {
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(verifyEmail, async ({ body }) => {
        const isSlow = body.email === 'ada@slow.example';
        if (isSlow) await release.promise;
        return { valid: isSlow };
      }),
    );
    const { person } = renderApp('/register');
    await person.type(await emailField(), 'ada@slow.example');
    await person.tab();
    await person.clear(await emailField());
    await person.type(await emailField(), 'ada@other.example');
    await person.type(passwordField(), '123456');
    expect(await screen.findByText('Email is invalid')).toBeVisible();
    release.resolve();
    await pass(200);
    expect(screen.getByText('Email is invalid')).toBeVisible();
    expect(button()).toBeDisabled();
  });

  it('the password check uses the current value', async () => {
    watchEmailChecks();
    const { person } = renderApp('/register');
    await person.type(await emailField(), 'ada@example.com');
    fireEvent.change(passwordField(), { target: { value: '12345' } });
    expect(screen.getByText('Password is too short')).toBeVisible();
    fireEvent.change(passwordField(), { target: { value: '123456' } });
    expect(screen.queryByText('Password is too short')).toBeNull();
    fireEvent.change(passwordField(), { target: { value: 'x'.repeat(41) } });
    expect(screen.getByText('Password is too long')).toBeVisible();
    expect(button()).toBeDisabled();
  });

  it('Enter registers before the check has run by itself', async () => {
    const asked = watchEmailChecks();
    apiServer.use(answer(register, () => ({ msg: 'Welcome.' })));
    const { person } = renderApp('/register');
    fireEvent.change(await emailField(), { target: { value: 'ada@example.com' } });
    fireEvent.change(passwordField(), { target: { value: '123456' } });
    expect(button()).toBeDisabled();
    await person.click(passwordField());
    await person.keyboard('{Enter}');
    expect(await screen.findByText('Welcome.')).toBeVisible();
    expect(asked).toEqual(['ada@example.com']);
  });

  it.each([
    {
      name: 'the server’s sentence',
      response: () => refusal('This password is too common.'),
      text: 'This password is too common.',
    },
    { name: 'the status when there is no sentence', response: () => new HttpResponse(null, { status: 503 }), text: '503' },
    {
      name: 'what is wrong with an answer that is no refusal',
      response: () => HttpResponse.html('<h1>Sign in to the network</h1>'),
      text: 'The server sent a response that could not be read.',
    },
  ])('the email field shows $name', async ({ response, text }) => {
    watchEmailChecks();
    apiServer.use(http.post('/api/v1/register', response));
    const { person } = renderApp('/register');
    await person.type(await emailField(), 'ada@example.com');
    await person.type(passwordField(), '123456');
    await waitFor(() => expect(button()).toBeEnabled());
    await person.click(button());
    await waitFor(async () => expect(await emailField()).toHaveAccessibleDescription(text));
  });

  it('the screen links back to login', async () => {
    renderApp('/register');
    expect(await screen.findByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  });
});

describe('registering by invitation', () => {
  beforeEach(fakeTimers);
  beforeEach(() => setRegistrationMode('invite'));
  const inviteField = () => screen.getByLabelText('Invite code');

  it('registration by invitation says so, and sends the code from the address', async () => {
    watchEmailChecks();
    const sent: unknown[] = [];
    apiServer.use(
      answer(register, ({ body }) => {
        sent.push(body);
        return { msg: 'Welcome.' };
      }),
    );
    const { person } = renderApp('/register?invite=a-code-of-seven-days');
    expect(await screen.findByText('Registration is by invitation.')).toBeVisible();
    expect(inviteField()).toHaveValue('a-code-of-seven-days');
    await person.type(await emailField(), 'ada@example.com');
    await person.type(passwordField(), '123456');
    await waitFor(() => expect(button()).toBeEnabled());
    await person.click(button());
    expect(await screen.findByText('Welcome.')).toBeVisible();
    expect(sent).toEqual([{ email: 'ada@example.com', password: '123456', invite: 'a-code-of-seven-days' }]);
  });

  it('a problem with the code is shown at its field, until it is changed', async () => {
    watchEmailChecks();
    apiServer.use(
      answer(register, ({ body }) => {
        throw refuse(body.invite === undefined ? 'REGISTRATION.INVITE_NEEDED' : 'REGISTRATION.INVITE_INVALID');
      }),
    );
    const { person } = renderApp('/register');
    await person.type(await emailField(), 'ada@example.com');
    await person.type(passwordField(), '123456');
    await waitFor(() => expect(button()).toBeEnabled());
    await person.click(button());
    await waitFor(() => expect(inviteField()).toHaveAccessibleDescription(/Please enter your invite code/));
    expect(await emailField()).toBeValid();
    await person.type(inviteField(), 'wrong');
    expect(inviteField()).toBeValid();
    await person.click(button());
    await waitFor(() => expect(inviteField()).toHaveAccessibleDescription(/This invite code is not valid/));
  });
});

describe('the form where registration is not by invitation', () => {
  it('without invitations there is no field for a code, whatever the address contains', async () => {
    renderApp('/register?invite=a-code');
    await emailField();
    expect(screen.queryByLabelText('Invite code')).toBeNull();
    expect(screen.queryByText(/Registration is/)).toBeNull();
  });

  it('closed registration says so', async () => {
    setRegistrationMode('closed');
    renderApp('/register');
    expect(await screen.findByText('Registration is closed on this server.')).toBeVisible();
    expect(screen.queryByLabelText('Invite code')).toBeNull();
  });
});

function refusal(msg: string) {
  const { code, message } = refuse('PASSWORD.TOO_COMMON', msg);
  return HttpResponse.json({ code, msg: message, message }, { status: 400 });
}
