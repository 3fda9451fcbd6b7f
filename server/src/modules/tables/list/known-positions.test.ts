import { describe, expect, it } from 'vitest';
import { createKnownPositions } from './known-positions.ts';
import type { Position } from './position.ts';

const positionAt = (index: number, key = 'key'): Position => ({ index, key, id: index });

describe('known positions', () => {
  it('positions belong to one version: a newer version replaces an older one, never the other way round', () => {
    const positions = createKnownPositions();
    positions.add('list', 1, [positionAt(10)]);
    expect(positions.of('list', 2)).toEqual([]);
    positions.add('list', 2, [positionAt(20)]);
    positions.add('list', 1, [positionAt(30)]);
    expect(positions.of('list', 2)).toEqual([positionAt(20)]);
    expect(positions.of('list', 1)).toEqual([]);
  });

  it('positions belong to one list, each index once, in order', () => {
    const positions = createKnownPositions();
    positions.add('list', 1, [positionAt(20), positionAt(10)]);
    positions.add('list', 1, [positionAt(20, 'again')]);
    positions.add('other', 1, [positionAt(5)]);
    expect(positions.of('list', 1)).toEqual([positionAt(10), positionAt(20, 'again')]);
  });

  it('the number of positions is limited, and they spread over the list', () => {
    const positions = createKnownPositions();
    for (let index = 0; index < 5000; index += 10) positions.add('list', 1, [positionAt(index)]);
    const kept = positions.of('list', 1).map(({ index }) => index);
    expect(kept.length).toBeLessThanOrEqual(120);
    const gaps = kept.slice(1).map((index, at) => index - (kept[at] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(500);
  });

  it('positions with long cells are left out', () => {
    const positions = createKnownPositions();
    positions.add('list', 1, [positionAt(10, 'x'.repeat(10_000)), positionAt(20)]);
    expect(positions.of('list', 1)).toEqual([positionAt(20)]);
  });
});
