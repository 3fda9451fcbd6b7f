/** The screens to which links in mails lead. */
import { Refusal } from '../spa/api-stub.ts';
import { button, type Screen, sees, sentence } from '../spa/screen.ts';

const MAILED = 'A new link is on its way.';

export const codeScreens: readonly Screen[] = [
  {
    name: 'verify',
    path: '/app/verify/abc',
    visitor: 'anybody',
    answers: () => ({ verify: () => ({ msg: 'ok' }) }),
    ready: 'User verified correctly',
    calls: [{ row: 'verify', shows: sentence() }],
  },
  {
    name: 'verify, with an old code while signed in',
    path: '/app/verify/abc',
    visitor: 'member',
    answers: () => ({
      verify: () => {
        throw new Refusal('VERIFICATION.EXPIRED');
      },
    }),
    ready: 'Expired verification code',
    calls: [
      {
        row: 'resendVerification',
        action: { button: button('Resend verification email') },
        shows: sentence(),
        done: sees(MAILED),
      },
    ],
  },
  {
    name: 'confirm email',
    path: '/app/confirm-email/abc',
    visitor: 'anybody',
    answers: () => ({ confirmEmail: () => ({ msg: 'ok' }) }),
    ready: 'Email changed. Use the new address from now on.',
    calls: [{ row: 'confirmEmail', shows: sentence() }],
  },
];
