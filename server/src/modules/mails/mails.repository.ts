/**
 * Rows of mails. A row is waiting (`last_error` may say why it still is), or failed for good. One that was sent is gone.
 * When a waiting one is tried next is known to the queue alone.
 */
import { asc, count, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import { mails } from '../../schema/mails.table.ts';

export type StoredMail = Pick<typeof mails.$inferSelect, 'id' | 'content' | 'createdAt' | 'tries'>;

/** Where the job of a mail stands among the others. */
export type StoredRank = Pick<typeof mails.$inferSelect, 'id' | 'share' | 'priority'>;

interface NewMail {
  readonly content: Buffer;
  readonly createdAt: Date;
  readonly share: string | null;
  /** The priority of the first mail of its share. Each mail that waits before it takes 1 away, at most `most`. */
  readonly firstPriority: number;
  readonly most: number;
}

/** @returns its id and place */
export async function addMail(
  connection: Connection,
  { content, createdAt, share, firstPriority, most }: NewMail,
): Promise<StoredRank> {
  const waiting = sql`(select count(*) from (select from ${mails} waiting
    where waiting.share = ${share} and waiting.failed_at is null limit ${most}) counted)`;
  const [row] = await connection
    .insert(mails)
    .values({ content, createdAt, share, priority: sql`${firstPriority}::int - ${waiting}` })
    .returning({ id: mails.id, share: mails.share, priority: mails.priority });
  if (row === undefined) throw new Error('a mail was not stored');
  return row;
}

/** Finds a mail; null: it was sent. */
export async function findMail(database: Database, id: number): Promise<StoredMail | null> {
  const { content, createdAt, tries } = mails;
  const [row] = await database.select({ id: mails.id, content, createdAt, tries }).from(mails).where(eq(mails.id, id));
  return row ?? null;
}

/** Removes a mail. True for one of any number of parallel callers, if the transaction is committed. */
export async function removeMail(connection: Connection, id: number): Promise<boolean> {
  const { rowCount } = await connection.delete(mails).where(eq(mails.id, id));
  return rowCount === 1;
}

/** Counts a try that failed. @param failedAt when it was given up; null: it is tried again */
export async function noteFailedTry(database: Database, id: number, reason: string, failedAt: Date | null): Promise<void> {
  await database
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, lastError: reason, failedAt })
    .where(eq(mails.id, id));
}

export async function listWaiting(database: Database): Promise<StoredRank[]> {
  const { id, share, priority } = mails;
  return database.select({ id, share, priority }).from(mails).where(isNull(mails.failedAt)).orderBy(asc(mails.id));
}

/** Lists mails that were given up, oldest first. */
export function listFailed(database: Database) {
  const { id, createdAt, tries, lastError, failedAt } = mails;
  return database
    .select({ id, createdAt, tries, lastError, failedAt })
    .from(mails)
    .where(isNotNull(mails.failedAt))
    .orderBy(asc(mails.failedAt), asc(mails.id));
}

/** Makes mails wait again that were given up, as if they had been written now. @param only null: all */
export async function reviveFailed(connection: Connection, only: number | null, now: Date): Promise<StoredRank[]> {
  return connection
    .update(mails)
    .set({ failedAt: null, createdAt: now, tries: 0 })
    .where(sql`${mails.failedAt} is not null and (${only}::bigint is null or ${mails.id} = ${only}::bigint)`)
    .returning({ id: mails.id, share: mails.share, priority: mails.priority });
}

export async function deleteFailedBefore(database: Database, time: Date): Promise<void> {
  await database.delete(mails).where(lte(mails.failedAt, time));
}

/** Rows by their state. */
export async function countMails(database: Database): Promise<{ readonly waiting: number; readonly failed: number }> {
  const [row] = await database.select({ failed: count(mails.failedAt), total: count() }).from(mails);
  return { failed: row?.failed ?? 0, waiting: (row?.total ?? 0) - (row?.failed ?? 0) };
}
