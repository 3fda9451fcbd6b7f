import { describe, expect, it } from 'vitest';
import { createKnownPositions } from './known-positions.ts';
import type { Position } from './position.ts';

const placeAt = (index: number, key = 'key'): Position => ({ index, key, id: index });

describe('known places', () => {
  it('are of one version: a newer one ends the older, and an older one never comes back', () => {
    const places = createKnownPositions();
    places.add('list', 1, [placeAt(10)]);
    expect(places.of('list', 2)).toEqual([]);
    places.add('list', 2, [placeAt(20)]);
    places.add('list', 1, [placeAt(30)]);
    expect(places.of('list', 2)).toEqual([placeAt(20)]);
    expect(places.of('list', 1)).toEqual([]);
  });

  it('are of one list, each index once, in order', () => {
    const places = createKnownPositions();
    places.add('list', 1, [placeAt(20), placeAt(10)]);
    places.add('list', 1, [placeAt(20, 'again')]);
    places.add('other', 1, [placeAt(5)]);
    expect(places.of('list', 1)).toEqual([placeAt(10), placeAt(20, 'again')]);
  });

  it('stay so many, and spread over the list', () => {
    const places = createKnownPositions();
    for (let index = 0; index < 5000; index += 10) places.add('list', 1, [placeAt(index)]);
    const kept = places.of('list', 1).map(({ index }) => index);
    expect(kept.length).toBeLessThanOrEqual(120);
    const gaps = kept.slice(1).map((index, at) => index - (kept[at] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(500);
  });

  it('leave out cells too long to be worth their memory', () => {
    const places = createKnownPositions();
    places.add('list', 1, [placeAt(10, 'x'.repeat(10_000)), placeAt(20)]);
    expect(places.of('list', 1)).toEqual([placeAt(20)]);
  });
});
