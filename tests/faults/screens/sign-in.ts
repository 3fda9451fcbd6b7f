/** Sign in, register, and the two halves of a password reset. */
import type { Page } from '@playwright/test';
import { EMAIL, PASSWORD } from '../spa/answers.ts';
import { Refusal } from '../spa/api-stub.ts';
import type { Fault } from '../spa/fault.ts';
import { button, type Screen, type Shown, sees, sentence } from '../spa/screen.ts';

const WELCOME = `Welcome back, ${EMAIL}!`;

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

const credentials = { Email: EMAIL, Password: PASSWORD };

const isRegistered = sees('Check your email to verify your account.');

/** A 401 to a password means the password. */
function signInRefused({ status, message }: Fault): Shown {
  return { texts: [status === 401 ? 'Bad username or password' : message] };
}

/** The server's sentence, or the status where it sent none. */
function registrationRefused({ status, message }: Fault): Shown {
  return { texts: [status === 502 ? '502' : message] };
}

export const signInScreens: readonly Screen[] = [
  {
    name: 'login',
    path: '/app/login',
    visitor: 'anybody',
    ready: 'Sign in to Leadloom',
    calls: [
      {
        row: 'login',
        action: { prepare: (page) => fill(page, credentials), button: button('Login') },
        shows: signInRefused,
        done: sees(WELCOME),
      },
      {
        row: 'login',
        note: 'with the second factor',
        answers: () => ({
          login: ({ body }) => {
            if (!JSON.stringify(body).includes('"code"')) throw new Refusal('TWO_FACTOR.CODE_REQUIRED');
            return { access_token: 'a', refresh_token: 'r', msg: 'Welcome' };
          },
        }),
        action: {
          prepare: async (page) => {
            await fill(page, credentials);
            await page.getByRole('button', { name: 'Login' }).click();
            await page.getByLabel('Code', { exact: true }).fill('123456');
          },
          button: button('Login'),
        },
        shows: signInRefused,
        done: sees(WELCOME),
      },
      {
        row: 'me',
        note: 'of the next screen',
        isAfterwards: true,
        action: { prepare: (page) => fill(page, credentials), button: button('Login') },
        shows: sentence(),
        again: (page) => page.getByRole('button', { name: 'Try again' }).click(),
        repeats: 2,
        done: sees(WELCOME),
      },
    ],
  },
  {
    name: 'register',
    path: '/app/register',
    visitor: 'anybody',
    answers: () => ({ register: () => ({ msg: 'Check your email to verify your account.' }) }),
    ready: 'Create your account',
    calls: [
      {
        row: 'verifyEmail',
        note: 'by leaving the field',
        action: {
          prepare: (page) => fill(page, { Password: PASSWORD, Email: EMAIL }),
          button: (page) => page.getByLabel('Password', { exact: true }),
        },
        // Registering checks the address again, so a check that cannot be made counts as passed.
        shows: null,
        // Enter sends the form as soon as the check is over.
        done: async (stage) => (await isRegistered(stage)) || stage.page.getByRole('button', { name: 'Register' }).isEnabled(),
      },
      {
        row: 'register',
        action: {
          prepare: async (page) => {
            await fill(page, credentials);
            await page.getByLabel('Password', { exact: true }).press('Tab');
          },
          button: button('Register'),
        },
        shows: registrationRefused,
        done: isRegistered,
      },
    ],
  },
  {
    name: 'reset password',
    path: '/app/reset-password',
    visitor: 'anybody',
    answers: () => ({ resetPassword: () => ({ msg: 'ok' }) }),
    ready: 'Forgot your password?',
    calls: [
      {
        row: 'resetPassword',
        action: { prepare: (page) => fill(page, { Email: EMAIL }), button: button('Reset Password') },
        shows: sentence(),
        done: sees('Check your email for a reset code.'),
      },
    ],
  },
  {
    name: 'new password',
    path: '/app/new-password/abc',
    visitor: 'anybody',
    answers: () => ({ newPassword: () => ({ msg: 'ok' }) }),
    ready: 'Choose a new password',
    calls: [
      {
        row: 'newPassword',
        action: {
          prepare: (page) => fill(page, { Password: PASSWORD, 'Repeat Password': PASSWORD }),
          button: button('Set New Password'),
        },
        shows: sentence(),
        done: sees('Password changed successfully, now you can login'),
      },
    ],
  },
];
