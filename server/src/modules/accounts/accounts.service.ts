/**
 * Accounts from signing in to a new password. Answers never tell whether an address has an account: known and unknown
 * addresses take the same steps, and what differs, the mail, is found out after the answer.
 */
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import type { AccountMails } from './account-mails.ts';
import { type AccountsRepository, createAccountsRepository } from './accounts.repository.ts';
import type { DeferredMails } from './deferred-mails.ts';
import { createDeviceCookie, readDeviceCookie } from './device-cookie.ts';
import { readEmailAddress } from './email-address.ts';
import { issueCode } from './issue-code.ts';
import { hashCode } from './mailed-code.ts';
import { judgePassword, judgePasswordLength } from './password-policy.ts';
import type { Passwords } from './passwords.ts';
import type { Browser, Sessions } from './sessions.service.ts';
import type { Throttle } from './throttle.ts';
import { deriveTokenKeys } from './token-keys.ts';
import type { TwoFactor } from './two-factor/two-factor.service.ts';

const DAY = 24 * 3600 * 1000;
/** Expired codes are kept this long, so that a late click is told "expired" and not "incorrect". */
const KEEP_CODES_DAYS = 30;

interface AccountsParts {
  readonly repository: AccountsRepository;
  readonly mails: AccountMails;
  readonly twoFactor: TwoFactor;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly deferredMails: DeferredMails;
  readonly sessions: Sessions;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface SignInCredentials extends Credentials {
  /** The second factor, where the account has one. */
  readonly code?: string | undefined;
}

/** The browser that asks to sign in. */
interface SigningInBrowser extends Browser {
  /** What it was given at an earlier sign-in. */
  readonly deviceCookie: string | null;
}

/** For the collector, whose onboarding this account has finished. A second time changes nothing. */
export function markLinkedInOnboarded({ database }: Platform, accountId: number): Promise<void> {
  return createAccountsRepository(database).markLinkedInOnboarded(accountId);
}

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts({ config, database, mailQueue, now, secret }: Platform, parts: AccountsParts) {
  const { repository, mails, passwords, throttle, deferredMails, sessions, twoFactor } = parts;
  const deviceKey = deriveTokenKeys(secret).device;

  /** Replaces a hash made with weaker parameters than those in force; answers the hash that is stored now. */
  async function renewHash({ id, passwordHash }: { id: number; passwordHash: string }, password: string): Promise<string> {
    if (!passwords.isOutdated(passwordHash)) return passwordHash;
    const renewed = await passwords.hash(password, `account ${id}`);
    return (await repository.replaceHash(id, passwordHash, renewed)) ? renewed : passwordHash;
  }

  return {
    /**
     * Checks a password, then the second factor where there is one, and starts a session; the answer holds
     * the device cookie the browser should keep. Who has not shown the password learns nothing of the rest.
     * @throws {AppError} AUTH.BAD_CREDENTIALS, AUTH.UNAUTHORIZED for a blocked account, TWO_FACTOR.CODE_REQUIRED,
     *   TWO_FACTOR.CODE_WRONG, RATE.LIMITED, SERVER.BUSY
     */
    async signIn({ email: text, password, code }: SignInCredentials, { deviceCookie, ...browser }: SigningInBrowser) {
      const email = readEmailAddress(text);
      const device = email === null || deviceCookie === null ? null : readDeviceCookie(deviceKey, deviceCookie, email);
      const attempt = throttle.takeLogin({ email: email ?? '', address: browser.address, device });
      const { account, isRight } = await attempt.judge(async () => {
        const found = email === null ? null : await repository.findByEmail(email);
        const knownAs = device === null ? null : `device ${device}`;
        return { account: found, isRight: await passwords.matches(found?.passwordHash ?? null, password, knownAs) };
      });
      if (account === null || !isRight) throw new AppError('AUTH.BAD_CREDENTIALS');
      if (account.blockedAt !== null) throw new AppError('AUTH.UNAUTHORIZED');
      attempt.release();
      await twoFactor.demand(account, code, device === null ? { at: 'sign-in' } : { at: 'known device', device });
      const passwordHash = await renewHash(account, password);
      const tokens = await sessions.start(account.id, passwordHash, browser);
      if (tokens === null) throw new AppError('AUTH.BAD_CREDENTIALS');
      const isKnownDevice = device !== null && deviceCookie !== null;
      return { tokens, deviceCookie: isKnownDevice ? deviceCookie : createDeviceCookie(deviceKey, account.email) };
    },

    /** @throws {AppError} VERIFICATION.EXPIRED, VERIFICATION.INCORRECT */
    async verify(code: string): Promise<void> {
      const codeHash = hashCode(code);
      const time = now();
      const trialEndsAt = new Date(time.getTime() + config.trial.days * DAY);
      if (await repository.verify(codeHash, time, trialEndsAt)) return;
      const isKnown = await repository.hasCode('verify', codeHash);
      throw new AppError(isKnown ? 'VERIFICATION.EXPIRED' : 'VERIFICATION.INCORRECT');
    },

    /** Mails another code. False when there is nothing to verify any more. */
    async resendVerification(accountId: number): Promise<boolean> {
      const account = await repository.findById(accountId);
      if (account === null || account.verifiedAt !== null) return false;
      await database.transaction(async (transaction) => {
        const code = await issueCode(transaction, { accountId, purpose: 'verify', now: now() });
        if (code !== null) await mailQueue.enqueue(transaction, mails.verification(account.email, code));
      });
      mailQueue.kick();
      return true;
    },

    /** Notes that a code is to be mailed, if the address has an account. @throws {AppError} EMAIL.INVALID, RATE.LIMITED */
    async requestReset(text: string, address: string): Promise<void> {
      throttle.take('reset', address);
      const email = readEmailAddress(text);
      if (email === null) throw new AppError('EMAIL.INVALID');
      await deferredMails.resetAsked(database, { email });
    },

    /** The owner gets a mail. @throws {AppError} AUTH.UNAUTHORIZED for any code not in force, PASSWORD.*, RATE.LIMITED, SERVER.BUSY */
    async setNewPassword(code: string, password: string, address: string): Promise<void> {
      const attempt = throttle.take('newPassword', address);
      const tooShortOrLong = judgePasswordLength(password);
      if (tooShortOrLong !== null) throw new AppError(tooShortOrLong);
      const codeHash = hashCode(code);
      const account = await repository.findResetAccount(codeHash, now());
      if (account === null) throw new AppError('AUTH.UNAUTHORIZED');
      attempt.release();
      const fault = judgePassword(password, account.email);
      if (fault !== null) throw new AppError(fault);
      const passwordHash = await passwords.hash(password, `account ${account.id}`);
      const isChanged = await repository.resetPassword({ codeHash, passwordHash, now: now() }, (transaction) =>
        mailQueue.enqueue(transaction, mails.passwordChanged(account.email, 'all')),
      );
      if (!isChanged) throw new AppError('AUTH.UNAUTHORIZED');
      mailQueue.kick();
    },

    /** @throws {AppError} AUTH.ACCOUNT_NOT_FOUND */
    async get(accountId: number) {
      const account = await repository.findById(accountId);
      if (account === null) throw new AppError('AUTH.ACCOUNT_NOT_FOUND');
      return account;
    },

    deleteOldCodes: (): Promise<void> => repository.deleteCodesExpiredBefore(new Date(now().getTime() - KEEP_CODES_DAYS * DAY)),
  };
}
