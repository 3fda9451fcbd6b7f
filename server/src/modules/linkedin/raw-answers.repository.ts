/**
 * Kept answers in the database. Owns the rule that re-reading rests on: what is kept of a profile are its latest
 * answers, without a hole. Whoever stores a profile calls `keepAnswers`, also when nothing is to be kept.
 */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Connection } from './collector.repository.ts';
import { linkedinRawAnswers } from './linkedin.table.ts';
import type { PackedAnswer } from './raw-answers.ts';

/** A profile collected every day for a month has fewer; the oldest go first. */
const MAX_ANSWERS_OF_PROFILE = 200;

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
 */
export async function keepAnswers(
  transaction: Connection,
  origin: AnswerOrigin,
  answers: readonly PackedAnswer[] | null,
): Promise<void> {
  const ofProfile = and(eq(linkedinRawAnswers.accountId, origin.accountId), eq(linkedinRawAnswers.profileId, origin.profileId));
  if (answers === null) {
    await transaction.delete(linkedinRawAnswers).where(ofProfile);
    return;
  }
  if (answers.length === 0) return;
  await transaction
    .insert(linkedinRawAnswers)
    .values(answers.map((answer) => ({ ...origin, ...answer })))
    .onConflictDoUpdate({
      target: [linkedinRawAnswers.profileId, linkedinRawAnswers.slot, linkedinRawAnswers.digest],
      set: { identity: sql`excluded.identity`, receivedAt: sql`excluded.received_at` },
    });
  const beyond = transaction
    .select({ id: linkedinRawAnswers.id })
    .from(linkedinRawAnswers)
    .where(ofProfile)
    .orderBy(sql`${linkedinRawAnswers.receivedAt} desc, ${linkedinRawAnswers.id} desc`)
    .offset(MAX_ANSWERS_OF_PROFILE);
  await transaction.delete(linkedinRawAnswers).where(and(ofProfile, inArray(linkedinRawAnswers.id, beyond)));
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
