/** The head of a profile: names, headline, location, counts and the relationship to the viewer. */
import { joinTexts, longText, shortText } from './clean-text.ts';
import type { EntityIndex } from './entity-index.ts';
import { at, countOf, isObject, type JsonObject, stringOf, textOf } from './json-value.ts';
import { localized } from './localized.ts';
import type { ConnectionDegree, ParsedProfile } from './parsed-profile.ts';
import { profileUrn } from './urn.ts';

/** The text of a card is among its first parts. */
const MAX_TEXTS = 10;

let countryNames: Intl.DisplayNames | undefined;

type Names = Pick<ParsedProfile, 'first_name' | 'last_name' | 'full_name' | 'headline' | 'industry'>;
type ProfileLocation = Pick<ParsedProfile, 'location' | 'country' | 'country_code'>;
type Counts = Pick<ParsedProfile, 'connection_count' | 'follower_count'>;

export function readNames(index: EntityIndex, profile: JsonObject | undefined): Names {
  const first = shortText(localized(profile, 'firstName'));
  const last = shortText(localized(profile, 'lastName'));
  const parts = [first, last].filter((part) => part !== null);
  const industry = index.reference(profile, 'industryV2') ?? index.reference(profile, 'industry');
  return {
    first_name: first,
    last_name: last,
    full_name: parts.length > 0 ? parts.join(' ') : shortText(textOf(profile?.fullName)),
    headline: shortText(localized(profile, 'headline') ?? textOf(profile?.occupation)),
    industry: shortText(textOf(industry?.name) ?? textOf(industry?.localizedName) ?? textOf(profile?.industryName)),
  };
}

/**
 * The summary, or the text of the ABOUT card. The card is found by its URN, because its heading is in the
 * viewer's language.
 */
export function readDescription(index: EntityIndex, profile: JsonObject | undefined, memberId: string): string | null {
  const summary = longText(localized(profile, 'summary'));
  if (summary !== null) return summary;
  const prefix = `urn:li:fsd_profileCard:(${memberId},ABOUT,`;
  for (const urn of index.urns()) {
    if (!urn.startsWith(prefix)) continue;
    const components = index.get(urn)?.topComponents;
    if (!Array.isArray(components)) continue;
    const texts = components
      .slice(0, MAX_TEXTS)
      .map((component) => textOf(at(component, 'components', 'textComponent')))
      .filter((text) => text !== undefined);
    const about = joinTexts(texts);
    if (about !== null) return about;
  }
  return null;
}

/** Location and country from the chain of Geo entities; `locationName` is null in current responses. */
export function readLocation(index: EntityIndex, profile: JsonObject | undefined): ProfileLocation {
  const geo = index.reference(index.reference(profile, 'geoLocation'), 'geo') ?? index.reference(profile, 'geo');
  const code = stringOf(at(profile?.location, 'countryCode')) ?? stringOf(at(profile?.location, 'basicLocation', 'countryCode'));
  const countryCode = code !== undefined && /^[a-z]{2}$/i.test(code) ? code.toUpperCase() : null;
  return {
    location: shortText(geoName(geo) ?? localized(profile, 'locationName') ?? localized(profile, 'geoLocationName')),
    country: countryName(index, geo) ?? shortText(localized(profile, 'geoCountryName')) ?? regionName(countryCode),
    country_code: countryCode,
  };
}

function countryName(index: EntityIndex, geo: JsonObject | undefined): string | null {
  if (geo === undefined) return null;
  const name = geoName(geo);
  const country = geoName(index.reference(geo, 'country'));
  if (country !== undefined) return shortText(country);
  const withoutCountry = textOf(geo.defaultLocalizedNameWithoutCountryName);
  if (name !== undefined && withoutCountry !== undefined && withoutCountry !== name) {
    // The country is absent, but the two spellings of the location differ by exactly its name.
    const rest = name.startsWith(withoutCountry) ? name.slice(withoutCountry.length) : '';
    return shortText(rest.replace(/^[\s,،、，]+/u, ''));
  }
  const isPartOfCountry = index.referenceUrn(geo, 'country') !== null;
  return isPartOfCountry ? null : shortText(name);
}

/**
 * A country's English name, for responses that contain only its code.
 * @param code ISO 3166-1 alpha-2, upper case
 */
function regionName(code: string | null): string | null {
  if (code === null || code === 'ZZ') return null;
  countryNames ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  try {
    return countryNames.of(code) ?? null;
  } catch {
    return null;
  }
}

function geoName(geo: JsonObject | undefined): string | undefined {
  return textOf(geo?.defaultLocalizedName) ?? textOf(geo?.fullLocalizedName) ?? textOf(geo?.localizedName);
}

export function readCounts(index: EntityIndex, profile: JsonObject | undefined, memberId: string): Counts {
  const connections = index.listing(profile, 'connections')?.total;
  // Hashtags and companies the viewer follows are in the same list; only the member's own state counts.
  const urn = `urn:li:fsd_followingState:${profileUrn(memberId)}`;
  const nested = profile?.followingState;
  const isOwn = isObject(nested) && (nested.entityUrn === undefined || nested.entityUrn === null || nested.entityUrn === urn);
  const followers = countOf(index.get(urn)?.followerCount) ?? (isOwn ? countOf(nested.followerCount) : null);
  return {
    connection_count: connections ?? countOf(profile?.connectionsCount),
    follower_count: followers ?? countOf(profile?.followersCount) ?? countOf(profile?.followerCount),
  };
}

const DISTANCES: ReadonlyMap<unknown, ConnectionDegree> = new Map<unknown, ConnectionDegree>([
  ['SELF', 'self'],
  ['DISTANCE_1', 'first'],
  ['DISTANCE_2', 'second'],
  ['DISTANCE_3', 'third'],
  ['OUT_OF_NETWORK', 'out_of_network'],
]);
const RELATIONSHIP_KEYS = ['memberRelationshipUnion', 'memberRelationship', 'memberRelationshipData'];

export function readDegree(index: EntityIndex, profile: JsonObject | undefined, memberId: string): ConnectionDegree | null {
  const nested = profile?.memberRelationship;
  const relationship = index.get(`urn:li:fsd_memberRelationship:${memberId}`) ?? (isObject(nested) ? nested : undefined);
  if (relationship === undefined) return null;
  const unions = [...RELATIONSHIP_KEYS.map((key) => relationship[key]), relationship].filter(isObject);
  for (const union of unions) {
    const degree = degreeIn(union);
    if (degree !== null) return degree;
  }
  return null;
}

function degreeIn(union: JsonObject): ConnectionDegree | null {
  const isSet = (key: string): boolean => union[key] !== null && union[key] !== undefined;
  if (isSet('self') || isSet('*self')) return 'self';
  if (isSet('connection') || isSet('*connection')) return 'first';
  return distanceOf(at(union, 'noConnection', 'memberDistance') ?? union.memberDistance);
}

/** LinkedIn's term for the distance between a member and the viewer. */
export function distanceOf(word: unknown): ConnectionDegree | null {
  return DISTANCES.get(word) ?? null;
}
