/** A new password, given by its owner in a session. That session stays; every other one ends. */
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import type { AccountMails } from './account-mails.ts';
import { changePassword } from './account-settings.repository.ts';
import type { OwnerProof } from './owner-proof.ts';
import { judgePassword, judgePasswordLength } from './password-policy.ts';
import type { Passwords } from './passwords.ts';

interface PasswordChangeParts {
  readonly passwords: Passwords;
  readonly proof: OwnerProof;
  readonly mails: AccountMails;
}

interface PasswordChange {
  readonly current: string;
  readonly next: string;
}

export function createPasswordChange({ database, mailQueue, now }: Platform, { passwords, proof, mails }: PasswordChangeParts) {
  /** The owner gets a mail. @throws {AppError} AUTH.PASSWORD_WRONG, PASSWORD.*, RATE.LIMITED, SERVER.BUSY */
  return async (
    { accountId, sessionId }: { readonly accountId: number; readonly sessionId: string },
    { current, next }: PasswordChange,
  ): Promise<void> => {
    const tooShortOrLong = judgePasswordLength(next);
    if (tooShortOrLong !== null) throw new AppError(tooShortOrLong);
    const account = await proof.byPassword(accountId, current);
    const fault = judgePassword(next, account.email);
    if (fault !== null) throw new AppError(fault);
    const newHash = await passwords.hash(next, `account ${accountId}`);
    const change = { accountId, sessionId, oldHash: account.passwordHash, newHash, now: now() };
    const isChanged = await changePassword(database, change, (transaction) =>
      mailQueue.enqueue(transaction, mails.passwordChanged(account.email, 'others')),
    );
    if (!isChanged) throw new AppError('AUTH.PASSWORD_WRONG');
    mailQueue.kick();
  };
}
