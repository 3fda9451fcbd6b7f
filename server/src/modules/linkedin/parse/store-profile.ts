/** Writes a whole profile under its current URL, with the version of the parser that read it. */
import { isDeepStrictEqual } from 'node:util';
import { PARSER_VERSION, type ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { readProfileUrl } from '@leadloom/shared/linkedin/profile-url';
import type { Connection } from '../../../database/database.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import { profileChanges } from '../profiles/profile-changes.ts';
import { type ProfileWriting, writeProfile } from '../profiles/profiles.repository.ts';
import { withinLimits } from './storage-limits.ts';

export interface StoredPosition {
  /** Our id. */
  readonly id: number;
  readonly profileUrl: string;
  /** Lower-cased slug. */
  readonly profileKey: string;
}

interface Storing {
  /** The stored snapshot; null: nothing yet. */
  readonly before: ProfileSnapshot | null;
  /** The URL that is stored for responses without the profile's own. */
  readonly fallbackUrl: string;
  readonly at: Date;
}

/** Stores what LinkedIn sent now. Its time of change stays where nothing changes, and who collected it first stays that. */
export async function storeProfile(
  transaction: Connection,
  { accountId, workspaceId }: Member,
  snapshot: ProfileSnapshot,
  { before, fallbackUrl, at }: Storing,
): Promise<StoredPosition> {
  const stored = withinLimits(snapshot);
  const isChange = before === null || hasChanged(before, stored);
  return write(transaction, workspaceId, stored, fallbackUrl, { at, isChange, isCollection: true, collectedBy: accountId });
}

/** Stores what a newer parser read in kept answers: neither a collection, nor a change of the person. */
export function storeReread(
  transaction: Connection,
  workspaceId: WorkspaceId,
  snapshot: ProfileSnapshot,
  { fallbackUrl, at }: Omit<Storing, 'before'>,
): Promise<StoredPosition> {
  return write(transaction, workspaceId, withinLimits(snapshot), fallbackUrl, {
    at,
    isChange: false,
    isCollection: false,
    collectedBy: null,
  });
}

async function write(
  transaction: Connection,
  workspaceId: WorkspaceId,
  snapshot: ProfileSnapshot,
  fallbackUrl: string,
  writing: ProfileWriting,
): Promise<StoredPosition> {
  const { url: profileUrl, key: profileKey } = addressOf(snapshot, fallbackUrl);
  const origin = { profileUrl, profileKey, parserVersion: PARSER_VERSION };
  const id = await writeProfile(transaction, workspaceId, snapshot, origin, writing);
  return { id, profileUrl, profileKey };
}

/** Whether the snapshots differ. A section that became complete counts as a difference. */
function hasChanged(before: ProfileSnapshot, after: ProfileSnapshot): boolean {
  return (
    profileChanges(before.profile, after.profile).length > 0 ||
    !isDeepStrictEqual({ ...before.sections }, { ...after.sections }) ||
    before.missingExperiences !== after.missingExperiences
  );
}

/** The URL in an answer, in its canonical form. */
export function addressOf({ profile }: ProfileSnapshot, fallbackUrl: string): { readonly url: string; readonly key: string } {
  const named = profile.profile_url === null ? null : readProfileUrl(profile.profile_url);
  const address = named ?? readProfileUrl(fallbackUrl);
  if (address === null) throw new Error('a profile without an address');
  return address;
}
