/**
 * The queue for operators: what waits, runs, failed and is done, and what failed run again. Ids of mails are `mail-7`, those of
 * webhooks and their deliveries `webhook-` and `delivery-` with their own, and those of destinations `destination-` and `sending-`.
 */
import type { JobState, OperatorJob } from '@leadloom/shared/contract/operator-system';
import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import type { Connection } from '../../database/database.ts';
import type { Platform } from '../../platform.ts';
import { retryDeadLetter } from '../../queue/dead-letters.ts';
import { type Actor, recordAction } from '../audit/operator-audit.service.ts';
import { sendGivenUpAgain as sendToDestinationAgain } from '../destinations/given-up.service.ts';
import { sendFailedAgain } from '../mails/mails.service.ts';
import { sendGivenUpAgain } from '../webhooks/given-up.service.ts';
import * as repository from './jobs.repository.ts';

const MAIL_ID = /^mail-(\d{1,15})$/;
const DELIVERY_ID = /^(delivery|sending)-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

type JobPlatform = Pick<Platform, 'database' | 'queue' | 'now'>;

/** Newest first. */
export async function listJobs({ database }: JobPlatform, state: JobState, page: PageQuery) {
  const [rows, counts] = await Promise.all([
    repository.listJobs(database, state, rowsOfPage(page)),
    repository.countJobs(database),
  ]);
  return { data: rows.map((row) => describeJob(state, row)), total: counts[state], counts };
}

/**
 * Runs a job again that had failed, with all its tries.
 * @returns false if none with this id had failed
 */
export async function retryJob(platform: JobPlatform, actor: Actor, id: string): Promise<boolean> {
  const record = (transaction: Connection, job: string) =>
    recordAction(platform, transaction, actor, { action: 'job.retried', target: job, detail: `job ${id}` });
  const mail = MAIL_ID.exec(id)?.[1];
  if (mail !== undefined) {
    const count = await sendFailedAgain(platform, Number(mail), (transaction) => record(transaction, 'mail'));
    return count === 1;
  }
  const [, kind, delivery] = DELIVERY_ID.exec(id) ?? [];
  if (kind === 'delivery' && delivery !== undefined)
    return sendGivenUpAgain(platform, delivery, (transaction) => record(transaction, 'webhook delivery'));
  if (delivery !== undefined)
    return sendToDestinationAgain(platform, delivery, (transaction) => record(transaction, 'delivery to a destination'));
  const job = await retryDeadLetter(platform.database, id, record);
  if (job !== null) platform.queue.kick({ name: job });
  return job !== null;
}

function describeJob(state: JobState, row: repository.JobRow): OperatorJob {
  return {
    id: row.id,
    job: row.job,
    state,
    created_at: row.created_at.toISOString(),
    starts_at: row.starts_at?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    tries: row.tries,
    reason: row.reason,
    retryable: row.retryable,
  };
}
