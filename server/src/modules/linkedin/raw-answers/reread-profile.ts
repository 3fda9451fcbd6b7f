/**
 * Builds a profile from its kept answers with the current parser. The answers are parsed in the order they arrived and
 * merged with each other. The result is then merged into the stored profile, like one answer that arrives now. The kept
 * answers are the latest ones without a gap, so nothing in them is older than what it replaces. Values that only removed
 * answers had stay, and a second run changes nothing.
 */
import { mergeProfile } from '@leadloom/shared/linkedin/parse/merge-profile';
import { parseProfile as readProfileAnswers } from '@leadloom/shared/linkedin/parse/parse-profile';
import type { ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';
import type { Connection } from '../../../database/database.ts';
import { acceptedSnapshot } from '../parse/accept-answers.ts';
import { listStoredPosts, loadAnswers, type StoredPost } from './raw-answers.repository.ts';
import { unpackAnswer } from './raw-answers.ts';
import type { StoredProfileAnswers } from './reparse.repository.ts';

export interface ReadAgain {
  /** All stored responses merged; null: none could be parsed. */
  readonly snapshot: ProfileSnapshot | null;
  /** Answers that could not be parsed, or are about another member. */
  readonly unreadable: number;
}

/** The slots in the order of a post. */
const SLOTS = ['p1', 'p2', 'positions', 'educations', 'p', 'ex', 'ed', 'c', 'i'];

/** Keeps the texts of one post in memory at a time. */
export async function readStoredAnswers(connection: Connection, profile: StoredProfileAnswers): Promise<ReadAgain> {
  let snapshot: ProfileSnapshot | null = null;
  let unreadable = 0;
  for (const post of await listStoredPosts(connection, profile.workspaceId, profile.id)) {
    const { read, answers } = await readPost(connection, profile, post);
    if (read === null) unreadable += answers;
    else snapshot = mergeProfile(snapshot, read);
  }
  return { snapshot, unreadable };
}

interface ReadPost {
  /** null: the responses are unreadable, or about another member. */
  readonly read: ProfileSnapshot | null;
  /** The number of responses; fewer than listed if some expired in the meantime. */
  readonly answers: number;
}

async function readPost(connection: Connection, profile: StoredProfileAnswers, { identity, ids }: StoredPost): Promise<ReadPost> {
  const answers = await loadAnswers(connection, profile.workspaceId, ids);
  const payloads = await Promise.all(
    answers
      .toSorted((one, other) => SLOTS.indexOf(one.slot) - SLOTS.indexOf(other.slot))
      // Bytes that cannot be decompressed count as unreadable.
      .map(async ({ slot, content }) => ({ slot, content: await unpackAnswer(content).catch(() => null) })),
  );
  const result = readProfileAnswers({ identity, payloads });
  const isMembers = result.ok && result.profile.profile_id === profile.memberId;
  return { read: isMembers ? acceptedSnapshot(result) : null, answers: answers.length };
}
