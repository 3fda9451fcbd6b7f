import { newPassword, resetPassword } from '@leadloom/shared/contract/accounts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';

describe('asking for a reset', () => {
  beforeEach(fakeTimers);

  it('a reset request shows all three texts and goes to login after seven seconds', async () => {
    apiServer.use(
      answer(resetPassword, ({ body }) => {
        expect(body).toEqual({ email: 'ada@example.com' });
        return { msg: 'ok' };
      }),
    );
    const { person, location } = renderApp('/reset-password');
    await person.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await person.click(screen.getByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByText('Check your email for a reset code.')).toBeVisible();
    expect(
      screen.getByText("If the provided email exists, you should've received an email to reset your password."),
    ).toBeVisible();
    expect(screen.getByText('Check your spam folder just in case.')).toBeVisible();
    await pass(6500);
    expect(location()).toBe('/reset-password');
    await pass(700);
    await waitFor(() => expect(location()).toBe('/login'));
  });

  it('a reset request is not sent for an invalid address', async () => {
    const { person } = renderApp('/reset-password');
    await person.type(await screen.findByLabelText('Email'), 'ada');
    await person.click(screen.getByRole('button', { name: 'Reset Password' }));
    expect(screen.getByText('Not a valid email')).toBeVisible();
  });

  it.each([
    ['RATE.LIMITED', 'Please wait a minute.', 'Please wait a minute.'],
    ['AUTH.UNAUTHORIZED', 'blocked', 'Unauthorized'],
  ] as const)('%s shows its message', async (code, msg, text) => {
    apiServer.use(
      answer(resetPassword, () => {
        throw refuse(code, msg);
      }),
    );
    const { person } = renderApp('/reset-password');
    await person.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await person.click(screen.getByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('button', { name: 'Reset Password' })).toBeEnabled();
  });

  it('the reset screen links to login', async () => {
    renderApp('/reset-password');
    expect(await screen.findByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
  });
});

describe('setting a new password', () => {
  beforeEach(fakeTimers);

  const button = () => screen.getByRole('button', { name: 'Set New Password' });
  async function typeBoth(first: string, second: string) {
    const app = renderApp('/new-password/code-1');
    await app.person.type(await screen.findByLabelText('Password'), first);
    await app.person.type(screen.getByLabelText('Repeat Password'), second);
    return app;
  }

  it('two equal passwords enable the button, which sends the code, drops the old session and goes to login', async () => {
    signInForTest();
    apiServer.use(
      answer(newPassword, ({ body }) => {
        expect(body).toEqual({ password: 'loom-and-weft', password_code: 'code-1' });
        return { msg: 'ok' };
      }),
    );
    const { person, location } = await typeBoth('loom-and-weft', 'loom-and-weft');
    await person.click(button());
    expect(await screen.findByText('Password changed successfully, now you can login')).toBeVisible();
    expect(localStorage.length).toBe(0);
    await pass(6500);
    expect(location()).toBe('/new-password/code-1');
    await pass(700);
    await waitFor(() => expect(location()).toBe('/login'));
  });

  it('a new password keeps the API keys on request, and says that they are revoked otherwise', async () => {
    const sent: unknown[] = [];
    apiServer.use(
      answer(newPassword, ({ body }) => {
        sent.push(body);
        return { msg: 'ok' };
      }),
    );
    const { person } = await typeBoth('loom-and-weft', 'loom-and-weft');
    const box = screen.getByRole('checkbox', { name: 'Keep my API keys' });
    expect(box).not.toBeChecked();
    expect(box).toHaveAccessibleDescription(
      'Otherwise all of them are revoked. Keep them only if nobody else could have seen them.',
    );
    await person.click(box);
    await person.click(button());
    expect(await screen.findByText('Password changed successfully, now you can login')).toBeVisible();
    expect(sent).toEqual([{ password: 'loom-and-weft', password_code: 'code-1', keep_keys: true }]);
  });

  it('the button is disabled while the two passwords differ', async () => {
    await typeBoth('loom-and-weft', 'loom-and-warp');
    expect(screen.getByText("Passwords don't match")).toBeVisible();
    expect(button()).toBeDisabled();
  });

  it.each([
    ['12345', 'Password is too short'],
    ['x'.repeat(41), 'Password is too long'],
  ])('the button is disabled for %j', async (password, text) => {
    await typeBoth(password, password);
    expect(screen.getByText(text)).toBeVisible();
    expect(button()).toBeDisabled();
  });

  it.each([
    ['AUTH.UNAUTHORIZED', 'used', 'Unauthorized'],
    ['PASSWORD.TOO_COMMON', 'Please choose another one.', 'Please choose another one.'],
  ] as const)('%s shows its message', async (code, msg, text) => {
    apiServer.use(
      answer(newPassword, () => {
        throw refuse(code, msg);
      }),
    );
    const { person } = await typeBoth('loom-and-weft', 'loom-and-weft');
    await person.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(button()).toBeEnabled();
  });
});
