/** Writes a whole profile under its current URL, with the version of the parser that read it. */
import { PARSER_VERSION, type ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { readProfileUrl } from '@leadloom/shared/linkedin/profile-url';
import type { Connection } from '../../../database/database.ts';
import { writeProfile } from '../profiles/profiles.repository.ts';
import { withinLimits } from './storage-limits.ts';

export interface StoredPosition {
  /** Ours. */
  readonly id: number;
  readonly profileUrl: string;
  /** Lower-cased slug. */
  readonly profileKey: string;
}

/**
 * @param fallbackUrl for answers without the profile's URL
 * @param at when its answers arrived
 */
export async function storeProfile(
  transaction: Connection,
  accountId: number,
  snapshot: ProfileSnapshot,
  fallbackUrl: string,
  at: Date,
): Promise<StoredPosition> {
  const { url: profileUrl, key: profileKey } = addressOf(snapshot, fallbackUrl);
  const origin = { profileUrl, profileKey, parserVersion: PARSER_VERSION };
  const id = await writeProfile(transaction, accountId, withinLimits(snapshot), origin, at);
  return { id, profileUrl, profileKey };
}

/** The URL in an answer, in its canonical form. */
export function addressOf({ profile }: ProfileSnapshot, fallbackUrl: string): { readonly url: string; readonly key: string } {
  const named = profile.profile_url === null ? null : readProfileUrl(profile.profile_url);
  const address = named ?? readProfileUrl(fallbackUrl);
  if (address === null) throw new Error('a profile without an address');
  return address;
}
