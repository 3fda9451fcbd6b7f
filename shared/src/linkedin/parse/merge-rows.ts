/**
 * Merges the rows of a list that are known with those of a fresh answer, which may be one page of it. The fresh
 * answer's order leads; what else is known keeps its position before or behind it. Rows that both hold show how far the
 * list has moved since: a new employer moves all others on by one.
 */
import { fillRows, type Joining, pairRows } from './join-rows.ts';
import { byPosition, groupOf, numberInGroup, type PositionedRow, positionAfter, positionAt, rowOf } from './row-position.ts';

export interface MergedRows<Row> {
  /** In the network's order. */
  readonly rows: readonly PositionedRow<Row>[];
  /** Groups that are known and lie outside of what the fresh answer lists. */
  readonly otherGroups: number;
}

/** A row that both lists hold. */
interface Anchor<Row> {
  readonly known: PositionedRow<Row>;
  readonly fresh: PositionedRow<Row>;
}

/** @param isAdding false: the fresh list is all there is, and rows that are only known are gone */
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
    return [{ row: row.row, position: placeBeside(row.position, sibling, nearest, listed, behind) }];
  });
  const otherGroups = new Set(others.map(({ position }) => groupOf(position)).filter((group) => !listed.has(group)));
  return { rows: byPosition([...filled, ...others]), otherGroups: otherGroups.size };
}

/**
 * Where a row that the fresh answer does not name stands now.
 * @param sibling a row of its group, which the fresh answer lists without it
 * @param nearest the row known before it that both lists hold, or else the first after it
 * @param behind how many rows stand behind each group; counted on here
 */
function placeBeside(
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
  // The fresh answer lists others there: this row ended, or was renamed. It is kept, behind them.
  while (listed.has(group + 1)) group += 1;
  const number = behind.get(group) ?? 0;
  behind.set(group, number + 1);
  return positionAfter(group, number);
}
