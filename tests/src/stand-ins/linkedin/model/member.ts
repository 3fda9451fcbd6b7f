/** One fictional member, built from an index and a seed. */
import { careerOf, type EmployerGroup, lineOfWorkOf, longCareerOf, type Schooling, schoolingOf } from './career.ts';
import { summaries } from './career-text.ts';
import { createDice, cycle, pick, purpose } from './dice.ts';
import { memberId, slugCode } from './identifiers.ts';
import type { Locale } from './locales.ts';
import { cityLocations, countryLocations, type Industry, industries, type Location } from './locations.ts';
import { cultureCycle, nameCultures } from './name-parts.ts';
import { type Photo, photoOf } from './photo.ts';
import { traitsOf } from './traits.ts';

export type Distance = 'self' | 1 | 2 | 3 | 'out';

export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
  readonly twitter: string | null;
}

export interface Member {
  readonly index: number;
  readonly id: string;
  /** The number in `urn:li:member:<number>`. */
  readonly number: number;
  readonly slug: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly headline: string;
  readonly summary: string | null;
  readonly locale: Locale;
  readonly place: Location;
  readonly industry: Industry;
  readonly photo: Photo | null;
  readonly distance: Distance;
  readonly access: 'open' | 'restricted' | 'gone';
  readonly connectionCount: number;
  readonly followerCount: number;
  readonly groups: readonly EmployerGroup[];
  readonly schools: readonly Schooling[];
  readonly skills: readonly string[];
  /** Null when nothing is shared with the viewer. */
  readonly contact: Contact | null;
}

/** The signed-in member stands outside the numbered ones. */
export const VIEWER_INDEX = 0xffff_ffff;
/** A member with 33 roles at 14 employers, outside the numbered ones too. */
export const LONG_CAREER_INDEX = 0xffff_fffe;
const FIRST_MEMBER_NUMBER = 910_000_000;

export interface MemberFacts {
  readonly place: Location;
  readonly industry: Industry;
  readonly distance: Distance;
}

/** What a search filters by, cheap enough to be asked of thousands. */
export function factsOf(seed: number, index: number): MemberFacts {
  const traits = traitsOf(index);
  const dice = createDice(seed, index, purpose.place);
  return {
    place: pick(dice, traits.countryOnly ? countryLocations : cityLocations),
    industry: pick(dice, industries),
    distance: index === VIEWER_INDEX ? 'self' : traits.connected ? 1 : traits.outOfNetwork ? 'out' : index % 2 === 0 ? 2 : 3,
  };
}

export function buildMember(seed: number, index: number, viewerSlug: string): Member {
  const traits = traitsOf(index);
  const facts = factsOf(seed, index);
  const name = nameOf(seed, index);
  const audience = createDice(seed, index, purpose.audience);
  const isViewer = index === VIEWER_INDEX;
  const isLong = index === LONG_CAREER_INDEX;
  const groups = isLong ? longCareerOf(seed, index) : careerOf(seed, index, name.locale, facts.place.name);
  return {
    index,
    id: memberId(seed, index),
    number: isViewer || isLong ? FIRST_MEMBER_NUMBER - (VIEWER_INDEX - index + 1) : FIRST_MEMBER_NUMBER + index,
    slug: isViewer ? viewerSlug : `${name.slug}-${slugCode(seed, index)}`,
    firstName: name.first,
    lastName: name.last,
    headline: headlineOf(groups, index),
    summary: traits.withoutSummary ? null : cycle(summaries, index),
    locale: name.locale,
    place: facts.place,
    industry: facts.industry,
    photo: traits.withoutPhoto ? null : photoOf(seed, index),
    distance: facts.distance,
    access: isViewer || isLong ? 'open' : traits.gone ? 'gone' : traits.restricted ? 'restricted' : 'open',
    connectionCount: audience(3) === 0 ? 500 + audience(20_000) : audience(500),
    followerCount: audience(60_000),
    groups,
    schools: schoolingOf(seed, index),
    skills: lineOfWorkOf(index).skills,
    contact: traits.withoutContact && !isViewer ? null : contactOf(seed, index, name),
  };
}

/** A few words for an element of a page or a photo; never a key. */
export function fullName(member: Member): string {
  return `${member.firstName} ${member.lastName}`;
}

interface MemberName {
  readonly first: string;
  readonly last: string;
  readonly ascii: string;
  readonly slug: string;
  readonly locale: Locale;
}

function nameOf(seed: number, index: number): MemberName {
  const culture = cycle(nameCultures, cycle(cultureCycle, index));
  const dice = createDice(seed, index, purpose.name);
  const first = pick(dice, culture.given);
  const last = pick(dice, culture.family);
  const ascii = `${first.ascii}-${last.ascii}`.replace(/[^a-z-]/g, '');
  /** Addresses may keep the letters of any script. */
  const native = `${first.text}-${last.text}`
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}-]/gu, '');
  return { first: first.text, last: last.text, ascii, slug: index % 4 === 2 ? native : ascii, locale: culture.locale };
}

function headlineOf(groups: readonly EmployerGroup[], index: number): string {
  const group = groups[0];
  const role = group?.roles[0];
  if (group === undefined || role === undefined) return `Looking for the next thing | ${lineOfWorkOf(index).skills.join(' | ')}`;
  return `${role.title} at ${group.employer.name}`;
}

function contactOf(seed: number, index: number, name: MemberName): Contact {
  const dice = createDice(seed, index, purpose.contact);
  return {
    email: `${name.ascii.replace('-', '.')}.${index}@example.com`,
    phone: dice(3) === 0 ? `+47 555 ${String(10_000 + dice(89_999))}` : null,
    website: dice(2) === 0 ? `https://member-${index}.example.com` : null,
    twitter: dice(4) === 0 ? `${name.ascii.replace('-', '_')}${index}` : null,
  };
}
