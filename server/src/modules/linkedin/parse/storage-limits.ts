/**
 * How much one account can store of what it collects, so that none can fill a disk. Nobody collects as much: a
 * member's connections end at 30,000, and the extension reads 80 profiles a day. An account whose email is not
 * verified costs nothing to make, and gets no more than it needs to see what it would have.
 */
import type { ParsedExperience, ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { AppError } from '../../../http/app-error.ts';
import { type AccountStanding, MAX_SECTION_ROWS } from '../profiles/profiles.repository.ts';

/** Profiles, and companies as many. */
const MAX_PROFILES = { verified: 60_000, unverified: 100 } as const;
/** In characters; LinkedIn takes 2,000 for one role. */
const MAX_DESCRIPTIONS = 500_000;

/**
 * Before one more is stored that the account does not have yet.
 * @throws {AppError} PROFILE.LIMIT_REACHED
 */
export function requireRoom({ isVerified, stored }: AccountStanding): void {
  if (stored < (isVerified ? MAX_PROFILES.verified : MAX_PROFILES.unverified)) return;
  if (isVerified) throw new AppError('PROFILE.LIMIT_REACHED');
  throw new AppError('PROFILE.LIMIT_REACHED', {
    message: `Until your email is verified, your account can hold ${MAX_PROFILES.unverified} profiles. Verify it to collect more.`,
  });
}

/** The snapshot as far as it is stored: so many rows of a section, and so much text. */
export function withinLimits(snapshot: ProfileSnapshot): ProfileSnapshot {
  const { profile } = snapshot;
  const experiences = withDescriptionsCut(profile.experiences.slice(0, MAX_SECTION_ROWS));
  return { ...snapshot, profile: { ...profile, experiences, educations: profile.educations.slice(0, MAX_SECTION_ROWS) } };
}

function withDescriptionsCut(rows: readonly ParsedExperience[]): readonly ParsedExperience[] {
  let left = MAX_DESCRIPTIONS;
  return rows.map((row) => {
    const length = row.description?.length ?? 0;
    left -= length;
    return left < 0 && length > 0 ? { ...row, description: null } : row;
  });
}
