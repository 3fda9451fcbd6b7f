/**
 * Chooses among numbers that are equal except for rounding. One unrelated video changes all weights slightly,
 * and so the last digits of everything computed from them. Equal values must then still count as equal.
 */
import { TOLERANCE } from '../cluster/parameters.ts';

/** @returns the first with the greatest value; undefined if there are none */
export function firstGreatest<Item>(items: Iterable<Item>, measure: (item: Item) => number): Item | undefined {
  const all = Array.from(items, (item) => ({ item, value: measure(item) }));
  const greatest = all.reduce((most, { value }) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return all.find(({ value }) => isEqual(value, greatest))?.item;
}

/**
 * @param settle the order of equal ones
 * @returns the greatest first
 */
export function greatestFirst<Item>(
  items: readonly Item[],
  measure: (item: Item) => number,
  settle: (one: Item, other: Item) => number,
): Item[] {
  const sorted = items.toSorted((one, other) => measure(other) - measure(one));
  const ordered: Item[] = [];
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    const first = sorted[start];
    for (
      let next = first;
      next !== undefined && first !== undefined && isEqual(measure(next), measure(first));
      next = sorted[end]
    )
      end++;
    ordered.push(...sorted.slice(start, end).sort(settle));
    start = end;
  }
  return ordered;
}

/** Compares with a relative tolerance, so that sums of many weights get the same tolerance as a single similarity. */
function isEqual(value: number, greatest: number): boolean {
  return greatest - value <= Math.abs(greatest) * TOLERANCE;
}
