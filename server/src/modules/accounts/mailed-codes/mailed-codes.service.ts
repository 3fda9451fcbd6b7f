/**
 * Verification of accounts and reset of passwords. Responses never reveal whether an address has an account:
 * known and unknown addresses take the same steps, and the mail, which differs, is written after the response.
 */

import { AppError } from '../../../http/app-error.ts';
import { readEmailAddress } from '../../../mail/email-address.ts';
import { codeFor, noticeFor } from '../../../mail/mail-queue.ts';
import type { Platform } from '../../../platform.ts';
import type { AccountMails } from '../account-mails.ts';
import { type AccountsRepository, createAccountsRepository } from '../accounts.repository.ts';
import { hostOf, judgePassword, judgePasswordLength } from '../registration/password-policy.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import type { Throttle } from '../sign-in/throttle.ts';
import type { DeferredMails } from './deferred-mails.ts';
import { issueCode } from './issue-code.ts';
import { hashCode } from './mailed-code.ts';
import { findResetAccount, resetPassword } from './password-reset.repository.ts';
import { verifyByCode } from './verification.repository.ts';

const DAY = 24 * 3600 * 1000;
/** Expired codes are kept this long, so that a late click gets "expired" rather than "incorrect". */
const KEEP_CODES_DAYS = 30;

interface AccountsParts {
  readonly repository: AccountsRepository;
  readonly mails: AccountMails;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly deferredMails: DeferredMails;
}

interface NewPassword {
  /** The code that was mailed. */
  readonly code: string;
  readonly password: string;
  readonly keepsKeys: boolean;
}

/** Called by the collector when its onboarding is finished. Calling it again changes nothing. */
export function markLinkedInOnboarded({ database }: Platform, accountId: number): Promise<void> {
  return createAccountsRepository(database).markLinkedInOnboarded(accountId);
}

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts({ config, database, mailQueue, now }: Platform, parts: AccountsParts) {
  const host = hostOf(config.publicUrl);
  const { repository, mails, passwords, throttle, deferredMails } = parts;

  function trialEnd(begin: Date): Date {
    return new Date(begin.getTime() + config.trial.days * DAY);
  }

  return {
    /**
     * @param ownSessionId of the browser that opened the link; the other sessions end
     * @throws {AppError} VERIFICATION.EXPIRED, VERIFICATION.INCORRECT
     */
    async verify(code: string, ownSessionId: string | null): Promise<void> {
      const codeHash = hashCode(code);
      const time = now();
      if (await verifyByCode(database, codeHash, { now: time, trialEndsAt: trialEnd(time), ownSessionId })) return;
      const isKnown = await repository.hasCode('verify', codeHash);
      throw new AppError(isKnown ? 'VERIFICATION.EXPIRED' : 'VERIFICATION.INCORRECT');
    },

    /** Mails another code. @returns false if there is nothing left to verify */
    async resendVerification(accountId: number): Promise<boolean> {
      const account = await repository.findById(accountId);
      if (account === null || account.verifiedAt !== null) return false;
      await database.transaction(async (transaction) => {
        const code = await issueCode(transaction, { accountId, purpose: 'verify', now: now() });
        if (code !== null) await mailQueue.enqueue(transaction, mails.verification(account.email, code), codeFor(accountId));
      });
      mailQueue.kick();
      return true;
    },

    /** Queues a code to be mailed if the address has an account. @throws {AppError} EMAIL.INVALID, RATE.LIMITED */
    async requestReset(text: string, address: string): Promise<void> {
      await throttle.take('reset', address);
      const email = readEmailAddress(text);
      if (email === null) throw new AppError('EMAIL.INVALID');
      await deferredMails.resetRequested(database, { email });
    },

    /**
     * The owner gets a mail.
     * @param keepsKeys whether the API keys of a verified account stay valid
     * @throws {AppError} AUTH.UNAUTHORIZED for an invalid code, PASSWORD.*, RATE.LIMITED, SERVER.BUSY
     */
    async setNewPassword({ code, password, keepsKeys }: NewPassword, address: string): Promise<void> {
      const attempt = await throttle.take('newPassword', address);
      const tooShortOrLong = judgePasswordLength(password);
      if (tooShortOrLong !== null) throw new AppError(tooShortOrLong);
      const codeHash = hashCode(code);
      const account = await findResetAccount(database, codeHash, now());
      if (account === null) throw new AppError('AUTH.UNAUTHORIZED');
      await attempt.release();
      const fault = judgePassword(password, { email: account.email, host });
      if (fault !== null) throw new AppError(fault);
      const passwordHash = await passwords.hash(password, `account ${account.id}`);
      const time = now();
      const reset = { codeHash, passwordHash, keepsKeys, now: time, trialEndsAt: trialEnd(time) };
      const isChanged = await resetPassword(database, reset, (transaction, { isBegunAnew, revokedKeys, ...paused }) => {
        const mail = isBegunAnew
          ? mails.accountBegunAnew(account.email)
          : mails.passwordChanged(account.email, 'all', keepsKeys ? 'kept' : revokedKeys, {
              webhooks: paused.pausedWebhooks,
              destinations: paused.pausedDestinations,
            });
        return mailQueue.enqueue(transaction, mail, noticeFor(account.id));
      });
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
