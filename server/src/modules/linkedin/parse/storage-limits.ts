/** Limits of what one profile can store. Those of how many an account can have are in the contract (`collector-limits.ts`). */
import type { ParsedExperience, ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';

/** The limit of experiences, and of educations; no real profile has more. */
const MAX_SECTION_ROWS = 500;

/** Characters of all descriptions; LinkedIn allows 2,000 for one role. */
const MAX_DESCRIPTIONS = 500_000;

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
