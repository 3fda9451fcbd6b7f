import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRowsOf, type RowSet, readSegment, union, without } from './row-set.ts';

/** As the database sends them. */
function setOf(ids: readonly number[]): RowSet {
  const segments = Map.groupBy(ids, (id) => Math.floor(id / 65_536));
  return new Map(
    [...segments].map(([segment, members]) => {
      const offsets = Buffer.alloc(members.length * 2);
      for (const [index, id] of members.entries()) offsets.writeInt16BE((id % 65_536) - 32_768, index * 2);
      return [segment, readSegment(offsets)];
    }),
  );
}

function idsOf(set: RowSet): number[] {
  const ids = [...set].flatMap(([segment, bits]) =>
    [...bits].flatMap((byte, index) =>
      [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => segment * 65_536 + index * 8 + bit),
    ),
  );
  return ids.sort((one, other) => one - other);
}

const ids = fc.uniqueArray(
  fc.oneof(fc.integer({ min: 0, max: 40 }), fc.nat({ max: 400_000 }), fc.constantFrom(65_535, 65_536, 131_071)),
);
const sorted = (numbers: Iterable<number>) => [...numbers].sort((one, other) => one - other);

describe('row set', () => {
  it('a row set holds exactly the ids it was made of', () => {
    fc.assert(
      fc.property(ids, (members) => {
        expect(idsOf(setOf(members))).toEqual(sorted(members));
        expect(countRowsOf(setOf(members))).toBe(members.length);
      }),
    );
  });

  it('union and difference of row sets are those of sets', () => {
    fc.assert(
      fc.property(ids, ids, (one, other) => {
        expect(idsOf(without(setOf(one), setOf(other)))).toEqual(sorted(one.filter((id) => !other.includes(id))));
        expect(idsOf(union(setOf(one), setOf(other)))).toEqual(sorted(new Set([...one, ...other])));
      }),
    );
  });

  it('operations leave a row set unchanged', () => {
    const [one, other] = [setOf([1, 2, 70_000]), setOf([2, 3])];
    without(one, other);
    union(one, other);
    expect([idsOf(one), idsOf(other)]).toEqual([
      [1, 2, 70_000],
      [2, 3],
    ]);
  });
});
