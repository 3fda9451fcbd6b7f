/**
 * Choices among numbers that are equal but for rounding. One video elsewhere changes all weights a little, and with them the
 * last digits of whatever is made of them: what is equal must stay equal then.
 */
import { TOLERANCE } from '../cluster/parameters.ts';

/** @returns the first of those with the greatest value; undefined: there is none */
export function firstGreatest<Item>(items: Iterable<Item>, measure: (item: Item) => number): Item | undefined {
  const all = Array.from(items, (item) => ({ item, value: measure(item) }));
  const greatest = all.reduce((most, { value }) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return all.find(({ value }) => isEqual(value, greatest))?.item;
}

/** @param settle the order of those that are equal @returns the greatest first */
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

/** As a share, so that sums of many weights are held to what one similarity is. */
function isEqual(value: number, greatest: number): boolean {
  return greatest - value <= Math.abs(greatest) * TOLERANCE;
}
