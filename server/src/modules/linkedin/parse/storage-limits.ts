/**
 * Limits of what an account can store, so that none can fill the disk. Regular use stays below them: a member has at most
 * 30,000 connections, and the extension reads 80 profiles per day. Unverified accounts are free to create, so they get
 * just enough to try the product.
 */
import type { ParsedExperience, ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { AppError } from '../../../http/app-error.ts';
import type { AccountStanding } from '../profiles/profiles.repository.ts';

/** Of profiles, and the same number of companies. */
const MAX_PROFILES = { verified: 60_000, unverified: 100 } as const;
/** Of experiences, and of educations; more than any real profile has. */
const MAX_SECTION_ROWS = 500;
/** In characters; LinkedIn allows 2,000 for one role. */
const MAX_DESCRIPTIONS = 500_000;

/**
 * Called before a new profile or company is stored.
 * @throws {AppError} PROFILE.LIMIT_REACHED
 */
export function requireRoom({ isVerified, stored }: AccountStanding): void {
  if (stored < (isVerified ? MAX_PROFILES.verified : MAX_PROFILES.unverified)) return;
  if (isVerified) throw new AppError('PROFILE.LIMIT_REACHED');
  throw new AppError('PROFILE.LIMIT_REACHED', {
    message: `Until your email is verified, your account can hold ${MAX_PROFILES.unverified} profiles. Verify it to collect more.`,
  });
}

/** The snapshot cut to the limits of rows per section and of text. */
export function withinLimits(snapshot: ProfileSnapshot): ProfileSnapshot {
  const { profile, rowPositions } = snapshot;
  const experiences = withDescriptionsCut(profile.experiences.slice(0, MAX_SECTION_ROWS));
  return {
    ...snapshot,
    profile: { ...profile, experiences, educations: profile.educations.slice(0, MAX_SECTION_ROWS) },
    rowPositions: {
      experiences: rowPositions.experiences.slice(0, MAX_SECTION_ROWS),
      educations: rowPositions.educations.slice(0, MAX_SECTION_ROWS),
    },
  };
}

function withDescriptionsCut(rows: readonly ParsedExperience[]): readonly ParsedExperience[] {
  let left = MAX_DESCRIPTIONS;
  return rows.map((row) => {
    const length = row.description?.length ?? 0;
    left -= length;
    return left < 0 && length > 0 ? { ...row, description: null } : row;
  });
}
