/**
 * Experiences and educations from typed rows. The list is flat; the roles at one employer are put together as the
 * profile shows them: roles that the profile's own groups hold stay where they are, and the others join a group of
 * their employer that they follow or overlap in time.
 */
import type { EntityIndex } from './entity-index.ts';
import { employerKeys, joinEducation, joinExperience } from './join-rows.ts';
import { stringOf } from './json-value.ts';
import type { ParsedEducation, ParsedExperience } from './parsed-profile.ts';
import { MAX_ROWS, type ReadList, readEducation, readPosition } from './positions.ts';
import { byPosition, groupOf, numberInGroup, type PositionedRow, positionAt } from './row-position.ts';
import type { TypedList } from './typed-list.ts';

/** The whole section, or null where the typed rows cannot be all there is, or one of them cannot be read. */
export type TypedRows<Row> = readonly PositionedRow<Row>[] | null;

/** Months since year 0. An open end is `Infinity`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface Group {
  readonly number: number;
  /** The count of numbers that are taken in it. */
  size: number;
  /** The span of its roles; null while none has dates. */
  span: Span | null;
}

/** @param own the groups in the profile's answer */
export function typedExperiences(
  index: EntityIndex,
  typed: TypedList,
  own: ReadList<ParsedExperience>,
): TypedRows<ParsedExperience> {
  if (!isPlausible(typed, own)) return null;
  const known = knownRows(own);
  const groups = groupsOf(own);
  const rows: PositionedRow<ParsedExperience>[] = [];
  for (const item of typed.items.slice(0, MAX_ROWS)) {
    const read = readPosition(index, item, undefined);
    if (read === null) return null;
    const place = takeKnown(known, item.entityUrn);
    if (place === undefined) rows.push({ row: read, position: groups.place(read) });
    else rows.push({ row: joinExperience.fill(read, place.row), position: place.position });
  }
  return byPosition([...rows, ...known.values()]).slice(0, MAX_ROWS);
}

/** @param own the educations in the profile's answer */
export function typedEducations(
  index: EntityIndex,
  typed: TypedList,
  own: ReadList<ParsedEducation>,
): TypedRows<ParsedEducation> {
  if (!isPlausible(typed, own)) return null;
  const known = knownRows(own);
  const rows: PositionedRow<ParsedEducation>[] = [];
  for (const [number, item] of typed.items.slice(0, MAX_ROWS).entries()) {
    const read = readEducation(index, item);
    if (read === null) return null;
    const place = takeKnown(known, item.entityUrn);
    rows.push({ row: place === undefined ? read : joinEducation.fill(read, place.row), position: positionAt(number) });
  }
  return byPosition([...rows, ...known.values()]).slice(0, MAX_ROWS);
}

/** A list that has fewer rows than the profile's answer shows or counts was cut silently. */
function isPlausible<Row>(typed: TypedList, own: ReadList<Row>): boolean {
  const atLeast = Math.max(own.listing?.total ?? 0, own.urns.filter((urn) => urn !== null).length);
  return typed.isWhole && typed.items.length >= Math.min(atLeast, MAX_ROWS);
}

/** The profile's own rows by their URN. Those the typed list lacks stay; a group that stands for its rows does not. */
function knownRows<Row>(own: ReadList<Row>): Map<string, PositionedRow<Row>> {
  const known = new Map<string, PositionedRow<Row>>();
  for (const [number, row] of own.rows.entries()) {
    const urn = own.urns[number] ?? null;
    if (urn !== null) known.set(urn, row);
  }
  return known;
}

function takeKnown<Row>(known: Map<string, PositionedRow<Row>>, urn: unknown): PositionedRow<Row> | undefined {
  const key = stringOf(urn) ?? '';
  const row = known.get(key);
  known.delete(key);
  return row;
}

/** The groups of the profile's answer, to which rows are added. */
function groupsOf(own: ReadList<ParsedExperience>): { readonly place: (row: ParsedExperience) => number } {
  const byEmployer = new Map<string, Group[]>();
  const byNumber = new Map<number, Group>();
  let next = own.listing === undefined ? 0 : own.listing.start + own.listing.items.length;

  const enter = (group: Group, row: ParsedExperience): void => {
    group.span = joined(group.span, spanOf(row));
    for (const key of employerKeys(row)) {
      const same = byEmployer.get(key);
      if (same === undefined) byEmployer.set(key, [group]);
      else if (same.at(-1) !== group) same.push(group);
    }
  };
  const groupFor = (row: ParsedExperience): Group => {
    const span = spanOf(row);
    const same = employerKeys(row).flatMap((key) => byEmployer.get(key) ?? []);
    const found = same.findLast((group) => span === null || group.span === null || areAdjacent(group.span, span));
    if (found !== undefined) return found;
    const group = { number: next, size: 0, span: null };
    next += 1;
    return group;
  };

  for (const [number, { row, position }] of own.rows.entries()) {
    const group = byNumber.get(groupOf(position)) ?? { number: groupOf(position), size: 0, span: null };
    byNumber.set(group.number, group);
    // A group that stands for its rows leaves its place to them.
    if ((own.urns[number] ?? null) !== null) group.size = Math.max(group.size, numberInGroup(position) + 1);
    enter(group, row);
  }
  return {
    place: (row) => {
      const group = groupFor(row);
      const position = positionAt(group.number, group.size);
      group.size += 1;
      enter(group, row);
      return position;
    },
  };
}

/** Whether one follows the other without an empty month between them, or they overlap. */
function areAdjacent(one: Span, other: Span): boolean {
  return one.from <= other.to + 1 && other.from <= one.to + 1;
}

function joined(one: Span | null, other: Span | null): Span | null {
  if (one === null || other === null) return one ?? other;
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

/** A year without a month counts from its first month to its last. */
function spanOf(row: ParsedExperience): Span | null {
  const from = row.started_at === null ? null : monthOf(row.started_at);
  const to = row.ended_at === null ? null : monthOf(row.ended_at) + (row.ended_precision === 'year' ? 11 : 0);
  if (from === null) return to === null ? null : { from: to, to };
  return { from, to: to ?? (row.is_current ? Number.POSITIVE_INFINITY : from) };
}

/** @param day `2024-03-01` */
function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}
