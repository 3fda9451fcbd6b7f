/** Given-up work, mails and other jobs alike, and how to run it again. */
import type { Database } from '../../../server/src/database/database.ts';
import { COMMAND_LINE } from '../../../server/src/modules/audit/operator-audit.service.ts';
import { mailJob } from '../../../server/src/modules/mails/mail-sender.ts';
import { listFailedMails } from '../../../server/src/modules/mails/mails.service.ts';
import { retryJob } from '../../../server/src/modules/operator/jobs.service.ts';
import { listDeadLetters } from '../../../server/src/queue/dead-letters.ts';
import { createJobQueue, type JobQueue } from '../../../server/src/queue/job-queue.ts';

const LIMIT = 1000;

export interface FailedWork {
  /** `mail-7`, or the job's own. */
  readonly id: string;
  readonly kind: string;
  readonly failedAt: Date | null;
  readonly tries: number;
  readonly reason: string;
}

/** Works also if no server of this version was started yet. */
async function openQueue(database: Database): Promise<JobQueue> {
  const queue = createJobQueue(database);
  await queue.prepare([mailJob]);
  return queue;
}

/** Mails first, each kind oldest first. */
export async function listFailedWork(database: Database): Promise<FailedWork[]> {
  await openQueue(database);
  const mails = (await listFailedMails({ database })).map(({ id, failedAt, tries, lastError }) => ({
    id: `mail-${id}`,
    kind: 'mail',
    failedAt,
    tries,
    reason: lastError ?? '',
  }));
  const others = (await listDeadLetters(database, LIMIT)).map(({ job, ...letter }) => ({ ...letter, kind: job }));
  return [...mails, ...others];
}

/** @returns false if nothing with this id was given up */
export async function doAgain(database: Database, id: string): Promise<boolean> {
  const queue = await openQueue(database);
  return retryJob({ database, queue, now: () => new Date() }, COMMAND_LINE, id);
}
