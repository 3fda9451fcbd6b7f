/**
 * Every fact about a fictional member is a pure function of a seed, an index and a purpose, so that millions of members cost
 * no memory. The numbers are not random in any cryptographic sense.
 */

/** Draws a whole number from 0 to bound - 1. */
export type Dice = (bound: number) => number;

/** One purpose per kind of fact: adding a draw to one fact must not change the others. */
export const purpose = {
  name: 1,
  place: 2,
  career: 3,
  education: 4,
  photo: 5,
  audience: 6,
  contact: 7,
  identifier: 8,
  text: 9,
  company: 10,
  employer: 11,
  headless: 12,
  session: 13,
} as const;

/** Spreads 32 bits over 32 bits; a bijection. */
export function mix32(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

export function createDice(seed: number, index: number, salt: number): Dice {
  let state = mix32(mix32(seed ^ Math.imul(salt, 0x9e3779b1)) ^ index);
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    return Math.floor((mix32(state) / 2 ** 32) * bound);
  };
}

export function pick<T>(dice: Dice, list: readonly T[]): T {
  const item = list[dice(list.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

/** The item at `index`, counted round and round. */
export function cycle<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}

const ODD = 0x9e3779b1;
const INVERSE = inverseOf(ODD);

/** Hides the order of indices in an identifier; `unscramble` reads it back. */
export function scramble(seed: number, index: number): number {
  return (Math.imul((index ^ mix32(seed)) >>> 0, ODD) ^ mix32(seed + 1)) >>> 0;
}

export function unscramble(seed: number, code: number): number {
  return (Math.imul((code ^ mix32(seed + 1)) >>> 0, INVERSE) ^ mix32(seed)) >>> 0;
}

/** Newton's iteration for the inverse modulo 2^32: each step doubles the number of right bits. */
function inverseOf(odd: number): number {
  let inverse = odd;
  for (let step = 0; step < 5; step += 1) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse));
  return inverse >>> 0;
}
