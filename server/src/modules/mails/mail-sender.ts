/**
 * Sends one mail: the job of the queue. The row it names is removed once the mail is accepted, so a job that comes again
 * finds nothing; a server that is killed in between sends the mail twice.
 */
import { z } from 'zod';
import type { DeferredWorks, MailClass } from '../../mail/mail-queue.ts';
import { MAILS_AT_ONCE } from '../../mail/mailer.ts';
import type { Platform } from '../../platform.ts';
import { defineJob, type JobRank, type JobWork, workOn } from '../../queue/define-job.ts';
import { describeFailure } from '../../queue/describe-failure.ts';
import type { JobLog } from '../../queue/run-jobs.ts';
import * as repository from './mails.repository.ts';
import { createMailSeal } from './sealed-mail.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const TRY_SECONDS = 60;
/** A try ends before the queue takes the job away, so that the row gets the reason. */
const TRY_LIMIT = (TRY_SECONDS - 5) * SECOND;
/** A mail is tried for so long after it was written. */
export const GIVE_UP_AFTER = 72 * HOUR;

const SEALED_ELSEWHERE = 'It was encrypted with a different secret than those of this server.';

/** Mails of one share that count: those beyond take turns as if they were one. */
export const MOST_COUNTED = 9_999;
/** The priority of the first mail of a share, in each class. A server of the version before gives all mails 0. */
export const firstPriorities: Readonly<Record<MailClass, number>> = { code: 10_000, notice: 0, bulk: -10_000 };
/** Places that only codes take. */
const CODES_AT_ONCE = 2;
/** Mails of one account and class that are sent at once, so that a receiver that hangs does not hold all places. */
const SHARE_AT_ONCE = 2;

export const mailJob = defineJob({
  name: 'mail',
  payload: z.object({ id: z.int() }),
  keyOf: ({ id }) => String(id),
  atOnce: MAILS_AT_ONCE - CODES_AT_ONCE,
  reserved: { atOnce: CODES_AT_ONCE, minPriority: firstPriorities.code - MOST_COUNTED },
  groupAtOnce: SHARE_AT_ONCE,
  limitSeconds: TRY_SECONDS,
  // The retries last longer than the time after which a mail is given up.
  retries: { limit: 60, firstSeconds: 10, longestSeconds: 12 * 3600 },
});

interface SenderParts extends Pick<Platform, 'database' | 'mailer' | 'mailQueue' | 'now' | 'secrets'> {
  /** Composes the deferred ones. */
  readonly deferred: DeferredWorks;
  readonly log: JobLog;
}

export function createMailSender({ database, mailer, mailQueue, now, secrets, deferred, log }: SenderParts): JobWork {
  const seal = createMailSeal(secrets);

  async function send(row: repository.StoredMail): Promise<void> {
    const content = seal.open(row.content);
    if (content === null) return giveUp(row, SEALED_ELSEWHERE);
    const work = 'mail' in content ? mailer.send(content.mail) : compose(row, content.deferred, content.details);
    try {
      await within(TRY_LIMIT, work);
    } catch (error) {
      return handleFailure(row, error);
    }
    if ('mail' in content) await repository.removeMail(database, row.id);
  }

  async function compose({ id }: repository.StoredMail, kind: string, details: unknown): Promise<void> {
    const work = deferred[kind];
    if (work === undefined) throw new Error(`this version writes nothing of the kind "${kind}"`);
    await database.transaction(async (transaction) => {
      if (await repository.removeMail(transaction, id)) await work(transaction, details);
    });
    mailQueue.kick();
  }

  async function handleFailure(row: repository.StoredMail, error: unknown): Promise<void> {
    const reason = describeFailure(error);
    const isTooOld = now().getTime() - row.createdAt.getTime() >= GIVE_UP_AFTER;
    if (isTooOld || isRefusedForGood(error)) return giveUp(row, reason);
    await repository.noteFailedTry(database, row.id, reason, null);
    // The error has no cause, because that quotes the recipient.
    throw new Error(reason);
  }

  async function giveUp({ id, tries }: repository.StoredMail, reason: string): Promise<void> {
    log.error({ mail: id, tries: tries + 1, reason }, 'a mail was given up');
    await repository.noteFailedTry(database, id, reason, now());
  }

  return workOn(
    mailJob,
    async ({ id }) => {
      const row = await repository.findMail(database, id);
      if (row !== null) await send(row);
    },
    {
      listWaiting: async () =>
        (await repository.listWaiting(database)).map((row) => ({ payload: { id: row.id }, ...rankOf(row) })),
    },
  );
}

/** The rank of a mail's job. */
export function rankOf({ share, priority }: repository.StoredRank): JobRank {
  return { priority, ...(share === null ? {} : { group: share }) };
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no end after ${milliseconds / SECOND} s`)), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the mail server refused this very recipient, in words that will be the same next time. The operator corrects
 * anything else of class 5, such as credentials that are not accepted, and the mail is still good then.
 */
export function isRefusedForGood(error: unknown): boolean {
  const status = error instanceof Error && 'responseCode' in error ? error.responseCode : null;
  const command = error instanceof Error && 'command' in error ? error.command : null;
  return command === 'RCPT TO' && typeof status === 'number' && status >= 550 && status <= 553;
}
