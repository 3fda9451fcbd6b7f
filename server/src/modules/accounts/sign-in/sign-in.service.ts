/**
 * Signing in: the password, then the second factor if it is on. Anyone who has not shown the password learns
 * nothing about the rest, and known and unknown addresses take the same steps.
 */

import { AppError } from '../../../http/app-error.ts';
import { readEmailAddress } from '../../../mail/email-address.ts';
import { noticeFor } from '../../../mail/mail-queue.ts';
import type { Platform } from '../../../platform.ts';
import type { AccountMails } from '../account-mails.ts';
import type { Account, AccountsRepository } from '../accounts.repository.ts';
import type { Browser, Sessions } from '../sessions/sessions.service.ts';
import type { TwoFactor } from '../two-factor/two-factor.service.ts';
import type { Devices } from './devices.service.ts';
import type { Guesser, GuessLimits } from './guess-limits.ts';
import type { OpenedAccount } from './owner-proof.ts';
import type { Passwords } from './passwords.ts';
import { refuseBlocked } from './refuse-blocked.ts';
import type { SignInTrace } from './sign-in-log.ts';
import type { Throttle } from './throttle.ts';

interface SignInParts {
  readonly repository: AccountsRepository;
  readonly mails: AccountMails;
  readonly twoFactor: TwoFactor;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly guesses: GuessLimits;
  readonly devices: Devices;
  readonly sessions: Sessions;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The second factor, if the account has one. */
  readonly code?: string | undefined;
}

/** The browser that signs in. */
interface SigningInBrowser extends Browser {
  /** The device cookies it got at earlier sign-ins. */
  readonly deviceCookies: readonly string[];
}

export function createSignIn({ config, database, mailQueue }: Platform, parts: SignInParts) {
  const { repository, mails, passwords, throttle, guesses, devices, sessions, twoFactor } = parts;

  /** Replaces a hash made with weaker parameters than the current ones. @returns the stored hash */
  async function renewHash({ id, passwordHash }: OpenedAccount, password: string): Promise<string> {
    if (!passwords.isOutdated(passwordHash)) return passwordHash;
    const renewed = await passwords.hash(password, `account ${id}`);
    return (await repository.replaceHash(id, passwordHash, renewed)) ? renewed : passwordHash;
  }

  /**
   * Tells the owner, once a day, that strangers have used up the day's guesses. The response does not wait for
   * it, because its time would reveal that there is an account. A warning that cannot be stored is repeated the
   * next day.
   */
  async function warn(account: Account | null): Promise<void> {
    if (account === null || account.blockedAt !== null || !(await throttle.takeWarning(account.id, 'passwords'))) return;
    await mailQueue.enqueue(database, mails.passwordsGuessed(account.email), noticeFor(account.id));
    mailQueue.kick();
  }

  /**
   * The response contains the device cookie for the browser.
   * @throws {AppError} AUTH.BAD_CREDENTIALS, AUTH.UNAUTHORIZED for a blocked account, TWO_FACTOR.CODE_REQUIRED,
   * TWO_FACTOR.CODE_WRONG, RATE.LIMITED, SERVER.BUSY
   */
  return async (
    { email: text, password, code }: Credentials,
    { deviceCookies, ...browser }: SigningInBrowser,
    trace: SignInTrace,
  ) => {
    const email = readEmailAddress(text);
    const device = email === null ? null : await devices.find(deviceCookies, email);
    const by: Guesser = device === null ? { at: 'stranger' } : { at: 'device', device };
    const attempt = await throttle.takeLogin({ email: email ?? '', address: browser.address, device });
    const { account, isRight } = await attempt.judge(async () => {
      const found = email === null ? null : await repository.findByEmail(email);
      trace.accountId = found?.id ?? null;
      const guess = {
        what: 'password',
        email,
        accountId: found?.id ?? null,
        by,
        onRefused: () => void warn(found).catch(() => undefined),
      } as const;
      const knownAs = device === null ? null : `device ${device}`;
      const verdict = await guesses.judge(guess, () => passwords.matches(found?.passwordHash ?? null, password, knownAs));
      return { account: found, isRight: verdict };
    });
    const knownHash = account?.passwordHash ?? null;
    if (account === null || knownHash === null || !isRight) throw new AppError('AUTH.BAD_CREDENTIALS');
    refuseBlocked(account, config.supportEmail);
    await attempt.release();
    trace.factor = await twoFactor.demand(account, code, device === null ? { at: 'sign-in' } : { at: 'known device', device });
    const passwordHash = await renewHash({ ...account, passwordHash: knownHash }, password);
    const tokens = await sessions.start(
      account.id,
      { passwordHash, hasShownSecondFactor: account.totpEnabledAt !== null },
      browser,
    );
    if (tokens === null) throw new AppError('AUTH.BAD_CREDENTIALS');
    return { tokens, deviceCookie: await devices.keep(account, device) };
  };
}
