/** Queues by definition, and what becomes of jobs whose tries have all failed: kept, shown, and run again on demand. */
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Connection, Database } from '../database/database.ts';
import { bossOptions, QUEUE_SCHEMA } from './boss-options.ts';
import type { JobDefinition } from './define-job.ts';

export const DEAD_LETTERS = 'dead-letters';
const HOUR = 3600;
const DAY = 24 * HOUR;
/** Seconds without a sign of life after which a job is taken from its server. The least the library allows. */
const HEARTBEAT_SECONDS = 10;
const KEEP_DEAD_DAYS = 30;
/** No job waits longer for its last try. */
const KEEP_WAITING_DAYS = 30;

/** The parts of a definition that its queue depends on. */
export type PreparedJob = Pick<JobDefinition, 'name' | 'limitSeconds' | 'retries'> & { readonly keyOf?: unknown };

/** Makes one queue for each definition, and brings those that are there up to date. */
export async function prepareQueues(boss: PgBoss, jobs: readonly PreparedJob[]): Promise<void> {
  const known = new Set((await boss.getQueues([DEAD_LETTERS, ...jobs.map(({ name }) => name)])).map(({ name }) => name));
  if (!known.has(DEAD_LETTERS)) {
    await boss.createQueue(DEAD_LETTERS, { retentionSeconds: KEEP_DEAD_DAYS * DAY, deleteAfterSeconds: HOUR });
  }
  for (const { name, keyOf, limitSeconds, retries } of jobs) {
    const options = {
      expireInSeconds: limitSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: retries.limit,
      retryDelay: retries.firstSeconds,
      retryDelayMax: retries.longestSeconds,
      retryBackoff: true,
      retentionSeconds: KEEP_WAITING_DAYS * DAY,
      deleteAfterSeconds: HOUR,
      deadLetter: DEAD_LETTERS,
    };
    if (known.has(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, policy: keyOf === undefined ? 'standard' : 'exclusive' });
  }
}

/** A job whose tries have all failed. */
export interface DeadLetter {
  readonly id: string;
  /** The name of its definition. */
  readonly job: string;
  readonly payload: unknown;
  readonly failedAt: Date;
  readonly tries: number;
  /** Why the last try failed, as the log has it, without addresses. */
  readonly reason: string;
}

const failureSchema = z.object({ message: z.string() });

/** Lists dead letters, oldest first. @param limit at most 1,000 */
export async function listDeadLetters(database: Database, limit: number): Promise<DeadLetter[]> {
  const jobs = await new PgBoss(bossOptions(database.$client)).findJobs(DEAD_LETTERS, { queued: true, limit });
  return jobs.map(({ id, sourceName, data, createdOn, sourceRetryCount, sourceOutput }) => ({
    id,
    job: sourceName ?? DEAD_LETTERS,
    payload: data,
    failedAt: createdOn,
    tries: (sourceRetryCount ?? 0) + 1,
    reason: failureSchema.safeParse(sourceOutput).data?.message ?? '',
  }));
}

/**
 * Runs a dead letter again, with all its tries.
 * @param alongside runs in the same transaction
 * @returns the name of its definition; null if there is none with this id
 */
export async function retryDeadLetter(
  database: Database,
  id: string,
  alongside: (transaction: Connection, job: string) => Promise<void> = async () => undefined,
): Promise<string | null> {
  if (!z.uuid().safeParse(id).success) return null;
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ job: string }>(
      sql`select source_name as job from ${sql.raw(QUEUE_SCHEMA)}.job where name = ${DEAD_LETTERS} and id = ${id}::uuid`,
    );
    const job = rows[0]?.job;
    const boss = new PgBoss(bossOptions(database.$client));
    const moved = await boss.redrive(DEAD_LETTERS, { ids: [id], db: fromDrizzle(transaction, sql) });
    if (job === undefined || moved !== 1) return null;
    await alongside(transaction, job);
    return job;
  });
}
