/**
 * Where LinkedIn lists a row: the number of its group (the roles at one employer, or one school) in the whole list,
 * and its number in the group, as one number. Rows in the order of their places are in LinkedIn's order, and a gap
 * between two places is what no answer brought yet.
 */

export interface PositionedRow<Row> {
  readonly row: Row;
  readonly place: number;
}

export function rowOf<Row>({ row }: PositionedRow<Row>): Row {
  return row;
}

export function positionOf({ place }: PositionedRow<unknown>): number {
  return place;
}

const PLACES_OF_GROUP = 64;
/** The first of the places behind a group's own; nobody had more roles at one employer. */
const BEHIND = 32;
/** The largest group number, so that a place fits into 15 bits with room to spare. */
const LAST_GROUP = 500;

/** @param group 0 first, counted over all pages @param inGroup 0 first; further ones than there are places share the last */
export function positionAt(group: number, inGroup = 0): number {
  return clamp(group, LAST_GROUP) * PLACES_OF_GROUP + clamp(inGroup, PLACES_OF_GROUP - 1);
}

/** @param number of the row among those that have to stand behind the group, 0 first */
export function positionAfter(group: number, number: number): number {
  return positionAt(group, BEHIND + number);
}

export function groupOf(place: number): number {
  return Math.floor(place / PLACES_OF_GROUP);
}

export function numberInGroup(place: number): number {
  return place % PLACES_OF_GROUP;
}

/** Rows of one place stay in the order they came in. */
export function byPosition<Row>(rows: readonly PositionedRow<Row>[]): readonly PositionedRow<Row>[] {
  return rows.toSorted((one, other) => one.place - other.place);
}

/**
 * The same places, each larger than the one before, as a table needs them that knows no two rows of one place.
 * @param limit no place is larger; there must be room for all
 */
export function distinctPositions(places: readonly number[], limit: number): readonly number[] {
  let last = -1;
  return places.map((place, index) => {
    last = Math.min(Math.max(place, last + 1), limit - (places.length - 1 - index));
    return last;
  });
}

function clamp(value: number, largest: number): number {
  return Math.min(Math.max(value, 0), largest);
}
