/**
 * Pseudo-random numbers computed from a seed, the row and the name of the draw. The same input gives the same number, in
 * any order.
 */

export interface Draw {
  /** From 0 up to, but not including, `limit`. @param what names the draw, so that a row's draws differ */
  below(limit: number, what: string): number;
  /** One of the items. */
  of<Item>(items: readonly Item[], what: string): Item;
  /** True in this many of a hundred rows. */
  chance(percent: number, what: string): boolean;
}

export function drawFor(seed: number, index: number): Draw {
  const below = (limit: number, what: string) => mix(mix(seed, index), hash(what)) % limit;
  return {
    below,
    of: (items, what) => itemOf(items, below(items.length, what)),
    chance: (percent, what) => below(100, what) < percent,
  };
}

/** The item at the index, counted round and round. */
export function itemOf<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('an empty list of samples');
  return item;
}

/** The finishing steps of MurmurHash 3: every bit in moves every bit out. */
function mix(one: number, other: number): number {
  let value = (one ^ Math.imul(other + 0x9e3779b9, 0x85ebca6b)) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

const hashes = new Map<string, number>();

/** The hash FNV-1a. */
function hash(text: string): number {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  hashes.set(text, value);
  return value;
}
