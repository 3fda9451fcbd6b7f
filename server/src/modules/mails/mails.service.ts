/** The queue of mails: rows written beside what causes them, and the sender that empties it. */

import type { DeferredWork, MailQueue } from '../../mail/mail-queue.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Platform } from '../../platform.ts';
import { createMailSender, type MailSender } from './mail-sender.ts';
import * as repository from './mails.repository.ts';
import { createMailSeal } from './sealed-mail.ts';

const DAY = 24 * 3600 * 1000;
/** What failed for good is there for the operator for so long. */
const KEEP_FAILED_DAYS = 30;

/** The queue, and the sender of this process. Until it is started, mails are only noted. */
export interface RunningMailQueue extends MailQueue, Pick<MailSender, 'start' | 'stop'> {}

type QueueParts = Pick<Platform, 'database' | 'now' | 'secrets'> & { readonly mailer: Mailer };

export function createMailQueue({ database, mailer, now, secrets }: QueueParts): RunningMailQueue {
  const seal = createMailSeal(secrets);
  const handlers = new Map<string, DeferredWork>();
  const { start, stop, kick } = createMailSender({ database, mailer, now, seal, handlers });
  return {
    enqueue: (connection, mail) => repository.addMail(connection, seal.seal({ mail }), now()),
    defer: (connection, deferred, details) => repository.addMail(connection, seal.seal({ deferred, details }), now()),
    handle: (kind, work) => void handlers.set(kind, work),
    kick,
    start,
    stop,
  };
}

/** Mails that failed for good, a month ago. */
export function forgetFailedMails({ database, now }: Platform): Promise<void> {
  return repository.deleteFailedBefore(database, new Date(now().getTime() - KEEP_FAILED_DAYS * DAY));
}
