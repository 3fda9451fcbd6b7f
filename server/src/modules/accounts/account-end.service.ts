/**
 * Deletes an account. Its subscription ends first, at the provider too, so that nobody is charged afterwards. Then
 * one transaction removes the account with all its rows and queues the last mail.
 */
import { noticeFor } from '../../mail/mail-queue.ts';
import type { Platform } from '../../platform.ts';
import type { AccountMails } from './account-mails.ts';
import { removeAccount } from './account-settings.repository.ts';
import type { Evidence, OwnerProof } from './owner-proof.ts';

/** Ends at once what the provider charges this account for. @throws {AppError} BILLING.PROVIDER_FAILED */
export type EndSubscriptionNow = (accountId: number) => Promise<void>;

interface AccountEndParts {
  readonly proof: OwnerProof;
  readonly mails: AccountMails;
  readonly endSubscriptionNow: EndSubscriptionNow;
}

export function createAccountEnd(platform: Platform, { proof, mails, endSubscriptionNow }: AccountEndParts) {
  /** @throws {AppError} AUTH.PASSWORD_WRONG, TWO_FACTOR.*, BILLING.PROVIDER_FAILED, RATE.LIMITED, SERVER.BUSY */
  return async (accountId: number, evidence: Evidence): Promise<void> => {
    const { email } = await proof.byBoth(accountId, evidence);
    await endSubscriptionNow(accountId);
    const { database, mailQueue } = platform;
    await removeAccount(database, { accountId, email }, (transaction) =>
      mailQueue.enqueue(transaction, mails.accountDeleted(email), noticeFor(null)),
    );
    mailQueue.kick();
  };
}
