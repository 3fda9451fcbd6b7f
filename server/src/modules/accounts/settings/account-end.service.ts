/**
 * Deletes an account, for its owner or because its email was never verified. Its subscription ends first, at the provider
 * too, so that nobody is charged afterwards. Then one transaction ends its memberships of workspaces, removes the account with
 * all its rows, and queues the last mail.
 */
import type { Connection, Transaction } from '../../../database/database.ts';
import { noticeFor } from '../../../mail/mail-queue.ts';
import type { Mail } from '../../../mail/mailer.ts';
import type { Platform } from '../../../platform.ts';
import type { AccountMails } from '../account-mails.ts';
import type { Evidence, OwnerProof } from '../sign-in/owner-proof.ts';
import { removeAccount } from './account-settings.repository.ts';

/** Ends at once what the provider charges this account for. @throws {AppError} BILLING.PROVIDER_FAILED */
export type EndSubscriptionNow = (accountId: number) => Promise<void>;

/** What an account is a member of, besides its own workspace. */
export interface Memberships {
  /** Asked before anything ends. @throws {AppError} WORKSPACE.LAST_OWNER */
  readonly requireOtherOwners: (connection: Connection, accountId: number) => Promise<void>;
  /** Ends all of them, in the transaction that deletes the account. @throws {AppError} WORKSPACE.LAST_OWNER */
  readonly leaveAll: (
    transaction: Transaction,
    account: { readonly accountId: number; readonly email: string },
    now: Date,
  ) => Promise<void>;
}

interface AccountEndParts {
  readonly proof: OwnerProof;
  readonly mails: AccountMails;
  readonly endSubscriptionNow: EndSubscriptionNow;
  readonly memberships: Memberships;
}

/** @param proof of the owner */
export function createAccountEnd(platform: Platform, { proof, ...parts }: AccountEndParts) {
  /** @throws {AppError} AUTH.PASSWORD_WRONG, TWO_FACTOR.*, WORKSPACE.LAST_OWNER, BILLING.PROVIDER_FAILED, RATE.LIMITED, SERVER.BUSY */
  return async (accountId: number, evidence: Evidence): Promise<void> => {
    const { email } = await proof.byBoth(accountId, evidence);
    await endAccount(platform, parts, { accountId, mail: parts.mails.accountDeleted(email) });
  };
}

interface AccountEnd {
  readonly accountId: number;
  /** The last one, to the account's address. */
  readonly mail: Mail;
  /** Asked in the transaction that deletes the account. */
  readonly mayEnd?: (transaction: Connection) => Promise<boolean>;
}

/**
 * @returns false if it was deleted already, or may not end any more
 * @throws {AppError} WORKSPACE.LAST_OWNER, BILLING.PROVIDER_FAILED
 */
export async function endAccount(
  { database, mailQueue, now }: Platform,
  { endSubscriptionNow, memberships }: Pick<AccountEndParts, 'endSubscriptionNow' | 'memberships'>,
  { accountId, mail, mayEnd }: AccountEnd,
): Promise<boolean> {
  await memberships.requireOtherOwners(database, accountId);
  await endSubscriptionNow(accountId);
  const account = { accountId, email: mail.to };
  const isEnded = await removeAccount(database, account, {
    mayRemove: mayEnd ?? (async () => true),
    before: (transaction) => memberships.leaveAll(transaction, account, now()),
    alongside: (transaction) => mailQueue.enqueue(transaction, mail, noticeFor(null)),
  });
  mailQueue.kick();
  return isEnded;
}
