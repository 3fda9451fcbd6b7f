/**
 * What operators do with accounts: find, limit, block, verify and delete them. Each change and its line in the audit
 * are one transaction, which also checks that the operator is still one: of two who block each other, one succeeds.
 * Since operators cannot act on themselves, one always remains.
 */

import type { OperatorAccount } from '@leadloom/shared/contract/operator-accounts';
import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import type { Transaction } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { codeFor, noticeFor } from '../../../mail/mail-queue.ts';
import type { Platform } from '../../../platform.ts';
import { firstDayOfMonth } from '../../../time/calendar-month.ts';
import { type Actor, recordAction } from '../../audit/operator-audit.service.ts';
import { judgePlan } from '../../billing/entitlement.service.ts';
import { revokeAllKeys } from '../../keys/keys.service.ts';
import type { AccountMails } from '../account-mails.ts';
import { issueCode } from '../mailed-codes/issue-code.ts';
import type { EndSubscriptionNow, Memberships } from '../settings/account-end.service.ts';
import { removeAccountRows } from '../settings/account-settings.repository.ts';
import * as repository from './managed-accounts.repository.ts';

export interface ManagedAccountParts {
  readonly mails: AccountMails;
  readonly endSubscriptionNow: EndSubscriptionNow;
  readonly memberships: Memberships;
  /** Ends the analyses of an account that is blocked. */
  readonly endAnalyses: (transaction: Transaction, accountId: number, now: Date) => Promise<void>;
}

/** An operator who acts on an account. */
export interface ActingOperator extends Actor {
  readonly accountId: number;
}

export interface AccountChanges {
  readonly blocked?: boolean | undefined;
  /** null: the limit of the plan. */
  readonly request_limit?: number | null | undefined;
  readonly export_limit?: number | null | undefined;
}

type Locked = Awaited<ReturnType<typeof repository.lockAccounts>>[number];

export function createManagedAccounts(
  platform: Platform,
  { mails, endSubscriptionNow, memberships, endAnalyses }: ManagedAccountParts,
) {
  const { config, database, mailQueue, now } = platform;

  function questionOf(search: string | null): repository.AccountsQuestion {
    const time = now();
    return { search, provider: config.billing.mode, month: firstDayOfMonth(time), now: time };
  }

  function describe({
    account,
    subscription,
    requestCount,
    exportCount,
    storedBytes,
    lastSeenAt,
  }: repository.ManagedRow): OperatorAccount {
    const plan = judgePlan({ ...account, subscription }, config, now());
    return {
      id: account.id,
      email: account.email,
      verified: account.verifiedAt !== null,
      blocked: account.blockedAt !== null,
      created_at: account.createdAt.toISOString(),
      plan: plan.plan,
      trial: plan.isTrialRunning,
      request_limit: account.requestLimit,
      export_limit: account.exportLimit,
      plan_request_limit: plan.requestLimit,
      plan_export_limit: plan.exportLimit,
      requests: requestCount ?? 0,
      exports: exportCount ?? 0,
      stored_bytes: Math.max(0, storedBytes),
      last_seen_at: lastSeenAt?.toISOString() ?? null,
    };
  }

  /**
   * Locks the account and the operator's own.
   * @throws {AppError} REQUEST.NOT_FOUND if the operator was just blocked or deleted, ACCOUNTS.NOT_FOUND
   */
  async function lock(transaction: Transaction, operator: ActingOperator, accountId: number): Promise<Locked> {
    const rows = await repository.lockAccounts(transaction, [operator.accountId, accountId]);
    const own = rows.find(({ id }) => id === operator.accountId);
    if (own === undefined || own.blockedAt !== null) throw new AppError('REQUEST.NOT_FOUND');
    const account = rows.find(({ id }) => id === accountId);
    if (account === undefined) throw new AppError('ACCOUNTS.NOT_FOUND');
    return account;
  }

  /** Ends what a blocked account could still be used with. */
  async function setBlocked(transaction: Transaction, operator: ActingOperator, account: Locked, isBlocked: boolean) {
    if (isBlocked === (account.blockedAt !== null)) return;
    const { id, email: target } = account;
    await repository.setBlocked(transaction, id, isBlocked ? now() : null);
    if (!isBlocked)
      return recordAction(platform, transaction, operator, { action: 'account.unblocked', target, detail: named(id) });
    const ended = await repository.endSessions(transaction, id, now());
    const revoked = await revokeAllKeys(transaction, id);
    await endAnalyses(transaction, id, now());
    const detail = `${named(id)}; sessions ended: ${ended}; API keys revoked: ${revoked}`;
    return recordAction(platform, transaction, operator, { action: 'account.blocked', target, detail });
  }

  async function setLimits(transaction: Transaction, operator: ActingOperator, account: Locked, changes: AccountChanges) {
    const { request_limit: requestLimit = account.requestLimit, export_limit: exportLimit = account.exportLimit } = changes;
    if (requestLimit === account.requestLimit && exportLimit === account.exportLimit) return;
    await repository.setLimits(transaction, account.id, { requestLimit, exportLimit });
    const detail = [
      named(account.id),
      describeLimit('requests', account.requestLimit, requestLimit),
      describeLimit('exported rows', account.exportLimit, exportLimit),
    ];
    await recordAction(platform, transaction, operator, {
      action: 'account.limits_changed',
      target: account.email,
      detail: detail.filter((part) => part !== '').join('; '),
    });
  }

  return {
    /** Newest first. @param search a part of the email, or an id */
    async list(search: string | null, page: PageQuery): Promise<{ data: OperatorAccount[]; total: number }> {
      const { rows, total } = await repository.listAccounts(database, questionOf(search), rowsOfPage(page));
      return { data: rows.map(describe), total };
    },

    /** @throws {AppError} ACCOUNTS.NOT_FOUND, OPERATOR.OWN_ACCOUNT */
    async change(operator: ActingOperator, accountId: number, changes: AccountChanges): Promise<OperatorAccount> {
      if (changes.blocked === true && accountId === operator.accountId) throw new AppError('OPERATOR.OWN_ACCOUNT');
      await database.transaction(async (transaction) => {
        const account = await lock(transaction, operator, accountId);
        if (changes.blocked !== undefined) await setBlocked(transaction, operator, account, changes.blocked);
        await setLimits(transaction, operator, account, changes);
      });
      const row = await repository.findAccount(database, questionOf(null), accountId);
      if (row === null) throw new AppError('ACCOUNTS.NOT_FOUND');
      return describe(row);
    },

    /**
     * Deletes an account. Its subscription ends first, so that nobody is charged afterwards. The owner gets a mail.
     * @throws {AppError} ACCOUNTS.NOT_FOUND, OPERATOR.OWN_ACCOUNT, WORKSPACE.LAST_OWNER, BILLING.PROVIDER_FAILED
     */
    async remove(operator: ActingOperator, accountId: number): Promise<void> {
      if (accountId === operator.accountId) throw new AppError('OPERATOR.OWN_ACCOUNT');
      await database.transaction(async (transaction) => {
        await lock(transaction, operator, accountId);
        await memberships.requireOtherOwners(transaction, accountId);
      });
      await endSubscriptionNow(accountId);
      await database.transaction(async (transaction) => {
        const { email } = await lock(transaction, operator, accountId);
        await memberships.leaveAll(transaction, { accountId, email }, now());
        await removeAccountRows(transaction, { accountId, email });
        await mailQueue.enqueue(transaction, mails.accountDeletedByOperator(email), noticeFor(null));
        await recordAction(platform, transaction, operator, {
          action: 'account.deleted',
          target: email,
          detail: named(accountId),
        });
      });
      mailQueue.kick();
    },

    /** @returns false if the email is already verified @throws {AppError} ACCOUNTS.NOT_FOUND */
    async resendVerification(operator: ActingOperator, accountId: number): Promise<boolean> {
      const isSent = await database.transaction(async (transaction) => {
        const { email, verifiedAt } = await lock(transaction, operator, accountId);
        if (verifiedAt !== null) return false;
        const code = await issueCode(transaction, { accountId, purpose: 'verify', now: now() });
        if (code === null) throw new AppError('ACCOUNTS.NOT_FOUND');
        await mailQueue.enqueue(transaction, mails.verification(email, code), codeFor(accountId));
        await recordAction(platform, transaction, operator, {
          action: 'account.verification_sent',
          target: email,
          detail: named(accountId),
        });
        return true;
      });
      mailQueue.kick();
      return isSent;
    },
  };
}

/** @throws {AppError} ACCOUNTS.NOT_FOUND */
export async function requireEmail({ database }: Platform, accountId: number): Promise<string> {
  const email = await repository.findEmail(database, accountId);
  if (email === null) throw new AppError('ACCOUNTS.NOT_FOUND');
  return email;
}

/** Emails change hands; ids do not. */
function named(accountId: number): string {
  return `account ${accountId}`;
}

function describeLimit(of: string, before: number | null, after: number | null): string {
  const text = (limit: number | null) => limit?.toString() ?? 'as in the plan';
  return before === after ? '' : `${of} per month: ${text(after)} (was ${text(before)})`;
}
