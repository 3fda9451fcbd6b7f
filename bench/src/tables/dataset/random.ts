/** Reproducible random numbers, and weighted choices among a few items. */
import { seededNumbers } from '@leadloom/server/trends/testing/seeded-numbers';

export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number;
  /** True in this share of cases. */
  chance(share: number): boolean;
}

export function createRandom(seed: number): Random {
  const next = seededNumbers(seed);
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
