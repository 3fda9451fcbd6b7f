/** Changes a password in a session of its owner. That session stays; all others end. */

import { AppError } from '../../../http/app-error.ts';
import { noticeFor } from '../../../mail/mail-queue.ts';
import type { Platform } from '../../../platform.ts';
import type { AccountMails } from '../account-mails.ts';
import { hostOf, judgePassword, judgePasswordLength } from '../registration/password-policy.ts';
import type { OwnerProof } from '../sign-in/owner-proof.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import { changePassword } from './account-settings.repository.ts';

interface PasswordChangeParts {
  readonly passwords: Passwords;
  readonly proof: OwnerProof;
  readonly mails: AccountMails;
}

interface PasswordChange {
  readonly current: string;
  readonly code: string | undefined;
  readonly next: string;
  readonly revokeKeys: boolean;
  /** Devices of the browser that makes the change. */
  readonly storedDevices: readonly Buffer[];
}

export function createPasswordChange(
  { config, database, mailQueue, now }: Platform,
  { passwords, proof, mails }: PasswordChangeParts,
) {
  const host = hostOf(config.publicUrl);
  /**
   * The owner gets a mail.
   * @returns how many API keys were revoked
   * @throws {AppError} AUTH.PASSWORD_WRONG, TWO_FACTOR.*, PASSWORD.*, RATE.LIMITED, SERVER.BUSY
   */
  return async (
    { accountId, sessionId }: { readonly accountId: number; readonly sessionId: string },
    { current, code, next, revokeKeys, storedDevices }: PasswordChange,
  ): Promise<number> => {
    const tooShortOrLong = judgePasswordLength(next);
    if (tooShortOrLong !== null) throw new AppError(tooShortOrLong);
    const account = await proof.byBoth(accountId, { password: current, code }, ({ email }) => {
      const fault = judgePassword(next, { email, host });
      if (fault !== null) throw new AppError(fault);
    });
    const newHash = await passwords.hash(next, `account ${accountId}`);
    const change = { accountId, sessionId, oldHash: account.passwordHash, newHash, storedDevices, revokeKeys, now: now() };
    const changed = await changePassword(database, change, (transaction, revokedKeys) =>
      mailQueue.enqueue(
        transaction,
        mails.passwordChanged(account.email, 'others', revokeKeys ? revokedKeys : 'kept'),
        noticeFor(accountId),
      ),
    );
    if (changed === null) throw new AppError('AUTH.PASSWORD_WRONG');
    mailQueue.kick();
    return changed.revokedKeys;
  };
}
