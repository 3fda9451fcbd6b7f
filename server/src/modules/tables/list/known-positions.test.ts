import { companies } from '@leadloom/shared/tables/companies';
import { describe, expect, it } from 'vitest';
import type { JudgedChanges } from './judged-changes.ts';
import { createKnownPositions } from './known-positions.ts';
import { nameChoice } from './named-choice.ts';
import type { Position } from './position.ts';

const order = { field: 'id', direction: 'asc', hasBlanks: false } as const;
const list = nameChoice({ definition: companies, filters: {}, order });
const other = nameChoice({ definition: companies, filters: { country: ['Norway'] }, order });
const nothingKnown: JudgedChanges = { between: async () => null };

const positionAt = (index: number, key = 'key'): Position => ({ index, key, id: index });

describe('known positions', () => {
  it('positions belong to one version: a newer version replaces an older one, never the other way round', async () => {
    const positions = createKnownPositions(nothingKnown);
    await positions.add(list, 1, [positionAt(10)]);
    expect(await positions.of(list, 2)).toEqual([]);
    await positions.add(list, 2, [positionAt(20)]);
    await positions.add(list, 1, [positionAt(30)]);
    expect(await positions.of(list, 2)).toEqual([positionAt(20)]);
    expect(await positions.of(list, 1)).toEqual([]);
  });

  it('positions are right for later versions as long as no change moved a row of the list', async () => {
    const change = (version: number, country: string) => ({
      version,
      id: 1,
      before: { country: 'Norway', city: 'Oslo' },
      after: { country, city: 'Bergen' },
    });
    const changes = [
      { change: change(2, 'Norway'), was: true },
      { change: change(3, 'Sweden'), was: true },
    ];
    const positions = createKnownPositions({
      between: async ({ filters }, from, to) =>
        changes
          .filter(({ change: { version } }) => version > from && version <= to)
          .map((judged) => ({ ...judged, is: filters.country === undefined || judged.change.after.country === 'Norway' })),
    });
    await positions.add(other, 1, [positionAt(10)]);
    expect(await positions.of(other, 2)).toEqual([positionAt(10)]);
    expect(await positions.of(other, 3)).toEqual([]);
    await positions.add(list, 1, [positionAt(10)]);
    expect(await positions.of(list, 3)).toEqual([positionAt(10)]);
  });

  it('positions belong to one list, each index once, in order', async () => {
    const positions = createKnownPositions(nothingKnown);
    await positions.add(list, 1, [positionAt(20), positionAt(10)]);
    await positions.add(list, 1, [positionAt(20, 'again')]);
    await positions.add(other, 1, [positionAt(5)]);
    expect(await positions.of(list, 1)).toEqual([positionAt(10), positionAt(20, 'again')]);
  });

  it('the number of positions is limited, and they spread over the list', async () => {
    const positions = createKnownPositions(nothingKnown);
    for (let index = 0; index < 5000; index += 10) await positions.add(list, 1, [positionAt(index)]);
    const kept = (await positions.of(list, 1)).map(({ index }) => index);
    expect(kept.length).toBeLessThanOrEqual(120);
    const gaps = kept.slice(1).map((index, at) => index - (kept[at] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(500);
  });

  it('positions with long cells are left out', async () => {
    const positions = createKnownPositions(nothingKnown);
    await positions.add(list, 1, [positionAt(10, 'x'.repeat(10_000)), positionAt(20)]);
    expect(await positions.of(list, 1)).toEqual([positionAt(20)]);
  });
});
