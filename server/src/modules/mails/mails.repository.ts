/**
 * Rows of mails. A row is waiting (`last_error` may say why it still is), taken by a server that sends it
 * (`tries` above 0 and no error yet), or failed for good. One that was sent is gone.
 */
import { and, count, eq, gt, inArray, isNotNull, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import { mails } from './mails.table.ts';

export interface ClaimedMail {
  readonly id: number;
  readonly content: Buffer;
  readonly createdAt: Date;
  /** This one included. */
  readonly tries: number;
}

export async function addMail(connection: Connection, content: Buffer, now: Date): Promise<void> {
  await connection.insert(mails).values({ content, createdAt: now, nextTryAt: now });
}

/** True for one of any number of parallel callers, if the transaction is committed. */
export async function removeMail(connection: Connection, id: number): Promise<boolean> {
  const { rowCount } = await connection.delete(mails).where(eq(mails.id, id));
  return rowCount === 1;
}

interface Claim {
  readonly now: Date;
  /** Whoever does not answer for it until then has lost it. */
  readonly until: Date;
  readonly limit: number;
  /**
   * What the caller is still sending. Its lease can be over by the clock; taken again it would be sent twice, if the
   * first try ends while this statement is answered.
   */
  readonly except: readonly number[];
}

/** Takes mails that are due, oldest first: of any number of parallel callers each is given to one. */
export async function claimMails(database: Database, { now, until, limit, except }: Claim): Promise<ClaimedMail[]> {
  const due = database
    .select({ id: mails.id })
    .from(mails)
    .where(and(lte(mails.nextTryAt, now), isNull(mails.failedAt), notInArray(mails.id, [...except])))
    .orderBy(mails.nextTryAt, mails.id)
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = await database
    .update(mails)
    .set({ nextTryAt: until, tries: sql`${mails.tries} + 1`, lastError: null })
    .where(inArray(mails.id, due))
    .returning({ id: mails.id, content: mails.content, createdAt: mails.createdAt, tries: mails.tries });
  return claimed.sort((one, other) => one.id - other.id);
}

interface FailedTry {
  readonly error: string;
  readonly nextTryAt: Date;
}

/** Only for the try that was claimed: another server may have it by now. */
export async function postponeMail(database: Database, { id, tries }: ClaimedMail, failed: FailedTry): Promise<void> {
  await database
    .update(mails)
    .set({ lastError: failed.error, nextTryAt: failed.nextTryAt })
    .where(and(eq(mails.id, id), eq(mails.tries, tries)));
}

export async function failMail(database: Database, { id, tries }: ClaimedMail, error: string, now: Date): Promise<void> {
  await database
    .update(mails)
    .set({ lastError: error, failedAt: now })
    .where(and(eq(mails.id, id), eq(mails.tries, tries)));
}

/**
 * Makes mails due that wait for another try. @param includingTaken also those that seem to be under way: true where no
 * other server can be sending them
 */
export async function hastenMails(database: Database, now: Date, includingTaken: boolean): Promise<void> {
  const waiting = and(isNull(mails.failedAt), gt(mails.nextTryAt, now));
  await database
    .update(mails)
    .set({ nextTryAt: now })
    .where(includingTaken ? waiting : and(waiting, isNotNull(mails.lastError)));
}

export async function deleteFailedBefore(database: Database, time: Date): Promise<void> {
  await database.delete(mails).where(lte(mails.failedAt, time));
}

/** Rows by their state. */
export async function countMails(database: Database): Promise<{ readonly waiting: number; readonly failed: number }> {
  const [row] = await database.select({ failed: count(mails.failedAt), total: count() }).from(mails);
  return { failed: row?.failed ?? 0, waiting: (row?.total ?? 0) - (row?.failed ?? 0) };
}
