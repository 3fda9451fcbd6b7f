/**
 * Raw answers in the database. Parsing them again relies on one rule: the answers kept of a profile are its latest ones,
 * without a gap. Code that stores a profile always calls `keepAnswers`, even if nothing is kept.
 */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinRawAnswers } from '../../../schema/linkedin.table.ts';
import { readRawAnswerBytes } from '../../storage/account-storage.service.ts';
import type { PackedAnswer } from './raw-answers.ts';

/** A profile collected daily for a month has fewer. The oldest are removed first. */
const MAX_ANSWERS_OF_PROFILE = 200;
/** Bytes of one profile: twice the compressed size of that many responses. */
const MAX_BYTES_OF_PROFILE = 8 * 1024 * 1024;
/** A full quota is reduced to this share, so that not every post has to remove answers. */
const TARGET_SHARE = 0.9;
/** Bytes of one response, as the ledger of stored bytes counts them. */
const COUNTED_BYTES = sql.raw('100 + octet_length(slot) + octet_length(identity) + octet_length(content) + octet_length(digest)');

export interface AnswerOrigin {
  readonly workspaceId: WorkspaceId;
  /** Our id. */
  readonly profileId: number;
  /** The slug or member id that was requested. */
  readonly identity: string;
  readonly receivedAt: Date;
}

/**
 * Runs in the transaction that stores what was parsed from the answers. An answer that is stored already counts as received
 * now, because it is the latest state again.
 * @param answers null: none are kept, and the profile's older ones are removed as well
 * @param quotaBytes for all profiles of the account together; beyond it, the oldest answers are removed
 */
export async function keepAnswers(
  transaction: Connection,
  origin: AnswerOrigin,
  answers: readonly PackedAnswer[] | null,
  quotaBytes: number,
): Promise<void> {
  const { workspaceId, profileId } = origin;
  if (answers === null) {
    await transaction
      .delete(linkedinRawAnswers)
      .where(and(eq(linkedinRawAnswers.workspaceId, workspaceId), eq(linkedinRawAnswers.profileId, profileId)));
    return;
  }
  if (answers.length === 0) return;
  // Calls of one account run one at a time, so that two posts that both remove responses do not deadlock.
  await lockForTransaction(transaction, `raw-answers:${workspaceId}`);
  await transaction
    .insert(linkedinRawAnswers)
    .values(answers.map((answer) => ({ ...origin, ...answer })))
    .onConflictDoUpdate({
      target: [linkedinRawAnswers.profileId, linkedinRawAnswers.slot, linkedinRawAnswers.digest],
      set: { identity: sql`excluded.identity`, receivedAt: sql`excluded.received_at` },
    });
  const ofProfile = sql`account_id = ${workspaceId} and profile_id = ${profileId}`;
  await dropOldest(transaction, ofProfile, sql`bytes > ${MAX_BYTES_OF_PROFILE} or rank > ${MAX_ANSWERS_OF_PROFILE}`);
  if ((await readRawAnswerBytes(transaction, workspaceId)) <= quotaBytes) return;
  const ofAccount = sql`profile_id in (select id from linkedin_profiles where account_id = ${workspaceId})`;
  await dropOldest(transaction, ofAccount, sql`bytes > ${Math.floor(quotaBytes * TARGET_SHARE)}`);
}

/**
 * Deletes those of the named answers that exceed a limit. The latest are counted first, so that the oldest go and no gap is
 * left. Rows that the clean-up is deleting are skipped.
 * @param beyond a condition on `bytes` and `rank`: the size and number of an answer and all later ones
 */
async function dropOldest(transaction: Connection, named: SQL, beyond: SQL): Promise<void> {
  await transaction.execute(sql`
    delete from ${linkedinRawAnswers} where id in (
      select id from ${linkedinRawAnswers} where id in (
        select id from (
          select id, sum(${COUNTED_BYTES}) over latest as bytes, row_number() over latest as rank
          from ${linkedinRawAnswers} where ${named}
          window latest as (order by received_at desc, id desc)
        ) counted where ${beyond}
      ) for update skip locked)`);
}

/** The answers of one post, which are parsed together. */
export interface StoredPost {
  readonly identity: string;
  readonly ids: readonly number[];
}

/** The posts of a profile, oldest first, without their content. */
export async function listStoredPosts(
  connection: Connection,
  workspaceId: WorkspaceId,
  profileId: number,
): Promise<StoredPost[]> {
  return connection
    .select({
      identity: linkedinRawAnswers.identity,
      ids: sql<number[]>`json_agg(${linkedinRawAnswers.id} order by ${linkedinRawAnswers.id})`,
    })
    .from(linkedinRawAnswers)
    .where(and(eq(linkedinRawAnswers.workspaceId, workspaceId), eq(linkedinRawAnswers.profileId, profileId)))
    .groupBy(linkedinRawAnswers.receivedAt, linkedinRawAnswers.identity)
    .orderBy(asc(linkedinRawAnswers.receivedAt), sql`min(${linkedinRawAnswers.id})`);
}

/** Compressed answers by their ids, in no particular order. */
export async function loadAnswers(
  connection: Connection,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<readonly { readonly slot: string; readonly content: Buffer }[]> {
  return connection
    .select({ slot: linkedinRawAnswers.slot, content: linkedinRawAnswers.content })
    .from(linkedinRawAnswers)
    .where(
      and(eq(linkedinRawAnswers.workspaceId, workspaceId), sql`${linkedinRawAnswers.id} = any(${sql.param(ids)}::bigint[])`),
    );
}
