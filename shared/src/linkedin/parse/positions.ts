/**
 * Experiences and educations of a Rest.li or plain profile response: position groups, their positions, and
 * dates as integers. Field names as in LinkedIn's dash API in 2025 and 2026.
 */
import { isoDay, type PartialDate, partialDate, precisionOf } from './caption-dates.ts';
import { longText, shortText } from './clean-text.ts';
import { companyOf } from './company-reference.ts';
import type { EntityIndex, Listing } from './entity-index.ts';
import { at, isObject, type JsonObject, textOf } from './json-value.ts';
import { localized } from './localized.ts';
import { listState } from './paging.ts';
import type { ParsedEducation, ParsedExperience } from './parsed-profile.ts';
import { type PositionedRow, positionAt } from './row-position.ts';
import { ownerIdOf } from './urn.ts';

/** One list as read from one response. */
export interface ReadList<Row> {
  readonly rows: readonly PositionedRow<Row>[];
  /** The list that the paging counts (groups, for experiences); undefined if the responses do not contain it. */
  readonly listing: Listing | undefined;
  /** Rows inside groups that exist but were not sent. */
  readonly missingInside: number;
}

export interface DateSpan {
  readonly start: PartialDate | null;
  readonly end: PartialDate | null;
  readonly isOngoing: boolean;
}

/** No real career has more. */
export const MAX_ROWS = 500;
const NO_LIST = { rows: [], listing: undefined, missingInside: 0 };

export function readPositions(index: EntityIndex, profile: JsonObject | undefined, memberId: string): ReadList<ParsedExperience> {
  const groups = firstListing(index, profile, ['profilePositionGroups', 'positionGroups']);
  if (groups === undefined) {
    const listing = firstListing(index, profile, ['profilePositions', 'positions']);
    if (listing === undefined) return NO_LIST;
    return { rows: oneByOne(readEach(index, listing.items, undefined, memberId), listing), listing, missingInside: 0 };
  }
  const rows: PositionedRow<ParsedExperience>[] = [];
  let missingInside = 0;
  for (const [number, group] of groups.items.entries()) {
    if (rows.length >= MAX_ROWS) break;
    const positions = firstListing(index, group, ['profilePositionInPositionGroup', 'profilePositions', 'positions']);
    const inGroup = readEach(index, positions?.items ?? [], group, memberId);
    // A group whose positions are missing still has an employer and dates.
    const read = inGroup.length > 0 ? inGroup : readEach(index, [group], undefined, memberId);
    rows.push(...read.map((row, role) => ({ row, position: positionAt(groups.start + number, role) })));
    missingInside += listState(positions).missing ?? (inGroup.length > 0 ? 0 : 1);
  }
  return { rows, listing: groups, missingInside };
}

/** The position in the profile's head: the current employer. */
export function readTopPosition(index: EntityIndex, profile: JsonObject | undefined, memberId: string): ParsedExperience | null {
  const listing = firstListing(index, profile, ['profileTopPosition', 'topPosition']);
  return readEach(index, listing?.items ?? [], undefined, memberId).find((position) => position.ended_at === null) ?? null;
}

export function readEducations(index: EntityIndex, profile: JsonObject | undefined, memberId: string): ReadList<ParsedEducation> {
  const listing = firstListing(index, profile, ['profileEducations', 'educations']);
  if (listing === undefined) return NO_LIST;
  const rows = listing.items
    .filter((item) => isOwn(item, memberId))
    .map((item) => readEducation(index, item))
    .filter((education) => education !== null);
  return { rows: oneByOne(rows, listing), listing, missingInside: 0 };
}

/** Rows that form one group each. */
function oneByOne<Row>(rows: readonly Row[], { start }: Listing): readonly PositionedRow<Row>[] {
  return rows.map((row, position) => ({ row, position: positionAt(start + position) }));
}

function readEach(
  index: EntityIndex,
  items: readonly JsonObject[],
  group: JsonObject | undefined,
  memberId: string,
): readonly ParsedExperience[] {
  return items
    .filter((item) => isOwn(item, memberId))
    .map((item) => readPosition(index, item, group))
    .filter((position) => position !== null);
}

function readPosition(index: EntityIndex, position: JsonObject, group: JsonObject | undefined): ParsedExperience | null {
  const own = companyOf(index, position, 'company');
  const company = own.id === null && own.url === null ? companyOf(index, group, 'company') : own;
  const typed =
    localized(position, 'companyName') ??
    localized(position, 'name') ??
    localized(group, 'companyName') ??
    localized(group, 'name');
  const title = shortText(localized(position, 'title'));
  const companyName = shortText(typed) ?? company.name;
  if (title === null && companyName === null) return null;
  return {
    title,
    description: longText(localized(position, 'description')),
    company_id: company.id,
    company_url: company.url,
    company_name: companyName,
    category: shortText(textOf(index.reference(position, 'employmentType')?.name)),
    location: shortText(localized(position, 'locationName') ?? localized(position, 'geoLocationName')),
    ...experienceDates(readDateRange(position)),
  };
}

function readEducation(index: EntityIndex, education: JsonObject): ParsedEducation | null {
  const school = companyOf(index, education, 'school');
  const company = school.url === null ? companyOf(index, education, 'company') : school;
  const span = readDateRange(education);
  const schoolName = shortText(localized(education, 'schoolName')) ?? school.name ?? company.name;
  const degree = shortText(localized(education, 'degreeName') ?? localized(education, 'degree'));
  const field = shortText(localized(education, 'fieldOfStudy'));
  if (schoolName === null && degree === null && field === null) return null;
  return { school_name: schoolName, school_url: company.url, degree, field, ...educationDates(span) };
}

/** `dateRange {start, end}`, or the older `timePeriod {startDate, endDate}`. No end means ongoing. */
function readDateRange(entity: JsonObject): DateSpan {
  const range = [entity.dateRange, entity.timePeriod].find(isObject);
  const start = readDate(at(range, 'start') ?? at(range, 'startDate'));
  const end = readDate(at(range, 'end') ?? at(range, 'endDate'));
  return { start, end, isOngoing: start !== null && end === null };
}

function readDate(value: unknown): PartialDate | null {
  const { year, month, day } = isObject(value) ? value : {};
  if (typeof year !== 'number') return null;
  return partialDate(year, typeof month === 'number' ? month : null, typeof day === 'number' ? day : null);
}

export function experienceDates(
  span: DateSpan,
): Pick<ParsedExperience, 'started_at' | 'started_precision' | 'ended_at' | 'ended_precision' | 'is_current'> {
  return {
    started_at: span.start === null ? null : isoDay(span.start),
    started_precision: span.start === null ? null : precisionOf(span.start),
    ended_at: span.end === null ? null : isoDay(span.end),
    ended_precision: span.end === null ? null : precisionOf(span.end),
    is_current: span.isOngoing,
  };
}

export function educationDates(span: DateSpan): Pick<ParsedEducation, 'started_at' | 'ended_at'> {
  return {
    started_at: span.start === null ? null : isoDay(span.start),
    ended_at: span.end === null ? null : isoDay(span.end),
  };
}

function firstListing(index: EntityIndex, owner: JsonObject | undefined, names: readonly string[]): Listing | undefined {
  for (const name of names) {
    const listing = index.listing(owner, name);
    if (listing !== undefined) return listing;
  }
  return undefined;
}

/** Other members' positions are in the same responses; the URN names the owner. */
function isOwn(entity: JsonObject, memberId: string): boolean {
  const owner = ownerIdOf(entity.entityUrn);
  return owner === null || owner === memberId;
}
