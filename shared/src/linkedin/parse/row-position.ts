/**
 * Where LinkedIn lists a row, as one number: its group (the roles at one employer, or one school) in the whole
 * list, and its place in the group. Rows sorted by position are in LinkedIn's order. A gap between two
 * positions is something no response has brought yet.
 */

export interface PositionedRow<Row> {
  readonly row: Row;
  readonly position: number;
}

export function rowOf<Row>({ row }: PositionedRow<Row>): Row {
  return row;
}

export function positionOf({ position }: PositionedRow<unknown>): number {
  return position;
}

const POSITIONS_PER_GROUP = 64;
/** The first position after the group's own. Nobody has more roles at one employer. */
const BEHIND = 32;
/** The largest group number. A position fits into 15 bits with room to spare. */
const LAST_GROUP = 500;

/**
 * @param group from 0, counted over all pages
 * @param inGroup from 0; higher numbers share the last position
 */
export function positionAt(group: number, inGroup = 0): number {
  return clamp(group, LAST_GROUP) * POSITIONS_PER_GROUP + clamp(inGroup, POSITIONS_PER_GROUP - 1);
}

/** @param number of the row among those after the group, from 0 */
export function positionAfter(group: number, number: number): number {
  return positionAt(group, BEHIND + number);
}

export function groupOf(position: number): number {
  return Math.floor(position / POSITIONS_PER_GROUP);
}

export function numberInGroup(position: number): number {
  return position % POSITIONS_PER_GROUP;
}

/** Rows with the same position keep their order. */
export function byPosition<Row>(rows: readonly PositionedRow<Row>[]): readonly PositionedRow<Row>[] {
  return rows.toSorted((one, other) => one.position - other.position);
}

/**
 * The same positions, strictly ascending, as the database table requires: no two rows share one.
 * @param limit the largest allowed position; there must be room for all
 */
export function distinctPositions(positions: readonly number[], limit: number): readonly number[] {
  let last = -1;
  return positions.map((position, index) => {
    last = Math.min(Math.max(position, last + 1), limit - (positions.length - 1 - index));
    return last;
  });
}

function clamp(value: number, largest: number): number {
  return Math.min(Math.max(value, 0), largest);
}
