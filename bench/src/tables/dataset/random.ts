/** Reproducible random numbers, and weighted choices among a few items. */

export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number;
  /** True in this share of cases. */
  chance(share: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // The constants are those of mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (limit) => Math.floor(next() * limit), chance: (share) => next() < share };
}

/** The first item twice as often as the second, three times as often as the third. */
export function createZipf<Item>(items: readonly Item[]): (random: Random) => Item {
  const bounds: number[] = [];
  let sum = 0;
  for (const rank of items.keys()) {
    sum += 1 / (rank + 1);
    bounds.push(sum);
  }
  return (random) => {
    const wanted = random.next() * sum;
    let [low, high] = [0, bounds.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bounds[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return itemAt(items, low);
  };
}

/** @throws {RangeError} beyond the end */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`there is no item ${index} among ${items.length}`);
  return item;
}
