/**
 * Accounts from registration to a new password. Answers never tell whether an address has an account:
 * known and unknown addresses take the same steps, and what differs, the mail, is returned as a task
 * for after the answer.
 */
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import type { AccountMails } from './account-mails.ts';
import { type AccountsRepository, createAccountsRepository } from './accounts.repository.ts';
import type { MailTask } from './after-answer.ts';
import { isDisposableDomain } from './disposable-domains.ts';
import { domainOf, readEmailAddress } from './email-address.ts';
import type { TakesMail } from './mail-domain.ts';
import { createCode, hashCode, RESET_CODE_HOURS, VERIFY_CODE_HOURS } from './mailed-code.ts';
import type { CodePurpose } from './mailed-codes.repository.ts';
import { judgePassword, judgePasswordLength } from './password-policy.ts';
import { findResetAccount, resetPassword } from './password-reset.repository.ts';
import type { Passwords } from './passwords.ts';
import type { Throttle } from './throttle.ts';
import { verifyByCode } from './verification.repository.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
/** Expired codes are kept this long, so that a late click is told "expired" and not "incorrect". */
const KEEP_CODES_DAYS = 30;

interface AccountsParts {
  readonly repository: AccountsRepository;
  readonly mails: AccountMails;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly takesMail: TakesMail;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface NewPassword {
  /** The code that was mailed. */
  readonly code: string;
  readonly password: string;
  readonly keepsKeys: boolean;
}

/** For the collector, whose onboarding this account has finished. A second time changes nothing. */
export function markLinkedInOnboarded({ database }: Platform, accountId: number): Promise<void> {
  return createAccountsRepository(database).markLinkedInOnboarded(accountId);
}

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts({ config, database, mailer, now }: Platform, parts: AccountsParts) {
  const { repository, mails, passwords, throttle, takesMail } = parts;

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

  const trialEnd = (begin: Date): Date => new Date(begin.getTime() + config.trial.days * DAY);

  async function isDeliverable(email: string): Promise<boolean> {
    const domain = domainOf(email);
    return !isDisposableDomain(domain) && (await takesMail(domain));
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
     * @param ownSessionId of the browser that opened the link: the others end
     * @throws {AppError} VERIFICATION.EXPIRED, VERIFICATION.INCORRECT
     */
    async verify(code: string, ownSessionId: string | null): Promise<void> {
      const codeHash = hashCode(code);
      const time = now();
      if (await verifyByCode(database, codeHash, { now: time, trialEndsAt: trialEnd(time), ownSessionId })) return;
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

    /**
     * @param keepsKeys whether the API keys of a verified account go on working
     * @throws {AppError} AUTH.UNAUTHORIZED for any code not in force, PASSWORD.*, RATE.LIMITED, SERVER.BUSY
     */
    async setNewPassword({ code, password, keepsKeys }: NewPassword, address: string): Promise<MailTask> {
      const attempt = throttle.take('newPassword', address);
      const tooShortOrLong = judgePasswordLength(password);
      if (tooShortOrLong !== null) throw new AppError(tooShortOrLong);
      const codeHash = hashCode(code);
      const account = await findResetAccount(database, codeHash, now());
      if (account === null) throw new AppError('AUTH.UNAUTHORIZED');
      attempt.release();
      const fault = judgePassword(password, account.email);
      if (fault !== null) throw new AppError(fault);
      const passwordHash = await passwords.hash(password, `account ${account.id}`);
      const time = now();
      const reset = { codeHash, passwordHash, keepsKeys, now: time, trialEndsAt: trialEnd(time) };
      const outcome = await resetPassword(database, reset);
      if (outcome === null) throw new AppError('AUTH.UNAUTHORIZED');
      if (outcome.isBegunAnew) return () => mailer.send(mails.accountBegunAnew(account.email));
      const keys = keepsKeys ? 'kept' : outcome.revokedKeys;
      return () => mailer.send(mails.passwordChanged(account.email, 'all', keys));
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
