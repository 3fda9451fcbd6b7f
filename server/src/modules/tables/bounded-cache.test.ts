import { describe, expect, it } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

describe('a bounded cache', () => {
  it('forgets what was not used for longest', () => {
    const cache = createBoundedCache<number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    expect(cache.get('a')).toBe(1);
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  it('keeps one value a key, the last', () => {
    const cache = createBoundedCache<number>(2);
    for (let value = 0; value < 5; value += 1) cache.set('a', value);
    cache.set('b', 9);
    expect([cache.get('a'), cache.get('b')]).toEqual([4, 9]);
  });
});
