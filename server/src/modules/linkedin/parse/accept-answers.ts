/**
 * What was read of a member's answers, as far as it is taken: the one gate for answers that arrive and for kept
 * ones that are read again.
 */
import type { ProfileResult } from '@leadloom/shared/linkedin/parse/parse-profile';
import type { ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { isNetworkPhotoUrl } from '@leadloom/shared/linkedin/photo-url';

/** A picture from elsewhere counts as no picture, before it could replace a good one. */
export function acceptedSnapshot({
  profile,
  sections,
  missingExperiences,
  places,
}: Extract<ProfileResult, { ok: true }>): ProfileSnapshot {
  const hasPhoto = profile.photo_url !== null && isNetworkPhotoUrl(profile.photo_url);
  const accepted = hasPhoto ? profile : { ...profile, photo_url: null, photo_expires_at: null };
  return { profile: accepted, sections, missingExperiences, places };
}
