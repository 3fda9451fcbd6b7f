/** Reproducible choices for questions and rows. */
import { seededNumbers } from '../../trends/testing/seeded-numbers.ts';

export interface Random {
  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number;
  /** True in this share of cases. */
  chance(share: number): boolean;
  /** @throws {RangeError} where there is nothing to choose from */
  pick<Item>(items: readonly Item[]): Item;
  /** Some of the items, each at most once, in any order. */
  some<Item>(items: readonly Item[], least: number, most: number): readonly Item[];
}

export function createRandom(seed: number): Random {
  const next = seededNumbers(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <Item>(items: readonly Item[]): Item => {
    const at = below(items.length);
    for (const item of items.slice(at, at + 1)) return item;
    throw new RangeError('there is nothing to choose from');
  };
  return {
    below,
    pick,
    chance: (share) => next() < share,
    some: (items, least, most) => {
      const left = [...items];
      const wanted = Math.min(items.length, least + below(most - least + 1));
      return Array.from({ length: wanted }, () => left.splice(below(left.length), 1)).flat();
    },
  };
}
