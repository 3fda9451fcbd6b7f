/**
 * The data that the parser reads from a member's responses: flat, JSON-safe, with the contract's field names. `null` always
 * means "the responses do not say", never "there is none".
 */
import type { z } from 'zod';
import type { educationSchema, experienceSchema, sectionStateSchema } from '../../contract/collected-profiles.ts';

/** Increment whenever the same responses would be read differently, so that stored profiles are parsed again. */
export const PARSER_VERSION = 2;

/**
 * - `complete`: everything that exists according to the responses was read
 * - `truncated`: more exists and can be requested
 * - `missing`: the responses did not contain the section
 * - `unparsed`: the section was there, but incomplete or in an unknown format
 */
export type SectionState = z.infer<typeof sectionStateSchema>;
/**
 * `counts` is truncated if one of its two numbers is known. `contact` is complete if the response contained it,
 * shared or not.
 */
export const sectionNames = ['profile', 'counts', 'experience', 'education', 'about', 'contact'] as const;
export type SectionName = (typeof sectionNames)[number];
export type Sections = Readonly<Record<SectionName, SectionState>>;

export type ParsedExperience = Readonly<z.infer<typeof experienceSchema>> & {
  /** LinkedIn's numeric company id; `company_url` contains this number if no slug is known. */
  readonly company_id: string | null;
};
export type ParsedEducation = Readonly<z.infer<typeof educationSchema>>;

export type ConnectionDegree = 'self' | 'first' | 'second' | 'third' | 'out_of_network';

export interface ParsedProfile {
  /** LinkedIn's own member id (`ACoAA…`). */
  readonly profile_id: string;
  /** The slug of the profile's address; null if there were only section responses. */
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
  /** ISO time after which `photo_url` no longer works. */
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

/** A further page of a section's rows, as `buildComponentsPageUrl` takes it. */
export interface NextPage {
  readonly section: 'experience' | 'education';
  readonly listUrn: string;
  /** 0-based row of the list. */
  readonly start: number;
}

/** A parsed profile with its completeness: what is stored, and what `mergeProfile` joins. */
export interface ProfileSnapshot {
  readonly profile: ParsedProfile;
  readonly sections: Sections;
  /** Experiences that exist beyond those in `profile`; null if LinkedIn does not say. */
  readonly missingExperiences: number | null;
  readonly rowPositions: Positions;
}

/** Where LinkedIn lists each row of `profile`, in the order of its rows (see row-position.ts). */
export interface Positions {
  readonly experiences: readonly number[];
  readonly educations: readonly number[];
}
