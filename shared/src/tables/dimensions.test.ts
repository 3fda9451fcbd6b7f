import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_PIECES_LIMIT, dayPiece, dayUnitOf, dimensionsOf, NUMBER_PIECES_LIMIT, numberPieces } from './dimensions.ts';
import { tableByName, tableNames } from './tables.ts';

const kinds = ['integer', 'money', 'number'] as const;
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), fc.integer());
const span = fc.tuple(fc.constantFrom(...kinds), number, number, fc.double({ noNaN: true, min: 0, max: 1 }));

describe('pieces of numbers', () => {
  it('are few, follow each other, and each number is in exactly one', () => {
    fc.assert(
      fc.property(span, ([kind, one, other, share]) => {
        const whole = (value: number) => (kind === 'integer' ? Math.round(value) : value);
        const [lowest, highest] = [whole(Math.min(one, other)), whole(Math.max(one, other))];
        const pieces = numberPieces(kind, lowest, highest);
        expect(pieces.length).toBeGreaterThan(0);
        expect(pieces.length).toBeLessThanOrEqual(NUMBER_PIECES_LIMIT);
        for (const [at, { from }] of pieces.entries()) if (at > 0) expect(from).toBe(pieces[at - 1]?.to);
        for (const value of [lowest, highest, Math.min(highest, whole(lowest + (highest - lowest) * share))]) {
          const holding = pieces.filter(({ from, to }) => from !== null && to !== null && value >= from && value < to);
          expect(holding).toHaveLength(1);
        }
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it.each([
    ['integer', 1, 900, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]],
    ['integer', 0, 0, [0, 1]],
    ['integer', -3, 4, [-5, -2, -1, 0, 1, 2, 5]],
    ['money', 0, 12.5, [0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]],
    ['integer', 1, 9_000_000, [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]],
    ['number', 1, 5, [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5]],
  ] as const)('%s from %d to %d: %j', (kind, lowest, highest, edges) => {
    const pieces = numberPieces(kind, lowest, highest);
    expect([...pieces.map(({ from }) => from), pieces.at(-1)?.to]).toEqual(edges);
  });

  it('there are none without a number', () => {
    expect(numberPieces('integer', Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)).toEqual([]);
  });

  it('those that filters have of their own follow each other', () => {
    for (const definition of tableNames.map(tableByName))
      for (const { pieces } of dimensionsOf(definition).values()) {
        if (pieces.kind !== 'numbers' || pieces.own === null) continue;
        for (const [at, { from }] of pieces.own.entries()) if (at > 0) expect(from).toBe(pieces.own[at - 1]?.to);
      }
  });
});

describe('days', () => {
  it.each([
    ['2026-01-01', '2026-03-03', 'day'],
    ['2026-01-01', '2026-03-04', 'month'],
    ['2021-01-31', '2026-02-01', 'month'],
    ['2021-01-31', '2026-03-01', 'year'],
    ['1900-01-01', '2026-01-01', 'year'],
    ['2026-02-03', '2026-02-03', 'day'],
  ])('from %s to %s are counted by %s', (first, last, unit) => {
    expect(dayUnitOf(first, last)).toBe(unit);
  });

  it('are in at most as many pieces as are shown, unless they are years', () => {
    const day = fc.date({ min: new Date('1950-01-01'), max: new Date('2050-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 200 }), (dates) => {
        const days = dates.map((date) => date.toISOString().slice(0, 10)).sort();
        const unit = dayUnitOf(days[0] ?? '', days.at(-1) ?? '');
        const pieces = new Set(days.map((each) => dayPiece(each, unit)));
        expect(unit === 'year' || pieces.size <= DAY_PIECES_LIMIT).toBe(true);
      }),
      { numRuns: 300, seed: 2 },
    );
  });
});
