/**
 * Wrong passwords and codes of the current day, in the database: one count for all servers, which survives
 * restarts. Uses the database's clock.
 *
 * A count is committed without waiting for the disk, so that a sign-in takes the same time whether or not the
 * address has an account. A crash of the database may lose the last half second of guesses.
 */
import { eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { failedAttempts } from '../../../schema/accounts.table.ts';

export type AttemptKind = (typeof failedAttempts.$inferSelect)['kind'];

const quickly = sql`quick as materialized (select set_config('synchronous_commit', 'off', true))`;
const isOver = sql`kept.started_at <= now() - interval '1 day'`;
const countSchema = z.tuple([z.object({ count: z.int().nullable(), seconds: z.int().nullable(), exists: z.boolean() })]);

export interface AttemptCount {
  /** The count including this attempt; null: it was refused and not counted. */
  readonly count: number | null;
  /** Seconds until the count restarts. */
  readonly seconds: number | null;
  /** false: there is no such account, for example because it was just deleted */
  readonly exists: boolean;
}

/**
 * Counts an attempt, unless `max` were counted before. The limit also holds for parallel attempts.
 * @param accountId null: no account; runs the same query and counts nothing
 * @param max null: always counted
 */
export async function countAttempt(
  database: Database,
  accountId: number | null,
  kind: AttemptKind,
  max: number | null,
): Promise<AttemptCount> {
  const { rows } = await database.execute(sql`
    with ${quickly}, counted as (
      insert into failed_attempts as kept (account_id, kind, count)
      select accounts.id, ${kind}, 1 from accounts, quick where accounts.id = ${accountId}::bigint
      on conflict (account_id, kind) do update set
        started_at = case when ${isOver} then now() else kept.started_at end,
        count = case when ${isOver} then 1 else kept.count + 1 end
      where ${max}::int is null or kept.count < ${max}::int or ${isOver}
      returning count
    )
    select
      (select count from counted) as count,
      (select greatest(1, ceil(extract(epoch from kept.started_at + interval '1 day' - now())))::int
        from failed_attempts kept where kept.account_id = ${accountId}::bigint and kept.kind = ${kind}) as seconds,
      exists(select from accounts where accounts.id = ${accountId}::bigint) as exists`);
  return countSchema.parse(rows)[0];
}

/** Uncounts an attempt that turned out to be correct. */
export async function giveAttemptBack(database: Database, accountId: number | null, kind: AttemptKind): Promise<void> {
  await database.execute(sql`
    with ${quickly}
    update failed_attempts kept set count = kept.count - 1 from quick
    where kept.account_id = ${accountId}::bigint and kept.kind = ${kind} and kept.count > 0`);
}

/** Resets all counts, when the account was proved to be its owner's. */
export async function forgetAttempts(connection: Pick<Database, 'delete'>, accountId: number): Promise<void> {
  await connection.delete(failedAttempts).where(eq(failedAttempts.accountId, accountId));
}

export async function deleteOldAttempts(database: Database): Promise<void> {
  await database.delete(failedAttempts).where(lt(failedAttempts.startedAt, sql`now() - interval '1 day'`));
}
