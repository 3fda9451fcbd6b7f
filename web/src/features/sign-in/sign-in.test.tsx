import { login, me } from '@leadloom/shared/contract/accounts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { anAccessToken } from '../../testing/access-token.ts';
import { answer, refuse } from '../../testing/api.ts';
import { setRegistrationMode } from '../../testing/registration.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';
import { aUser } from '../../testing/user.ts';

const accepted = { access_token: anAccessToken(), refresh_token: 'refresh-1', msg: 'Welcome' };

async function signInAs(path = '/login') {
  const app = renderApp(path);
  await app.person.type(await screen.findByLabelText('Email'), ' ada@example.com ');
  await app.person.type(screen.getByLabelText('Password'), 'loom-and-weft');
  await app.person.click(screen.getByRole('button', { name: 'Login' }));
  return app;
}

describe('the sign-in screen', () => {
  it.each([
    ['open', null, true],
    ['invite', 'Registration is by invitation.', true],
    ['closed', 'Registration is closed on this server.', false],
  ] as const)('the screen says who may register: %s', async (mode, sentence, hasLink) => {
    setRegistrationMode(mode);
    renderApp('/login');
    await screen.findByLabelText('Email');
    expect(screen.queryByText(/^Registration is/)?.textContent ?? null).toBe(sentence);
    expect(screen.queryByRole('link', { name: 'Create an account' }) !== null).toBe(hasLink);
  });
});

describe('signing in', () => {
  it('the screen starts with what the product is', async () => {
    renderApp('/login');
    expect(await screen.findByText(/data on LinkedIn jobs, investors and companies/)).toBeVisible();
  });

  it('signing in stores the tokens, says so, and goes to the dashboard after two seconds', async () => {
    fakeTimers();
    apiServer.use(
      answer(login, ({ body }) => {
        expect(body).toEqual({ email: 'ada@example.com', password: 'loom-and-weft' });
        return accepted;
      }),
      answer(me, () => aUser()),
    );
    const { location } = await signInAs();
    expect(await screen.findByText('Authenticated, redirecting')).toBeVisible();
    expect(localStorage.getItem('accessToken')).toBe(accepted.access_token);
    expect(localStorage.getItem('refreshToken')).toBe('refresh-1');
    await pass(1800);
    expect(location()).toBe('/login');
    await pass(400);
    await waitFor(() => expect(location()).toBe('/dashboard'));
    const heading = await screen.findByRole('heading', { name: 'Welcome back, ada@example.com!' });
    await waitFor(() => expect(heading).toHaveFocus());
  });

  it('signing in does not redirect if the screen was left', async () => {
    fakeTimers();
    apiServer.use(answer(login, () => accepted));
    const { person, location } = await signInAs();
    await screen.findByText('Authenticated, redirecting');
    await person.click(screen.getByRole('link', { name: 'Create an account' }));
    await screen.findByRole('button', { name: 'Register' });
    await pass(5000);
    expect(location()).toBe('/register');
  });

  it('a wrong password gets a message without a refresh, and can be corrected', async () => {
    apiServer.use(
      answer(login, () => {
        throw refuse('AUTH.BAD_CREDENTIALS', 'wrong');
      }),
    );
    await signInAs();
    expect(await screen.findByRole('alert')).toHaveTextContent('Bad username or password');
    expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled();
    expect(localStorage.length).toBe(0);
  });

  it('a blocked account is unauthorized', async () => {
    apiServer.use(
      answer(login, () => {
        throw refuse('AUTH.UNAUTHORIZED', 'blocked');
      }),
    );
    await signInAs();
    expect(await screen.findByRole('alert')).toHaveTextContent('Unauthorized');
  });

  it('other failures show the server’s message', async () => {
    apiServer.use(
      answer(login, () => {
        throw refuse('RATE.LIMITED', 'Please wait a minute.');
      }),
    );
    await signInAs();
    expect(await screen.findByRole('alert')).toHaveTextContent('Please wait a minute.');
  });

  it('an unreachable server is reported', async () => {
    apiServer.use(http.post('/api/v1/login', () => HttpResponse.error()));
    await signInAs();
    expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.');
  });

  it('both fields are required before anything is sent', async () => {
    const { person } = renderApp('/login');
    await person.click(await screen.findByRole('button', { name: 'Login' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Enter your email and your password.');
  });

  it('the screen links to registration and to the password reset', async () => {
    renderApp('/login');
    expect(await screen.findByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/register');
    expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/reset-password');
    expect(document.title).toBe('Login · Leadloom');
  });

  it('the typed password is shown on request', async () => {
    const { person } = renderApp('/login');
    const field = await screen.findByLabelText('Password');
    expect(field).toHaveAttribute('type', 'password');
    await person.click(screen.getByRole('button', { name: 'Show what is typed' }));
    expect(field).toHaveAttribute('type', 'text');
  });
});

describe('the second factor', () => {
  /** Asks for a code, and takes only this one. */
  function serveSecondFactor(right: string) {
    const sent: unknown[] = [];
    apiServer.use(
      answer(login, ({ body }) => {
        sent.push(body);
        if (body.code === undefined) throw refuse('TWO_FACTOR.CODE_REQUIRED');
        if (body.code !== right) throw refuse('TWO_FACTOR.CODE_WRONG');
        return accepted;
      }),
      answer(me, () => aUser()),
    );
    return sent;
  }

  it('the code is asked for after the password, which stays in its field, and signs in', async () => {
    fakeTimers();
    const sent = serveSecondFactor('123456');
    const { person, location } = await signInAs();
    const code = await screen.findByLabelText('Code');
    expect(code).toHaveFocus();
    expect(screen.getByText('Enter the code from your authenticator app.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText('Password')).toHaveValue('loom-and-weft');
    await person.type(code, ' 123456{Enter}');
    expect(await screen.findByText('Authenticated, redirecting')).toBeVisible();
    await pass(2200);
    await waitFor(() => expect(location()).toBe('/dashboard'));
    const credentials = { email: 'ada@example.com', password: 'loom-and-weft' };
    expect(sent).toEqual([credentials, { ...credentials, code: '123456' }]);
  });

  it('a wrong code has its own message, and can be corrected', async () => {
    serveSecondFactor('AAAA-BBBB-CCCC-DDDD');
    const { person } = await signInAs();
    await person.type(await screen.findByLabelText('Code'), '654321{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is incorrect or was already used.');
    await person.clear(screen.getByLabelText('Code'));
    await person.type(screen.getByLabelText('Code'), 'AAAA-BBBB-CCCC-DDDD{Enter}');
    expect(await screen.findByText('Authenticated, redirecting')).toBeVisible();
  });

  it('a code that is too short is not sent', async () => {
    const sent = serveSecondFactor('123456');
    const { person } = await signInAs();
    await person.type(await screen.findByLabelText('Code'), '12345{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Enter the six digits from your authenticator app, or a recovery code.');
    expect(sent).toHaveLength(1);
  });

  it('the code is cleared when another account is typed', async () => {
    serveSecondFactor('123456');
    const { person } = await signInAs();
    await screen.findByLabelText('Code');
    await person.type(screen.getByLabelText('Email'), 'x');
    expect(screen.queryByLabelText('Code')).toBeNull();
  });
});
