import { describe, expect, it } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

describe('a bounded cache', () => {
  it('the least recently used entry is dropped first', () => {
    const cache = createBoundedCache<number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    expect(cache.get('a')).toBe(1);
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  it('a key holds its last value only', () => {
    const cache = createBoundedCache<number>(2);
    for (let value = 0; value < 5; value += 1) cache.set('a', value);
    cache.set('b', 9);
    expect([cache.get('a'), cache.get('b')]).toEqual([4, 9]);
  });

  it('entries count by weight, and one above the limit is not kept', () => {
    const cache = createBoundedCache<string>(10, (text) => text.length);
    cache.set('a', 'four');
    cache.set('b', 'four');
    cache.set('a', 'sixsix');
    expect([cache.get('a'), cache.get('b')]).toEqual(['sixsix', 'four']);
    cache.set('c', 'five5');
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 'four', 'five5']);
    cache.set('d', 'more than ten');
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([undefined, undefined, undefined, undefined]);
    cache.set('e', 'ten of ten');
    expect(cache.get('e')).toBe('ten of ten');
  });
});
