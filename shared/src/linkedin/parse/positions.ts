/**
 * Experiences and educations of a Rest.li or plain profile response: position groups, their positions, and
 * dates as integers. Field names as in LinkedIn's dash API in 2025 and 2026.
 */
import { isoDay, type PartialDate, partialDate, precisionOf } from './caption-dates.ts';
import { longText, shortText } from './clean-text.ts';
import { companyOf } from './company-reference.ts';
import type { EntityIndex, Listing } from './entity-index.ts';
import { at, isObject, type JsonObject, stringOf, textOf } from './json-value.ts';
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
  /** The URN of each row, in the same order; null where a group stands for its rows. */
  readonly urns: readonly (string | null)[];
}

interface ReadRow<Row> {
  readonly row: Row;
  readonly urn: string | null;
}

export interface DateSpan {
  readonly start: PartialDate | null;
  readonly end: PartialDate | null;
  readonly isOngoing: boolean;
}

/** No real career has more. */
export const MAX_ROWS = 500;
const NO_LIST = { rows: [], listing: undefined, missingInside: 0, urns: [] };

export function readPositions(index: EntityIndex, profile: JsonObject | undefined, memberId: string): ReadList<ParsedExperience> {
  const groups = firstListing(index, profile, ['profilePositionGroups', 'positionGroups']);
  if (groups === undefined) {
    const listing = firstListing(index, profile, ['profilePositions', 'positions']);
    if (listing === undefined) return NO_LIST;
    return oneByOne(readEach(index, listing.items, undefined, memberId), listing);
  }
  const rows: PositionedRow<ParsedExperience>[] = [];
  const urns: (string | null)[] = [];
  let missingInside = 0;
  for (const [number, group] of groups.items.entries()) {
    if (rows.length >= MAX_ROWS) break;
    const positions = firstListing(index, group, ['profilePositionInPositionGroup', 'profilePositions', 'positions']);
    const inGroup = readEach(index, positions?.items ?? [], group, memberId);
    // A group whose positions are missing still has an employer and dates.
    const read = inGroup.length > 0 ? inGroup : readEach(index, [group], undefined, memberId);
    rows.push(...read.map(({ row }, role) => ({ row, position: positionAt(groups.start + number, role) })));
    urns.push(...read.map(({ urn }) => (inGroup.length > 0 ? urn : null)));
    missingInside += listState(positions).missing ?? (inGroup.length > 0 ? 0 : 1);
  }
  return { rows, listing: groups, missingInside, urns };
}

/** The position in the profile's head: the current employer. */
export function readTopPosition(index: EntityIndex, profile: JsonObject | undefined, memberId: string): ParsedExperience | null {
  const listing = firstListing(index, profile, ['profileTopPosition', 'topPosition']);
  const ongoing = readEach(index, listing?.items ?? [], undefined, memberId).find(({ row }) => row.ended_at === null);
  return ongoing?.row ?? null;
}

export function readEducations(index: EntityIndex, profile: JsonObject | undefined, memberId: string): ReadList<ParsedEducation> {
  const listing = firstListing(index, profile, ['profileEducations', 'educations']);
  if (listing === undefined) return NO_LIST;
  const own = listing.items.filter((item) => isOwn(item, memberId));
  return oneByOne(
    own.flatMap((item) => withUrn(readEducation(index, item), item)),
    listing,
  );
}

/** Rows that form one group each. */
function oneByOne<Row>(read: readonly ReadRow<Row>[], listing: Listing): ReadList<Row> {
  const rows = read.map(({ row }, position) => ({ row, position: positionAt(listing.start + position) }));
  return { rows, listing, missingInside: 0, urns: read.map(({ urn }) => urn) };
}

function readEach(
  index: EntityIndex,
  items: readonly JsonObject[],
  group: JsonObject | undefined,
  memberId: string,
): readonly ReadRow<ParsedExperience>[] {
  return items.filter((item) => isOwn(item, memberId)).flatMap((item) => withUrn(readPosition(index, item, group), item));
}

function withUrn<Row>(row: Row | null, entity: JsonObject): readonly ReadRow<Row>[] {
  return row === null ? [] : [{ row, urn: stringOf(entity.entityUrn) ?? null }];
}

/** @param group what holds the position; undefined where it stands alone */
export function readPosition(index: EntityIndex, position: JsonObject, group: JsonObject | undefined): ParsedExperience | null {
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

export function readEducation(index: EntityIndex, education: JsonObject): ParsedEducation | null {
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
