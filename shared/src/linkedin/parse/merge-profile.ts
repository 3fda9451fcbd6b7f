/**
 * Joins the stored data of a member with a new response. A response with a missing, broken or cut section never
 * erases data, because silent throttling looks exactly like an empty profile. Only a section that LinkedIn
 * itself reports as complete may remove rows.
 */
import { type Joining, joinEducation, joinExperience } from './join-rows.ts';
import { mergeRows } from './merge-rows.ts';
import type { ParsedProfile, ProfileSnapshot, SectionState } from './parsed-profile.ts';
import { type PositionedRow, positionOf, rowOf } from './row-position.ts';

type Company = Pick<ParsedProfile, 'company_id' | 'company_name' | 'company_url'>;

interface MergedList<Row> {
  readonly rows: readonly PositionedRow<Row>[];
  readonly state: SectionState;
  readonly missing: number | null;
}

/**
 * @param known what is stored, or null for a member seen for the first time
 * @param fresh what was just parsed
 * @returns both joined. A snapshot of another member changes nothing.
 */
export function mergeProfile(known: ProfileSnapshot | null, fresh: ProfileSnapshot): ProfileSnapshot {
  if (known === null) return fresh;
  if (known.profile.profile_id !== fresh.profile.profile_id) return known;
  const [old, recent] = [known.profile, fresh.profile];
  const experience = mergeList(
    {
      rows: withPositions(old.experiences, known.rowPositions.experiences),
      state: known.sections.experience,
      missing: known.missingExperiences,
    },
    {
      rows: withPositions(recent.experiences, fresh.rowPositions.experiences),
      state: fresh.sections.experience,
      missing: fresh.missingExperiences,
    },
    joinExperience,
  );
  const education = mergeList(
    { rows: withPositions(old.educations, known.rowPositions.educations), state: known.sections.education, missing: null },
    { rows: withPositions(recent.educations, fresh.rowPositions.educations), state: fresh.sections.education, missing: null },
    joinEducation,
  );
  return {
    profile: {
      profile_id: old.profile_id,
      ...addressOf(recent.public_identifier === null ? old : recent),
      ...namesOf(recent.full_name === null ? old : recent),
      headline: recent.headline ?? old.headline,
      description: recent.description ?? old.description,
      industry: recent.industry ?? old.industry,
      ...mergeLocation(old, recent),
      ...pictureOf(recent.photo_url === null ? old : recent),
      connection_count: recent.connection_count ?? old.connection_count,
      follower_count: recent.follower_count ?? old.follower_count,
      connection_degree: recent.connection_degree ?? old.connection_degree,
      ...mergeCompany(old, recent, fresh.sections.experience),
      email: recent.email ?? old.email,
      phones: recent.phones.length > 0 ? recent.phones : old.phones,
      websites: recent.websites.length > 0 ? recent.websites : old.websites,
      twitter: recent.twitter.length > 0 ? recent.twitter : old.twitter,
      experiences: experience.rows.map(rowOf),
      educations: education.rows.map(rowOf),
    },
    sections: {
      profile: better(known.sections.profile, fresh.sections.profile),
      counts: better(known.sections.counts, fresh.sections.counts),
      experience: experience.state,
      education: education.state,
      about: better(known.sections.about, fresh.sections.about),
      contact: better(known.sections.contact, fresh.sections.contact),
    },
    missingExperiences: experience.missing,
    rowPositions: {
      experiences: experience.rows.map(positionOf),
      educations: education.rows.map(positionOf),
    },
  };
}

function mergeList<Row>(known: MergedList<Row>, fresh: MergedList<Row>, joining: Joining<Row>): MergedList<Row> {
  if (fresh.rows.length === 0 && fresh.state !== 'complete') {
    return known.rows.length > 0 || known.state === 'complete' ? known : { ...fresh, state: better(known.state, fresh.state) };
  }
  const { rows, otherGroups } = mergeRows(known.rows, fresh.rows, joining, fresh.state !== 'complete');
  if (fresh.state === 'complete') return { ...fresh, rows };
  if (fresh.missing === null)
    return { rows, state: known.state === 'complete' ? 'complete' : better(known.state, fresh.state), missing: known.missing };
  // LinkedIn counts groups: known groups beyond those just listed are not missing.
  const missing = Math.max(0, fresh.missing - otherGroups);
  return { rows, state: missing === 0 ? 'complete' : fresh.state, missing };
}

/** @param positions as many as rows */
function withPositions<Row>(rows: readonly Row[], positions: readonly number[]): readonly PositionedRow<Row>[] {
  return rows.map((row, index) => ({ row, position: positions[index] ?? 0 }));
}

/** A location is one unit: its parts never come from two responses. */
function mergeLocation(old: ParsedProfile, recent: ParsedProfile): Pick<ParsedProfile, 'location' | 'country' | 'country_code'> {
  if (recent.location === null) {
    return {
      location: old.location,
      country: old.country ?? recent.country,
      country_code: old.country_code ?? recent.country_code,
    };
  }
  const { location, country, country_code } = recent.country === null && recent.location === old.location ? old : recent;
  return { location, country, country_code };
}

/** The employer is one unit too. Only a complete list of experiences can mean that there is none. */
function mergeCompany(old: ParsedProfile, recent: ParsedProfile, state: SectionState): Company {
  const isNamed = recent.company_name !== null || recent.company_id !== null;
  if (!isNamed) return companyOf(state === 'complete' ? recent : old);
  const isSame = recent.company_id !== null && recent.company_id === old.company_id;
  if (!isSame) return companyOf(recent);
  const isNumbered = recent.company_url === null || /\/\d+$/.test(recent.company_url);
  return {
    company_id: recent.company_id,
    company_name: recent.company_name ?? old.company_name,
    company_url: isNumbered ? (old.company_url ?? recent.company_url) : recent.company_url,
  };
}

const RANK: Readonly<Record<SectionState, number>> = { complete: 3, truncated: 2, unparsed: 1, missing: 0 };

function better(known: SectionState, fresh: SectionState): SectionState {
  return RANK[fresh] >= RANK[known] ? fresh : known;
}

function addressOf({ public_identifier, profile_url }: ParsedProfile): Pick<ParsedProfile, 'public_identifier' | 'profile_url'> {
  return { public_identifier, profile_url };
}

function namesOf({
  first_name,
  last_name,
  full_name,
}: ParsedProfile): Pick<ParsedProfile, 'first_name' | 'last_name' | 'full_name'> {
  return { first_name, last_name, full_name };
}

function pictureOf({ photo_url, photo_expires_at }: ParsedProfile): Pick<ParsedProfile, 'photo_url' | 'photo_expires_at'> {
  return { photo_url, photo_expires_at };
}

function companyOf({ company_id, company_name, company_url }: ParsedProfile): Company {
  return { company_id, company_name, company_url };
}
