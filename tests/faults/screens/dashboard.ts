/** The dashboard, and the frame around every signed-in screen. */
import { anAccessToken, aUser, EMAIL, PASSWORD } from '../spa/answers.ts';
import { type Answers, Refusal } from '../spa/api-stub.ts';
import { button, isAt, type Screen, type ScreenCall, sees, sentence } from '../spa/screen.ts';

const WELCOME = `Welcome back, ${EMAIL}!`;

/**
 * The refreshes of a token: before its time and after a refusal, and all that once more with every repetition of the query;
 * once for the pins of the sidebar.
 */
const REFRESHES_OF_ONE_LOADING = 7;

/** A server that accepts only a refreshed token. */
function expiring(): Answers {
  let isFresh = false;
  const renew = () => {
    isFresh = true;
    return { access_token: anAccessToken('1'), refresh_token: 'refresh-2' };
  };
  return {
    refresh: renew,
    login: () => ({ ...renew(), msg: 'Welcome' }),
    me: () => {
      if (!isFresh) throw new Refusal('AUTH.SESSION_EXPIRED');
      return aUser();
    },
  };
}

const refreshing: ScreenCall = {
  row: 'refresh',
  note: 'of a session past its time',
  answers: expiring,
  isSessionExpired: true,
  // A refusal ends the session; other faults do not.
  shows: ({ status, message }) => ({ texts: [status === 401 ? 'Sign in to Leadloom' : message] }),
  again: async (page) => {
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    if (await tryAgain.isVisible()) return tryAgain.click();
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
  },
  repeats: REFRESHES_OF_ONE_LOADING - 1,
};

export const dashboardScreens: readonly Screen[] = [
  {
    name: 'dashboard',
    path: '/app/dashboard',
    visitor: 'member',
    ready: WELCOME,
    calls: [
      { row: 'me', shows: sentence() },
      refreshing,
      {
        row: 'logout',
        action: { button: button('Logout') },
        // The browser ends the session, whatever the server responds.
        shows: null,
        done: isAt(/^\/app\/login$/),
      },
    ],
  },
  {
    name: 'dashboard, unverified',
    path: '/app/dashboard',
    visitor: 'member',
    answers: () => ({ me: () => aUser({ verified: false, is_trial: null, trial_ends_on: null }) }),
    ready: WELCOME,
    calls: [
      {
        row: 'resendVerification',
        action: { button: button('Resend verification email') },
        shows: sentence(),
        done: sees('A new link is on its way.'),
      },
    ],
  },
];
