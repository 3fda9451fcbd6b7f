/** Finds, among rows added one by one, the last one with an equal vector. */
import type { Vectors } from '../weights/vectors.ts';

export interface EqualRows {
  /**
   * Removes all rows.
   * @param most how many rows will be added
   */
  clear(most: number): void;
  /**
   * Adds the row.
   * @returns the last row equal to it, or -1
   */
  meet(row: number): number;
}

const NONE = -1;

export function createEqualRows({ offsets, termIds, weights }: Vectors): EqualRows {
  // The table uses open addressing with linear probing; at least half of its slots stay free.
  let table = new Int32Array(0);
  let hashes = new Int32Array(0);
  const hash = (row: number): number => {
    let mixed = 0x811c9dc5;
    const end = offsets[row + 1] ?? 0;
    for (let at = offsets[row] ?? 0; at < end; at++) {
      mixed = Math.imul(mixed ^ (termIds[at] ?? 0), 0x9e3779b1);
      mixed ^= mixed >>> 15;
      // Rows with the same terms can have different weights if the weights depend on more than the terms.
      mixed = Math.imul(mixed ^ ((weights[at] ?? 0) * 0x3fffffff), 0x85ebca6b);
      mixed ^= mixed >>> 13;
    }
    return mixed;
  };
  const isEqual = (one: number, other: number): boolean => {
    const start = offsets[one] ?? 0;
    const startOther = offsets[other] ?? 0;
    const length = (offsets[one + 1] ?? 0) - start;
    if ((offsets[other + 1] ?? 0) - startOther !== length) return false;
    for (let at = 0; at < length; at++)
      if (termIds[start + at] !== termIds[startOther + at] || weights[start + at] !== weights[startOther + at]) return false;
    return true;
  };
  return {
    clear: (most) => {
      const room = 2 ** Math.ceil(Math.log2(most * 2));
      table = new Int32Array(room).fill(NONE);
      hashes = new Int32Array(room);
    },
    meet: (row) => {
      const hashed = hash(row);
      const mask = table.length - 1;
      let slot = hashed & mask;
      for (; (table[slot] ?? NONE) !== NONE; slot = (slot + 1) & mask)
        if (hashes[slot] === hashed && isEqual(table[slot] ?? 0, row)) break;
      const found = table[slot] ?? NONE;
      table[slot] = row;
      hashes[slot] = hashed;
      return found;
    },
  };
}
