/**
 * What the parser makes of a member's answers: flat, JSON-safe, in the field names of the contract.
 * `null` always means "the answers did not say", never "there is none".
 */
import type { z } from 'zod';
import type { educationSchema, experienceSchema, sectionStateSchema } from '../../contract/collected-profiles.ts';

/** Raised whenever the same answers would be read differently, so that stored profiles can be parsed again. */
export const PARSER_VERSION = 2;

/**
 * - `complete`: everything the answers say exists was read
 * - `truncated`: more exists and can be asked for
 * - `missing`: the answers did not carry the section
 * - `unparsed`: the section was there, but not what it announced or not in a form we know
 */
export type SectionState = z.infer<typeof sectionStateSchema>;
/** `counts` is truncated when one of its two numbers is known; `contact` is complete when the answer carried it, shared or not. */
export const sectionNames = ['profile', 'counts', 'experience', 'education', 'about', 'contact'] as const;
export type SectionName = (typeof sectionNames)[number];
export type Sections = Readonly<Record<SectionName, SectionState>>;

export type ParsedExperience = Readonly<z.infer<typeof experienceSchema>> & {
  /** The network's numeric company id; `company_url` holds this number when no slug is known. */
  readonly company_id: string | null;
};
export type ParsedEducation = Readonly<z.infer<typeof educationSchema>>;

export type ConnectionDegree = 'self' | 'first' | 'second' | 'third' | 'out_of_network';

export interface ParsedProfile {
  /** The network's own member id (`ACoAA…`). */
  readonly profile_id: string;
  /** The slug of the profile's address; null when only section answers were given. */
  readonly public_identifier: string | null;
  readonly profile_url: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly full_name: string | null;
  readonly headline: string | null;
  readonly description: string | null;
  readonly industry: string | null;
  readonly location: string | null;
  readonly country: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country_code: string | null;
  readonly photo_url: string | null;
  /** ISO time after which `photo_url` answers nothing. */
  readonly photo_expires_at: string | null;
  readonly connection_count: number | null;
  readonly follower_count: number | null;
  readonly connection_degree: ConnectionDegree | null;
  /** The current employer. */
  readonly company_id: string | null;
  readonly company_name: string | null;
  readonly company_url: string | null;
  readonly email: string | null;
  readonly phones: readonly string[];
  readonly websites: readonly string[];
  readonly twitter: readonly string[];
  readonly experiences: readonly ParsedExperience[];
  readonly educations: readonly ParsedEducation[];
}

/** A further page of a section's rows: what `buildComponentsPageUrl` takes. */
export interface NextPage {
  readonly section: 'experience' | 'education';
  readonly listUrn: string;
  /** 0-based row of the list. */
  readonly start: number;
}

/** A parsed profile with what is known about its completeness: what is stored, and what `mergeProfile` joins. */
export interface ProfileSnapshot {
  readonly profile: ParsedProfile;
  readonly sections: Sections;
  /** Experiences the network says exist beyond those in `profile`; null when it does not say. */
  readonly missingExperiences: number | null;
  readonly rowPositions: Positions;
}

/** Where the network lists each row of `profile`, in the order of its rows (see row-position.ts). */
export interface Positions {
  readonly experiences: readonly number[];
  readonly educations: readonly number[];
}
