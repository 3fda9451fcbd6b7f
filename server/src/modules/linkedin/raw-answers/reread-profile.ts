/**
 * One profile out of its kept answers, by the parser in force. The rule: the answers are read in the order they
 * arrived and merged with each other as they were at first; what comes of it is then merged into what is known, as
 * one answer that arrives now. What is kept of a profile are its latest answers without a hole, so nothing in them
 * is older than what it replaces; what only dropped answers said stays, and reading twice changes nothing.
 */
import { mergeProfile } from '@leadloom/shared/linkedin/parse/merge-profile';
import { parseProfile as readProfileAnswers } from '@leadloom/shared/linkedin/parse/parse-profile';
import type { ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';
import type { Connection } from '../../../database/database.ts';
import { acceptedSnapshot } from '../parse/accept-answers.ts';
import { type KeptPost, listKeptPosts, loadAnswers } from './raw-answers.repository.ts';
import { unpackAnswer } from './raw-answers.ts';
import type { KeptProfile } from './reparse.repository.ts';

export interface ReadAgain {
  /** All kept answers as one; null: none could be read. */
  readonly snapshot: ProfileSnapshot | null;
  /** Answers that could not be read, or not as this member's. */
  readonly unreadable: number;
}

/** In the order they are posted in. */
const SLOTS = ['p1', 'p2', 'p', 'ex', 'ed', 'c', 'i'];

/** Holds the texts of one post at a time. */
export async function readKeptAnswers(connection: Connection, profile: KeptProfile): Promise<ReadAgain> {
  let snapshot: ProfileSnapshot | null = null;
  let unreadable = 0;
  for (const post of await listKeptPosts(connection, profile.accountId, profile.id)) {
    const { read, answers } = await readPost(connection, profile, post);
    if (read === null) unreadable += answers;
    else snapshot = mergeProfile(snapshot, read);
  }
  return { snapshot, unreadable };
}

interface ReadPost {
  /** null: not readable, or not as this member's. */
  readonly read: ProfileSnapshot | null;
  /** Fewer than were listed where some were old enough to go meanwhile. */
  readonly answers: number;
}

async function readPost(connection: Connection, profile: KeptProfile, { identity, ids }: KeptPost): Promise<ReadPost> {
  const answers = await loadAnswers(connection, profile.accountId, ids);
  const payloads = await Promise.all(
    answers
      .toSorted((one, other) => SLOTS.indexOf(one.slot) - SLOTS.indexOf(other.slot))
      // Bytes that cannot be unpacked are as unreadable as a text that says nothing.
      .map(async ({ slot, content }) => ({ slot, content: await unpackAnswer(content).catch(() => null) })),
  );
  const result = readProfileAnswers({ identity, payloads });
  const isMembers = result.ok && result.profile.profile_id === profile.memberId;
  return { read: isMembers ? acceptedSnapshot(result) : null, answers: answers.length };
}
