/**
 * Parses kept answers again with the current parser, one profile per transaction, under the same lock as a
 * collection. It can be stopped at any time, continues where it stopped, and can run next to a server. It does
 * not count as a collection: collection time and retention of a profile do not change.
 */
import { isDeepStrictEqual } from 'node:util';
import { mergeProfile } from '@leadloom/shared/linkedin/parse/merge-profile';
import { PARSER_VERSION, type ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';
import type { Connection, Database } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { listCollectors, lockEntries, recordEntryProgress } from '../jobs/entries.repository.ts';
import { withinLimits } from '../parse/storage-limits.ts';
import { addressOf, storeReread } from '../parse/store-profile.ts';
import { recordProfileChange } from '../profiles/profile-changes.ts';
import { findByMember, lockProfile } from '../profiles/profiles.repository.ts';
import {
  countReparsedProfiles,
  holdProfile,
  nextStoredProfiles,
  type ReparseScope,
  type StoredProfileAnswers,
  setParserVersion,
} from './reparse.repository.ts';
import { readStoredAnswers } from './reread-profile.ts';

/** Ids in memory at a time. */
const BATCH = 200;

export interface ReparseOptions {
  /** null: the profiles of all workspaces. */
  readonly workspaceId: WorkspaceId | null;
  /** Only profiles collected then or later; null: all. */
  readonly since: Date | null;
  /** Whether profiles that the current parser has read are read again, too. */
  readonly isAll: boolean;
  /** Reads and compares, and writes nothing. */
  readonly isDryRun: boolean;
  readonly now: () => Date;
  /** Called after each profile. */
  readonly onProgress?: (done: ReparseSummary, total: number) => void;
}

export interface ReparseSummary {
  /** Profiles with kept answers that were parsed again. */
  readonly profiles: number;
  readonly changed: number;
  /** Changed fields of all profiles; a list counts as one field. */
  readonly fieldsChanged: number;
  /** Answers that could not be parsed, or are about another member. */
  readonly unreadable: number;
}

export async function reparse(database: Database, options: ReparseOptions): Promise<ReparseSummary> {
  const { workspaceId, since, isAll, onProgress } = options;
  const scope: ReparseScope = { workspaceId, since, belowVersion: isAll ? null : PARSER_VERSION };
  const total = await countReparsedProfiles(database, scope);
  let summary: ReparseSummary = { profiles: 0, changed: 0, fieldsChanged: 0, unreadable: 0 };
  for (let afterId = 0; ; ) {
    const batch = await nextStoredProfiles(database, scope, afterId, BATCH);
    for (const profile of batch) {
      const outcome = await reparseOne(database, profile, options);
      if (outcome !== null) summary = add(summary, outcome);
      onProgress?.(summary, total);
    }
    const last = batch.at(-1);
    if (last === undefined) return summary;
    afterId = last.id;
  }
}

interface Outcome {
  readonly changedFields: number;
  readonly unreadable: number;
}

/** @returns null if there is nothing left to do: the profile is gone, or was parsed in the meantime */
async function reparseOne(database: Database, profile: StoredProfileAnswers, options: ReparseOptions): Promise<Outcome | null> {
  return database.transaction(async (transaction) => {
    await lockProfile(transaction, profile.workspaceId, profile.memberId);
    const held = await holdProfile(transaction, profile);
    if (held === null || (!options.isAll && held.parserVersion >= PARSER_VERSION)) return null;
    const reread = await rereadOne(transaction, profile);
    if (reread === null) return null;
    const { known, merged, outcome } = reread;
    // Unreadable answers keep their old parser version, so that a newer parser tries them again.
    if (merged === null || options.isDryRun) return outcome;
    if (outcome.changedFields === 0) {
      await setParserVersion(transaction, profile, PARSER_VERSION);
      return outcome;
    }
    await storeReread(transaction, profile.workspaceId, merged, { fallbackUrl: known.profileUrl, at: options.now() });
    await recordProfileChange(transaction, profile.workspaceId, known, merged, 'reparse', options.now());
    const { email } = merged.profile;
    if (email !== null && email !== known.snapshot.profile.email)
      for (const accountId of await listCollectors(transaction, profile.workspaceId, profile.id)) {
        await lockEntries(transaction, accountId);
        await recordEntryProgress(transaction, accountId, profile.id, { email, isWhole: false }, options.now());
      }
    return outcome;
  });
}

async function rereadOne(transaction: Connection, profile: StoredProfileAnswers) {
  const known = await findByMember(transaction, profile.workspaceId, profile.memberId);
  if (known === null || known.id !== profile.id) return null;
  const { snapshot, unreadable } = await readStoredAnswers(transaction, profile);
  const merged = snapshot === null ? null : asStored(mergeProfile(known.snapshot, snapshot), known.profileUrl);
  const changedFields = merged === null ? 0 : countChanges(known.snapshot, merged);
  return { known, merged, outcome: { changedFields, unreadable } };
}

/** The snapshot in the form in which the database returns it, so that stored and new values compare equal. */
function asStored(snapshot: ProfileSnapshot, knownUrl: string): ProfileSnapshot {
  const stored = withinLimits(snapshot);
  return { ...stored, profile: { ...stored.profile, profile_url: addressOf(snapshot, knownUrl).url } };
}

/** Compares stored fields only. The others are not known before, and would always differ. */
function countChanges(before: ProfileSnapshot, after: ProfileSnapshot): number {
  const [was, is] = [storedParts(before), storedParts(after)];
  return Object.entries(is).filter(([name, value]) => !isDeepStrictEqual(value, was[name])).length;
}

function storedParts({ profile, sections, missingExperiences }: ProfileSnapshot): Readonly<Record<string, unknown>> {
  const { public_identifier, first_name, last_name, industry, connection_degree, twitter, ...stored } = profile;
  return { ...stored, sections, missingExperiences };
}

function add(sum: ReparseSummary, { changedFields, unreadable }: Outcome): ReparseSummary {
  return {
    profiles: sum.profiles + 1,
    changed: sum.changed + (changedFields > 0 ? 1 : 0),
    fieldsChanged: sum.fieldsChanged + changedFields,
    unreadable: sum.unreadable + unreadable,
  };
}
