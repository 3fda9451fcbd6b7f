/**
 * Filters what was parsed from a member's answers. Every snapshot passes here, from new answers and from kept ones that
 * are parsed again.
 */
import type { ProfileResult } from '@leadloom/shared/linkedin/parse/parse-profile';
import type { ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { isNetworkPhotoUrl } from '@leadloom/shared/linkedin/photo-url';

/** A picture from another host is dropped before it could replace a good one. */
export function acceptedSnapshot({
  profile,
  sections,
  missingExperiences,
  rowPositions: places,
}: Extract<ProfileResult, { ok: true }>): ProfileSnapshot {
  const hasPhoto = profile.photo_url !== null && isNetworkPhotoUrl(profile.photo_url);
  const accepted = hasPhoto ? profile : { ...profile, photo_url: null, photo_expires_at: null };
  return { profile: accepted, sections, missingExperiences, rowPositions: places };
}
