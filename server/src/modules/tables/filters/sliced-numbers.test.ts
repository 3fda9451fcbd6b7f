import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bits } from './bits.ts';
import { type NumberFacet, numbersFrom, numbersTo, numberValues } from './sliced-numbers.ts';

/** Whether a row that holds these values is among the bits. */
function isIn(bits: Bits, held: ReadonlySet<string>): boolean {
  switch (bits.kind) {
    case 'rows':
      return true;
    case 'none':
    case 'given':
      return false;
    case 'holding':
      return bits.values.some((value) => held.has(value));
    case 'and':
      return bits.of.every((part) => isIn(part, held));
    case 'or':
      return bits.of.some((part) => isIn(part, held));
    case 'without': {
      const [all, some] = bits.of.map((part) => isIn(part, held));
      if (some === true && all === false) throw new Error('rows are taken away that are not there');
      return all === true && some === false;
    }
  }
}

const fractions: NumberFacet = { facet: 'revenue', prefix: '', isWhole: false };
const wholes: NumberFacet = { facet: 'employees', prefix: 'low ', isWhole: true };

function check(numbers: NumberFacet, value: number, bound: number): void {
  const held = new Set(numberValues(value).map((name) => `${numbers.prefix}${name}`));
  const answers = [
    [numbersFrom(numbers, bound, false), value >= bound],
    [numbersFrom(numbers, bound, true), value > bound],
    [numbersTo(numbers, bound, false), value <= bound],
    [numbersTo(numbers, bound, true), value < bound],
  ] as const;
  for (const [at, [bits, expected]] of answers.entries()) {
    if (bits === null) throw new Error(`there are no bits for ${bound}`);
    if (isIn(bits, held) !== expected) throw new Error(`${value} and ${bound}: comparison ${at} is not ${expected}`);
    expect(isIn(bits, new Set())).toBe(false);
  }
}

const decimal = fc
  .tuple(fc.integer({ min: -4_000_000_000, max: 4_000_000_000 }), fc.constantFrom(1, 10, 1000, 1_000_000))
  .map(([number, by]) => number / by);
const near = fc.integer({ min: -40, max: 40 }).map((number) => number / 10);
const bounds = fc.oneof(near, decimal, fc.integer({ min: -(2 ** 50), max: 2 ** 50 }));
const anything = fc.oneof(near, decimal, fc.double({ noNaN: true }), fc.integer(), fc.maxSafeInteger());

describe('numbers as bitmaps of their digits', () => {
  it('compare as numbers do, whatever the number, with bounds of up to six decimals', () => {
    fc.assert(
      fc.property(anything, bounds, (value, bound) => check(fractions, value, bound)),
      { numRuns: 5000 },
    );
    // A number that differs from the bound by the least there is.
    const views = new DataView(new ArrayBuffer(8));
    const next = (value: number, by: bigint) => {
      views.setFloat64(0, value);
      views.setBigInt64(0, views.getBigInt64(0) + by);
      return views.getFloat64(0);
    };
    fc.assert(
      fc.property(fc.oneof(near, decimal), (bound) => {
        for (const by of [-1n, 0n, 1n]) if (bound !== 0) check(fractions, next(bound, by), bound);
        check(fractions, -bound, bound);
      }),
      { numRuns: 3000 },
    );
  });

  it('whole numbers compare with any bound', () => {
    const whole = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.maxSafeInteger());
    const bound = fc.oneof(near, decimal, fc.double({ min: -1e15, max: 1e15, noNaN: true }));
    fc.assert(
      fc.property(whole, bound, (value, limit) => check(wholes, value, limit)),
      { numRuns: 3000 },
    );
  });

  it.each([0, -0, 0.1, 0.29, -0.29, 4.7, 1e-6, 1e-7, 2 ** 33, 2 ** 33 - 0.5, 2 ** 33 + 0.25, 1e15, 2 ** 53, 1e300, -1e300])(
    '%d is found where it belongs',
    (value) => {
      for (const bound of [-1e15, -1, -0.29, -1e-6, 0, 1e-6, 0.1, 0.29, 0.3, 4.7, 2 ** 33 - 0.5, 2 ** 33, 2 ** 33 + 1, 1e15])
        check(fractions, value, bound);
    },
  );

  it('bounds that are too fine or too large have no bits', () => {
    for (const bound of [1 / 3, 0.1234567, -1e-7, 2 ** 53, -1e300, 2 ** 34 + 0.5]) {
      expect(numbersFrom(fractions, bound, false)).toBeNull();
      expect(numbersTo(fractions, bound, true)).toBeNull();
    }
  });

  it('a small number takes few bitmaps', () => {
    expect(numberValues(5)).toEqual(['set', '0', '2']);
    expect(numberValues(-5)).toEqual(['set', '-', '0', '2']);
    expect(numberValues(0.5).length).toBeLessThan(10);
  });
});
