import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChangeCollector, FirstRows, type NotifiedRow } from './collect-changes.ts';

const row = (id: number): NotifiedRow => ({ id, change: 'added' });

describe('the first rows', () => {
  it('the hundred lowest versions are kept, whatever order they come in', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(100_000), { maxLength: 1_500 }), (versions) => {
        const first = new FirstRows();
        for (const version of versions) first.add(version, () => row(version));
        const lowest = versions.toSorted((one, other) => one - other).slice(0, 100);
        expect(first.rows().map(({ row: { id } }) => id)).toEqual(lowest);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the changes of an alert', () => {
  it('each commit is a message, and the rows of a digest are one in all', () => {
    const told = (ends: readonly number[] | null) => {
      const collector = createChangeCollector(ends);
      collector.add(7, { id: 3, change: 'removed' });
      collector.addMany({ commit: 0, change: 'added', count: 150, first: [{ version: 2, row: row(1) }] });
      collector.add(4, row(2));
      return collector.messages();
    };
    expect(told([5, 9])).toEqual([
      { counts: { added: 151, changed: 0, removed: 0 }, rows: [row(1), row(2)] },
      { counts: { added: 0, changed: 0, removed: 1 }, rows: [{ id: 3, change: 'removed' }] },
    ]);
    expect(told(null)).toEqual([
      { counts: { added: 151, changed: 0, removed: 1 }, rows: [row(1), row(2), { id: 3, change: 'removed' }] },
    ]);
  });
});
