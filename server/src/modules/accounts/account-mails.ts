/** The mails to account owners. Links always use the configured address. */
import { UNVERIFIED_DAYS } from '@leadloom/shared/contract/storage-limit';
import { composeMail } from '../../mail/compose-mail.ts';
import { formatMailDay } from '../../mail/mail-date.ts';
import type { Mail } from '../../mail/mailer.ts';
import { EMAIL_CODE_HOURS, RESET_CODE_HOURS, VERIFY_CODE_HOURS } from './mailed-codes/mailed-code.ts';

export type AccountMails = ReturnType<typeof createAccountMails>;

export function createAccountMails(publicUrl: string, supportEmail: string) {
  const resetAtOnce = `If it was not you, reset your password at once: ${publicUrl}/app/reset-password`;

  const whoRegistered = `The person who registered with this address knows the account password. If it was not you, you can ignore this email, or reset the password, which makes the account yours and removes everything in it: ${publicUrl}/app/reset-password`;

  return {
    verification: (to: string, code: string): Mail =>
      composeMail({
        to,
        subject: 'Verify your email for Leadloom',
        heading: 'Verify your email to start your trial',
        paragraphs: [],
        actions: [{ label: 'Verify email', url: `${publicUrl}/app/verify/${code}` }],
        closing: [
          `The link works for ${VERIFY_CODE_HOURS} hours.`,
          'Welcome to Leadloom. Once your email is verified, sign in and open a table.',
          whoRegistered,
        ],
      }),

    /** @param endAt when the account is deleted; the link works until then */
    unverifiedEnds: (to: string, code: string, endAt: Date): Mail =>
      composeMail({
        to,
        subject: `Your Leadloom account will be deleted on ${formatMailDay(endAt)}`,
        paragraphs: [
          `The email of your account is not verified. Unverified accounts are deleted after ${UNVERIFIED_DAYS} days, with everything they hold. To keep yours, verify your email by ${formatMailDay(endAt)}.`,
        ],
        actions: [{ label: 'Verify email', url: `${publicUrl}/app/verify/${code}` }],
        closing: ['The link works until then.', whoRegistered],
      }),

    reset: (to: string, code: string): Mail =>
      composeMail({
        to,
        subject: 'Reset your Leadloom password',
        paragraphs: ['Someone, hopefully you, asked to reset the password of your account.'],
        actions: [{ label: 'Set a new password', url: `${publicUrl}/app/new-password/${code}` }],
        code: { label: 'Your reset code', value: code },
        closing: [
          `The link and the code work once, within ${RESET_CODE_HOURS === 1 ? 'one hour' : `${RESET_CODE_HOURS} hours`}.`,
          'Setting a new password signs you out everywhere. If you did not ask for it, ignore this email: your password stays as it is.',
        ],
      }),

    accountExists: (to: string): Mail =>
      composeMail({
        to,
        subject: 'You already have a Leadloom account',
        paragraphs: [
          'Someone, hopefully you, tried to register with this address. It already has an account, so nothing was changed.',
        ],
        actions: [
          { label: 'Sign in', url: `${publicUrl}/app/login` },
          { label: 'Reset your password', url: `${publicUrl}/app/reset-password` },
        ],
        closing: ['If it was not you, you can ignore this email.'],
      }),

    /**
     * @param ended which sessions were signed out
     * @param keys how many API keys were revoked, or that they still work
     * @param paused how many webhooks and destinations were paused
     */
    passwordChanged: (to: string, ended: 'all' | 'others', keys: number | 'kept', paused: PausedWays = NONE_PAUSED): Mail =>
      composeMail({
        to,
        subject: 'Your Leadloom password was changed',
        paragraphs: [
          `The password of your account was changed, and ${ended === 'all' ? 'all its sessions' : 'all its other sessions'} were signed out.`,
          keysText(keys),
          ...(paused.webhooks === 0 ? [] : [pausedText('webhook', paused.webhooks, `${publicUrl}/app/webhooks`)]),
          ...(paused.destinations === 0 ? [] : [pausedText('destination', paused.destinations, `${publicUrl}/app/destinations`)]),
        ],
        actions: [{ label: 'Sign in', url: `${publicUrl}/app/login` }],
        closing: [resetAtOnce],
      }),

    accountBegunAnew: (to: string): Mail =>
      composeMail({
        to,
        subject: 'Your Leadloom password was changed',
        paragraphs: [
          'The password of your account was changed. This also verified your address, and your trial has started.',
          'The address had not been verified before, so the account starts fresh: all sessions were signed out, and everything in the account was removed.',
        ],
        actions: [{ label: 'Sign in', url: `${publicUrl}/app/login` }],
        closing: [resetAtOnce],
      }),

    accountBegunByOidc: (to: string, name: string): Mail =>
      composeMail({
        to,
        subject: `You can now sign in to Leadloom with ${name}`,
        paragraphs: [
          `You signed in with ${name}. This also verified your address, and your trial has started.`,
          'The address had not been verified before, so the account starts fresh: its password no longer works, all sessions were signed out, and everything in the account was removed.',
        ],
        actions: [{ label: 'See the ways to sign in', url: `${publicUrl}/app/account` }],
        closing: [resetAtOnce],
      }),

    emailConfirmation: (to: string, code: string): Mail =>
      composeMail({
        to,
        subject: 'Confirm your new email for Leadloom',
        paragraphs: ['Please confirm that your Leadloom account should use this address from now on.'],
        actions: [{ label: 'Confirm this address', url: `${publicUrl}/app/confirm-email/${code}` }],
        closing: [
          `The link works for ${EMAIL_CODE_HOURS} hours. Until you open it, your old address stays in use.`,
          'If you did not ask for this, you can ignore this email.',
        ],
      }),

    emailChangeRequested: (to: string, newEmail: string): Mail =>
      composeMail({
        to,
        subject: 'An email change was requested for your Leadloom account',
        paragraphs: [
          `Someone, hopefully you, asked to change the email of your account to ${newEmail}.`,
          'This address stays in use until the link sent to the new address is opened.',
        ],
        actions: [],
        closing: [resetAtOnce],
      }),

    emailChanged: (to: string, newEmail: string): Mail =>
      composeMail({
        to,
        subject: 'The email of your Leadloom account was changed',
        paragraphs: [`Your account now uses ${newEmail}. This address can no longer sign in to it or reset its password.`],
        actions: [],
        closing: [`If it was not you, write to ${supportEmail} at once.`],
      }),

    twoFactorOn: (to: string): Mail =>
      composeMail({
        to,
        subject: 'Two-factor sign-in is on for your Leadloom account',
        paragraphs: ['From now on, signing in requires a code from your authenticator app as well as your password.'],
        actions: [],
        closing: ['Keep your recovery codes in a safe place: each opens your account once without the app.', resetAtOnce],
      }),

    twoFactorOff: (to: string): Mail =>
      composeMail({
        to,
        subject: 'Two-factor sign-in is off for your Leadloom account',
        paragraphs: ['From now on, your password alone opens your account. Your recovery codes no longer work.'],
        actions: [],
        closing: [resetAtOnce],
      }),

    recoveryCodesRenewed: (to: string): Mail =>
      composeMail({
        to,
        subject: 'New recovery codes for your Leadloom account',
        paragraphs: ['New recovery codes were made for your account. The earlier ones no longer work.'],
        actions: [],
        closing: [resetAtOnce],
      }),

    passkeyAdded: (to: string, name: string): Mail =>
      composeMail({
        to,
        subject: 'A passkey was added to your Leadloom account',
        paragraphs: [`The passkey “${name}” can now sign in to your account, without your password and without a code.`],
        actions: [{ label: 'See your passkeys', url: `${publicUrl}/app/account` }],
        closing: [`${resetAtOnce}. This also removes all passkeys.`],
      }),

    passkeyRemoved: (to: string, name: string): Mail =>
      composeMail({
        to,
        subject: 'A passkey was removed from your Leadloom account',
        paragraphs: [
          `The passkey “${name}” can no longer sign in to your account. Other browsers that had signed in with it were signed out.`,
        ],
        actions: [{ label: 'See your passkeys', url: `${publicUrl}/app/account` }],
        closing: [resetAtOnce],
      }),

    oidcLinkAdded: (to: string, name: string): Mail =>
      composeMail({
        to,
        subject: `You can now sign in to Leadloom with ${name}`,
        paragraphs: [`Someone, hopefully you, signed in with ${name}. From now on, that sign-in opens your account.`],
        actions: [{ label: 'See the ways to sign in', url: `${publicUrl}/app/account` }],
        closing: [`${resetAtOnce}. This also removes that sign-in.`],
      }),

    oidcLinkRemoved: (to: string, name: string): Mail =>
      composeMail({
        to,
        subject: `A sign-in with ${name} was removed from your Leadloom account`,
        paragraphs: [
          `The sign-in with ${name} no longer opens your account, and your other browsers were signed out.`,
          'If it is used again with your verified email address, it opens your account again, and you get an email.',
        ],
        actions: [{ label: 'See the ways to sign in', url: `${publicUrl}/app/account` }],
        closing: [resetAtOnce],
      }),

    codesGuessed: (to: string): Mail =>
      composeMail({
        to,
        subject: 'Someone knows your Leadloom password',
        paragraphs: [
          'Someone entered the correct password for your account and then too many wrong codes. They did not get in.',
          'If it was not you, please choose another password.',
        ],
        actions: [{ label: 'Reset your password', url: `${publicUrl}/app/reset-password` }],
        closing: ['You get this email at most once a day.'],
      }),

    passwordsGuessed: (to: string): Mail =>
      composeMail({
        to,
        subject: 'Someone is guessing your Leadloom password',
        paragraphs: [
          'Someone entered a large number of wrong passwords for your account today. They did not get in.',
          'For up to a day, only browsers that signed in before can sign in. Setting a new password lifts this at once.',
        ],
        actions: [{ label: 'Reset your password', url: `${publicUrl}/app/reset-password` }],
        closing: ['You get this email at most once a day.'],
      }),

    accountDeletedByOperator: (to: string): Mail =>
      composeMail({
        to,
        subject: 'Your Leadloom account was deleted',
        paragraphs: [
          'An operator of this server deleted your account, with everything it held: your profile, keys, collected data and subscription.',
        ],
        actions: [],
        closing: [`If you have questions, write to ${supportEmail}.`],
      }),

    unverifiedDeleted: (to: string): Mail =>
      composeMail({
        to,
        subject: 'Your Leadloom account was deleted',
        paragraphs: [
          `Its email was not verified within ${UNVERIFIED_DAYS} days, so your account was deleted, with everything it held. You can register again at any time.`,
        ],
        actions: [],
        closing: ['This is the last email we send you.'],
      }),

    accountDeleted: (to: string): Mail =>
      composeMail({
        to,
        subject: 'Your Leadloom account was deleted',
        paragraphs: [
          'Your account is deleted, with everything it held: your profile, keys, collected data and subscription.',
          'Thank you for using Leadloom.',
        ],
        actions: [],
        closing: ['This is the last email we send you.'],
      }),
  };
}

/** How many ways out of an account were paused until their owner confirms them. */
export interface PausedWays {
  readonly webhooks: number;
  readonly destinations: number;
}

const NONE_PAUSED: PausedWays = { webhooks: 0, destinations: 0 };

function pausedText(what: string, count: number, url: string): string {
  const text =
    count === 1 ? `Its ${what} is paused until you confirm it` : `Its ${count} ${what}s are paused until you confirm them`;
  return `${text}: ${url}`;
}

function keysText(keys: number | 'kept'): string {
  if (keys === 'kept') return 'Its API keys were not revoked: if it has any, they still work.';
  if (keys === 0) return 'It had no API keys.';
  return `${keys === 1 ? 'Its API key was' : `All its ${keys} API keys were`} revoked: programs that used ${keys === 1 ? 'it' : 'them'} need a new one.`;
}
