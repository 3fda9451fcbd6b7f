/**
 * Accounts from registration to a new password. Answers never tell whether an address has an account:
 * known and unknown addresses take the same steps, and what differs, the mail, is returned as a task
 * for after the answer.
 */
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import type { AccountMails } from './account-mails.ts';
import { type AccountsRepository, type CodePurpose, createAccountsRepository } from './accounts.repository.ts';
import type { MailTask } from './after-answer.ts';
import { createDeviceCookie, readDeviceCookie } from './device-cookie.ts';
import { isDisposableDomain } from './disposable-domains.ts';
import { domainOf, readEmailAddress } from './email-address.ts';
import type { TakesMail } from './mail-domain.ts';
import { createCode, hashCode, RESET_CODE_HOURS, VERIFY_CODE_HOURS } from './mailed-code.ts';
import { judgePassword, judgePasswordLength } from './password-policy.ts';
import type { Passwords } from './passwords.ts';
import type { Browser, Sessions } from './sessions.service.ts';
import type { Throttle } from './throttle.ts';
import { deriveTokenKeys } from './token-keys.ts';
import type { TwoFactor } from './two-factor/two-factor.service.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
/** Expired codes are kept this long, so that a late click is told "expired" and not "incorrect". */
const KEEP_CODES_DAYS = 30;

interface AccountsParts {
  readonly repository: AccountsRepository;
  readonly mails: AccountMails;
  readonly twoFactor: TwoFactor;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly takesMail: TakesMail;
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

export function createAccounts({ config, mailer, now, secret }: Platform, parts: AccountsParts) {
  const { repository, mails, passwords, throttle, takesMail, sessions, twoFactor } = parts;
  const deviceKey = deriveTokenKeys(secret).device;

  /** Stores a new code and answers its plain text; null when the account is gone. */
  async function mintCode(accountId: number, purpose: CodePurpose, hours: number): Promise<string | null> {
    const code = createCode();
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + hours * HOUR);
    const isStored = await repository.addCode({ accountId, purpose, codeHash: hashCode(code), createdAt, expiresAt });
    return isStored ? code : null;
  }

  async function mailVerification(accountId: number, email: string): Promise<void> {
    const code = await mintCode(accountId, 'verify', VERIFY_CODE_HOURS);
    if (code !== null) await mailer.send(mails.verification(email, code));
  }

  async function mailReset(email: string): Promise<void> {
    const account = await repository.findByEmail(email);
    if (account === null || account.blockedAt !== null || !throttle.takeMail('reset', account.id)) return;
    const code = await mintCode(account.id, 'reset', RESET_CODE_HOURS);
    if (code !== null) await mailer.send(mails.reset(account.email, code));
  }

  async function isDeliverable(email: string): Promise<boolean> {
    const domain = domainOf(email);
    return !isDisposableDomain(domain) && (await takesMail(domain));
  }

  /** Replaces a hash made with weaker parameters than those in force; answers the hash that is stored now. */
  async function renewHash({ id, passwordHash }: { id: number; passwordHash: string }, password: string): Promise<string> {
    if (!passwords.isOutdated(passwordHash)) return passwordHash;
    const renewed = await passwords.hash(password, `account ${id}`);
    return (await repository.replaceHash(id, passwordHash, renewed)) ? renewed : passwordHash;
  }

  return {
    /** Whether mail can be sent to an address; says nothing about accounts. */
    async isValidAddress(text: string): Promise<boolean> {
      const email = readEmailAddress(text);
      return email !== null && (await isDeliverable(email));
    },

    /** @throws {AppError} EMAIL.INVALID, PASSWORD.*, RATE.LIMITED, SERVER.BUSY */
    async register({ email: text, password }: Credentials, address: string): Promise<MailTask> {
      throttle.take('register', address);
      const email = readEmailAddress(text);
      if (email === null || !(await isDeliverable(email))) throw new AppError('EMAIL.INVALID');
      const fault = judgePassword(password, email);
      if (fault !== null) throw new AppError(fault);
      const { id, isNew } = await repository.addOrFind(email, await passwords.hash(password), now());
      return async () => {
        if (isNew) await mailVerification(id, email);
        else if (throttle.takeMail('account exists', id)) await mailer.send(mails.accountExists(email));
      };
    },

    /**
     * Checks a password, then the second factor where there is one, and starts a session; the answer holds
     * the device cookie the browser should keep. Who has not shown the password learns nothing of the rest.
     * @param later is given a mail to send after the answer, whatever that is
     * @throws {AppError} AUTH.BAD_CREDENTIALS, AUTH.UNAUTHORIZED for a blocked account, TWO_FACTOR.CODE_REQUIRED,
     *   TWO_FACTOR.CODE_WRONG, RATE.LIMITED, SERVER.BUSY
     */
    async signIn(
      { email: text, password, code }: SignInCredentials,
      { deviceCookie, ...browser }: SigningInBrowser,
      later: (task: MailTask) => void,
    ) {
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
      await twoFactor.demand(account, code, device === null ? { at: 'sign-in' } : { at: 'known device', device }, later);
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

    /** null when there is nothing to verify any more. */
    async resendVerification(accountId: number): Promise<MailTask | null> {
      const account = await repository.findById(accountId);
      if (account === null || account.verifiedAt !== null) return null;
      return () => mailVerification(account.id, account.email);
    },

    /** @throws {AppError} EMAIL.INVALID, RATE.LIMITED */
    requestReset(text: string, address: string): MailTask {
      throttle.take('reset', address);
      const email = readEmailAddress(text);
      if (email === null) throw new AppError('EMAIL.INVALID');
      return () => mailReset(email);
    },

    /** @throws {AppError} AUTH.UNAUTHORIZED for any code not in force, PASSWORD.*, RATE.LIMITED, SERVER.BUSY */
    async setNewPassword(code: string, password: string, address: string): Promise<MailTask> {
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
      if (!(await repository.resetPassword(codeHash, passwordHash, now()))) throw new AppError('AUTH.UNAUTHORIZED');
      return () => mailer.send(mails.passwordChanged(account.email, 'all'));
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
