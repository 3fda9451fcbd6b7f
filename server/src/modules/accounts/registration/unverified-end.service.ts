/**
 * Accounts whose email is not verified are deleted 30 days after their registration, as if the owner had deleted them. A week
 * before, the owner gets a mail with a link that verifies, and no account is deleted without that week: those of an earlier
 * version get the mail first (record 0077).
 */
import { UNVERIFIED_DAYS } from '@leadloom/shared/contract/storage-limit';
import { noticeFor } from '../../../mail/mail-queue.ts';
import type { Platform } from '../../../platform.ts';
import type { AccountMails } from '../account-mails.ts';
import { issueCode } from '../mailed-codes/issue-code.ts';
import { type EndSubscriptionNow, endAccount, type Memberships } from '../settings/account-end.service.ts';
import * as repository from './unverified-end.repository.ts';

const DAY = 24 * 3600 * 1000;
const NOTICE_DAYS = 7;
/** The limit of one run: an installation with many old accounts must not send all mails at once. */
const MAX_AT_ONCE = 200;

interface UnverifiedEndParts {
  readonly mails: AccountMails;
  readonly endSubscriptionNow: EndSubscriptionNow;
  readonly memberships: Memberships;
}

export function createUnverifiedEnd(platform: Platform, parts: UnverifiedEndParts) {
  const { config, database, mailQueue } = platform;
  const { mails } = parts;
  const moment = () => ({ now: platform.now(), operators: config.operators });

  /** @returns how many owners got the mail */
  async function notifyOwners(): Promise<number> {
    const { now, operators } = moment();
    const notified = await database.transaction(async (transaction) => {
      const ending = await repository.setEnds(transaction, {
        now,
        operators,
        registeredBefore: new Date(now.getTime() - (UNVERIFIED_DAYS - NOTICE_DAYS) * DAY),
        ageAtEnd: UNVERIFIED_DAYS * DAY,
        notice: NOTICE_DAYS * DAY,
        max: MAX_AT_ONCE,
      });
      for (const { id: accountId, email, endAt } of ending) {
        const code = await issueCode(transaction, { accountId, purpose: 'verify', now, expiresAt: endAt });
        if (code !== null) await mailQueue.enqueue(transaction, mails.unverifiedEnds(email, code, endAt), noticeFor(accountId));
      }
      return ending.length;
    });
    mailQueue.kick();
    return notified;
  }

  /** @returns how many were deleted @throws the first failure, after the others were tried */
  async function deleteEnded(stopping: AbortSignal): Promise<number> {
    let deleted = 0;
    const failures: unknown[] = [];
    for (const { id: accountId, email } of await repository.findEnding(database, moment(), MAX_AT_ONCE)) {
      if (stopping.aborted) break;
      const mayEnd: Parameters<typeof endAccount>[2]['mayEnd'] = (transaction) =>
        repository.lockEnding(transaction, moment(), accountId);
      try {
        if (await endAccount(platform, parts, { accountId, mail: mails.unverifiedDeleted(email), mayEnd })) deleted += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return deleted;
  }

  return async (stopping: AbortSignal): Promise<{ readonly notified: number; readonly deleted: number }> => {
    const notified = await notifyOwners();
    return { notified, deleted: await deleteEnded(stopping) };
  };
}
