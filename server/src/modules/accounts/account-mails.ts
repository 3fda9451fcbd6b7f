/** What the server writes to account owners. Links always lead to the configured address. */
import { composeMail } from '../../mail/compose-mail.ts';
import type { Mail } from '../../mail/mailer.ts';
import { RESET_CODE_HOURS, VERIFY_CODE_HOURS } from './mailed-code.ts';

export type AccountMails = ReturnType<typeof createAccountMails>;

export function createAccountMails(publicUrl: string) {
  return {
    verification: (to: string, code: string): Mail =>
      composeMail({
        to,
        subject: 'Verify your email for Leadloom',
        paragraphs: ['Welcome to Leadloom. Please verify your email to activate your trial.'],
        actions: [{ label: 'Verify email', url: `${publicUrl}/app/verify/${code}` }],
        closing: [
          `The link works for ${VERIFY_CODE_HOURS} hours.`,
          'If you did not create an account, you can ignore this mail.',
        ],
      }),

    reset: (to: string, code: string): Mail =>
      composeMail({
        to,
        subject: 'Reset your Leadloom password',
        paragraphs: ['Somebody, hopefully you, asked to reset the password of your account.'],
        actions: [{ label: 'Set a new password', url: `${publicUrl}/app/new-password/${code}` }],
        code: { label: 'Your reset code', value: code },
        closing: [
          `The link and the code work once, within ${RESET_CODE_HOURS === 1 ? 'one hour' : `${RESET_CODE_HOURS} hours`}.`,
          'Setting a new password signs you out everywhere. If you did not ask for it, ignore this mail: your password stays as it is.',
        ],
      }),

    accountExists: (to: string): Mail =>
      composeMail({
        to,
        subject: 'You already have a Leadloom account',
        paragraphs: [
          'Somebody, hopefully you, tried to register with this address. It has an account already, so nothing was changed.',
        ],
        actions: [
          { label: 'Sign in', url: `${publicUrl}/app/login` },
          { label: 'Reset your password', url: `${publicUrl}/app/reset-password` },
        ],
        closing: ['If it was not you, you can ignore this mail.'],
      }),

    passwordChanged: (to: string): Mail =>
      composeMail({
        to,
        subject: 'Your Leadloom password was changed',
        paragraphs: ['The password of your account was changed, and all its sessions were signed out.'],
        actions: [{ label: 'Sign in', url: `${publicUrl}/app/login` }],
        closing: [`If it was not you, reset your password at once: ${publicUrl}/app/reset-password`],
      }),
  };
}
