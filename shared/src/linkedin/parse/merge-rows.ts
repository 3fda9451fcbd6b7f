/**
 * Merges the known rows of a list with those of a new response, which may be one page of it. The order of the
 * new response wins; other known rows keep their position before or after it. Rows in both lists show how far
 * the list has shifted since: a new employer moves all others by one.
 */
import { fillRows, type Joining, pairRows } from './join-rows.ts';
import { byPosition, groupOf, numberInGroup, type PositionedRow, positionAfter, positionAt, rowOf } from './row-position.ts';

export interface MergedRows<Row> {
  /** Rows in LinkedIn's order. */
  readonly rows: readonly PositionedRow<Row>[];
  /** Known groups outside of what the new response lists. */
  readonly otherGroups: number;
}

/** A row that is in both lists. */
interface Anchor<Row> {
  readonly known: PositionedRow<Row>;
  readonly fresh: PositionedRow<Row>;
}

/** @param isAdding false: the new list is complete, and rows that are only known are removed */
export function mergeRows<Row>(
  known: readonly PositionedRow<Row>[],
  fresh: readonly PositionedRow<Row>[],
  joining: Joining<Row>,
  isAdding: boolean,
): MergedRows<Row> {
  const partners = pairRows(fresh.map(rowOf), known.map(rowOf), joining);
  const filled = fillRows(fresh, known, partners, joining);
  if (!isAdding) return { rows: filled, otherGroups: 0 };
  const anchors = known.map((row, index): Anchor<Row> | undefined => {
    const partner = fresh[partners.get(index) ?? -1];
    return partner === undefined ? undefined : { known: row, fresh: partner };
  });
  const found = anchors.filter((anchor) => anchor !== undefined);
  const anchorsOfGroup = Map.groupBy(found, (anchor) => groupOf(anchor.known.position));
  const listed = new Set(fresh.map(({ position }) => groupOf(position)));
  const behind = new Map<number, number>();
  let nearest = found[0];
  const others = known.flatMap((row, index) => {
    nearest = anchors[index] ?? nearest;
    if (anchors[index] !== undefined) return [];
    const siblings = anchorsOfGroup.get(groupOf(row.position)) ?? [];
    const sibling = siblings.find((anchor) => joining.mayShareGroup(anchor.known.row, row.row));
    return [{ row: row.row, position: missingPosition(row.position, sibling, nearest, listed, behind) }];
  });
  const otherGroups = new Set(others.map(({ position }) => groupOf(position)).filter((group) => !listed.has(group)));
  return { rows: byPosition([...filled, ...others]), otherGroups: otherGroups.size };
}

/**
 * The position of a row that the new response does not contain.
 * @param sibling a row of its group, which the new response lists without it
 * @param nearest the closest known row before it that is in both lists, or else the first after it
 * @param behind how many rows follow each group; incremented here
 */
function missingPosition(
  position: number,
  sibling: Anchor<unknown> | undefined,
  nearest: Anchor<unknown> | undefined,
  listed: ReadonlySet<number>,
  behind: Map<number, number>,
): number {
  if (sibling !== undefined) return positionAt(groupOf(sibling.fresh.position), numberInGroup(position));
  const moved = nearest === undefined ? 0 : groupOf(nearest.fresh.position) - groupOf(nearest.known.position);
  let group = Math.max(0, groupOf(position) + moved);
  if (!listed.has(group)) return positionAt(group, numberInGroup(position));
  // The new response lists other rows there: this one ended or was renamed. It is kept, after them.
  while (listed.has(group + 1)) group += 1;
  const number = behind.get(group) ?? 0;
  behind.set(group, number + 1);
  return positionAfter(group, number);
}
