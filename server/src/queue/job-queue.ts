/**
 * The one queue: jobs in PostgreSQL, added in the transaction that causes them. Jobs carry ids, and the rows they name
 * are the truth; so a job that comes twice does no harm, and one that is missing is added again from its row.
 */
import { is, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Connection, Database } from '../database/database.ts';
import { bossOptions } from './boss-options.ts';
import { type PreparedJob, prepareQueues } from './dead-letters.ts';
import type { JobDefinition, JobRank } from './define-job.ts';

interface AddOptions extends JobRank {
  /** The earliest start, by the database's clock; at once where absent. */
  readonly startAfter?: Date;
}

export interface JobQueue {
  /** Makes sure that these jobs can be added. At each start, after the migrations. */
  prepare(jobs: readonly PreparedJob[]): Promise<void>;
  /** Adds a job that is run once the connection's transaction is committed. With a key that waits already, nothing. */
  add<Payload extends object>(
    connection: Connection,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: AddOptions,
  ): Promise<void>;
  /** Looks for these jobs now, where this server runs any. To be called after a commit. */
  kick(job: Pick<JobDefinition, 'name'>): void;
  /** @param listener called with the name of a job at each kick @returns ends that */
  onKick(listener: (name: string) => void): () => void;
}

export function createJobQueue(database: Database): JobQueue {
  const boss = new PgBoss(bossOptions(database.$client));
  // Failures also reject their promises; without a listener the event would end the process.
  boss.on('error', () => undefined);
  const listeners = new Set<(name: string) => void>();
  return {
    prepare: (jobs) => prepareQueues(boss, jobs),
    async add(connection, job, payload, { startAfter, ...rank } = {}) {
      const key = job.keyOf?.(payload);
      await boss.send(job.name, job.payload.parse(payload), {
        db: fromDrizzle(connection, sql),
        ...(key === undefined ? {} : { singletonKey: key }),
        ...(startAfter === undefined ? {} : { startAfter }),
        ...rankOptions(rank),
      });
    },
    kick: ({ name }) => {
      for (const listener of listeners) listener(name);
    },
    onKick: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The rank of a job, in the library's terms. */
export function rankOptions({ priority, group }: JobRank) {
  return { ...(priority === undefined ? {} : { priority }), ...(group === undefined ? {} : { group: { id: group } }) };
}

/** Runs work in the transaction the connection is, or in a new one. A nested one would cost two more round trips. */
export function inTransaction<Result>(
  connection: Connection,
  work: (transaction: Connection) => Promise<Result>,
): Promise<Result> {
  return is(connection, PgTransaction) ? work(connection) : connection.transaction(work);
}
