/**
 * Kept answers in the database. Owns the rule that re-reading rests on: what is kept of a profile are its latest
 * answers, without a hole. Whoever stores a profile calls `keepAnswers`, also when nothing is to be kept.
 */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { linkedinRawAnswerSizes, linkedinRawAnswers } from '../linkedin.table.ts';
import type { PackedAnswer } from './raw-answers.ts';

/** A profile collected every day for a month has fewer; the oldest go first. */
const MAX_ANSWERS_OF_PROFILE = 200;
/** Twice what so many answers of LinkedIn's take, packed. */
const MAX_BYTES_OF_PROFILE = 8 * 1024 * 1024;
/** What a full quota is brought down to, so that not every post has to make room. */
const TARGET_SHARE = 0.9;

export interface AnswerOrigin {
  readonly accountId: number;
  /** Ours. */
  readonly profileId: number;
  /** The slug or member id it was asked for. */
  readonly identity: string;
  readonly receivedAt: Date;
}

/**
 * In the transaction that stores what was read of them. An answer that is kept already counts as received now:
 * what it says is the latest word again.
 * @param answers null: none is to be kept, and then older ones may not stay behind either
 * @param quotaBytes of all profiles of the account together; beyond, its oldest answers go
 */
export async function keepAnswers(
  transaction: Connection,
  origin: AnswerOrigin,
  answers: readonly PackedAnswer[] | null,
  quotaBytes: number,
): Promise<void> {
  const { accountId, profileId } = origin;
  if (answers === null) {
    await transaction
      .delete(linkedinRawAnswers)
      .where(and(eq(linkedinRawAnswers.accountId, accountId), eq(linkedinRawAnswers.profileId, profileId)));
    return;
  }
  if (answers.length === 0) return;
  // One at a time for each account, so that two posts do not wait for each other's answers when both make room.
  await lockForTransaction(transaction, `raw-answers:${accountId}`);
  await transaction
    .insert(linkedinRawAnswers)
    .values(answers.map((answer) => ({ ...origin, ...answer })))
    .onConflictDoUpdate({
      target: [linkedinRawAnswers.profileId, linkedinRawAnswers.slot, linkedinRawAnswers.digest],
      set: { identity: sql`excluded.identity`, receivedAt: sql`excluded.received_at` },
    });
  const ofProfile = sql`account_id = ${accountId} and profile_id = ${profileId}`;
  await dropOldest(transaction, ofProfile, sql`bytes > ${MAX_BYTES_OF_PROFILE} or rank > ${MAX_ANSWERS_OF_PROFILE}`);
  if ((await countBytes(transaction, accountId)) <= quotaBytes) return;
  const ofAccount = sql`profile_id in (select id from linkedin_profiles where account_id = ${accountId})`;
  await dropOldest(transaction, ofAccount, sql`bytes > ${Math.floor(quotaBytes * TARGET_SHARE)}`);
}

/**
 * Of the answers named, drops those that are beyond a limit; since the latest are counted first, the oldest go and
 * no hole is left. What the clean-up is just dropping is left to it.
 * @param beyond of `bytes` and `rank`: how much an answer and all later ones take, and how many they are
 */
async function dropOldest(transaction: Connection, named: SQL, beyond: SQL): Promise<void> {
  await transaction.execute(sql`
    delete from ${linkedinRawAnswers} where id in (
      select id from ${linkedinRawAnswers} where id in (
        select id from (
          select id, sum(octet_length(content)) over latest as bytes, row_number() over latest as rank
          from ${linkedinRawAnswers} where ${named}
          window latest as (order by received_at desc, id desc)
        ) counted where ${beyond}
      ) for update skip locked)`);
}

/** What is kept of the account, as the database counts it with every answer that comes or goes. */
async function countBytes(transaction: Connection, accountId: number): Promise<number> {
  const [size] = await transaction
    .select({ bytes: linkedinRawAnswerSizes.bytes })
    .from(linkedinRawAnswerSizes)
    .where(eq(linkedinRawAnswerSizes.accountId, accountId));
  return size?.bytes ?? 0;
}

/** One post: what arrived together is read together. */
export interface KeptPost {
  readonly identity: string;
  readonly ids: readonly number[];
}

/** The posts of a profile, oldest first, without their texts. */
export async function listKeptPosts(connection: Connection, accountId: number, profileId: number): Promise<KeptPost[]> {
  return connection
    .select({
      identity: linkedinRawAnswers.identity,
      ids: sql<number[]>`json_agg(${linkedinRawAnswers.id} order by ${linkedinRawAnswers.id})`,
    })
    .from(linkedinRawAnswers)
    .where(and(eq(linkedinRawAnswers.accountId, accountId), eq(linkedinRawAnswers.profileId, profileId)))
    .groupBy(linkedinRawAnswers.receivedAt, linkedinRawAnswers.identity)
    .orderBy(asc(linkedinRawAnswers.receivedAt), sql`min(${linkedinRawAnswers.id})`);
}

/** Packed texts by their ids, in no particular order. */
export async function loadAnswers(
  connection: Connection,
  accountId: number,
  ids: readonly number[],
): Promise<readonly { readonly slot: string; readonly content: Buffer }[]> {
  return connection
    .select({ slot: linkedinRawAnswers.slot, content: linkedinRawAnswers.content })
    .from(linkedinRawAnswers)
    .where(and(eq(linkedinRawAnswers.accountId, accountId), sql`${linkedinRawAnswers.id} = any(${sql.param(ids)}::bigint[])`));
}
