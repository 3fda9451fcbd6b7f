/** The queue of mails: rows written in the transaction that causes them, each with a job that sends it. */
import type { Connection } from '../../database/database.ts';
import type { MailQueue, MailTurn } from '../../mail/mail-queue.ts';
import type { Platform } from '../../platform.ts';
import { inTransaction } from '../../queue/job-queue.ts';
import { firstPriorities, MOST_COUNTED, mailJob, rankOf } from './mail-sender.ts';
import * as repository from './mails.repository.ts';
import { createMailSeal, type MailContent } from './sealed-mail.ts';

const DAY = 24 * 3600 * 1000;
/** Mails that failed for good stay this long for the operator. */
const KEEP_FAILED_DAYS = 30;

export function createMailQueue({ queue, now, secrets }: Pick<Platform, 'queue' | 'now' | 'secrets'>): MailQueue {
  const seal = createMailSeal(secrets);

  /** A row always comes with its job. */
  function add(connection: Connection, content: MailContent, { mailClass, accountId }: MailTurn): Promise<void> {
    return inTransaction(connection, async (transaction) => {
      const stored = await repository.addMail(transaction, {
        content: seal.seal(content),
        createdAt: now(),
        share: accountId === null ? null : `${mailClass} ${accountId}`,
        firstPriority: firstPriorities[mailClass],
        most: MOST_COUNTED,
      });
      await queue.add(transaction, mailJob, { id: stored.id }, rankOf(stored));
    });
  }

  return {
    enqueue: (connection, mail, turn) => add(connection, { mail }, turn),
    defer: (connection, deferred, details) => add(connection, { deferred, details }, { mailClass: 'code', accountId: null }),
    kick: () => queue.kick(mailJob),
  };
}

/** A mail that was given up, without what it says and to whom. */
export interface FailedMail {
  readonly id: number;
  readonly createdAt: Date;
  readonly failedAt: Date | null;
  readonly tries: number;
  /** The error, without addresses. */
  readonly lastError: string | null;
}

/** Oldest first. */
export function listFailedMails({ database }: Pick<Platform, 'database'>): Promise<FailedMail[]> {
  return repository.listFailed(database);
}

/**
 * Has mails sent that were given up, with all their tries.
 * @param only the id of one; null: all of them
 * @param alongside runs in the same transaction, if there are any
 * @returns how many
 */
export async function sendFailedAgain(
  { database, queue, now }: Pick<Platform, 'database' | 'queue' | 'now'>,
  only: number | null,
  alongside: (transaction: Connection) => Promise<void> = async () => undefined,
): Promise<number> {
  const count = await database.transaction(async (transaction) => {
    const revived = await repository.reviveFailed(transaction, only, now());
    for (const row of revived) await queue.add(transaction, mailJob, { id: row.id }, rankOf(row));
    if (revived.length > 0) await alongside(transaction);
    return revived.length;
  });
  queue.kick(mailJob);
  return count;
}

/** Mails that failed for good, a month ago. */
export function forgetFailedMails({ database, now }: Platform): Promise<void> {
  return repository.deleteFailedBefore(database, new Date(now().getTime() - KEEP_FAILED_DAYS * DAY));
}
