import { describe, expect, it } from 'vitest';
import { amongNames } from './among-names.ts';

const say = amongNames(['id', 'name']);

describe('a name that is none', () => {
  it('is told beside those there are', () => {
    expect(say({ input: 'nme' })).toBe('must be among id, name; not "nme".');
    expect(say({ input: ['name', 'x', 'id', 'a"b'] })).toBe('must be among id, name; not "x", "a\\"b".');
  });

  it('is not made up where what was sent is no name at all', () => {
    for (const input of [['name', 'id'], 7, null, undefined, [{}]]) expect(say({ input })).toBe('must be among id, name.');
  });

  it('is told as far as it helps, however many and long they are', () => {
    expect(say({ input: Array.from({ length: 900 }, () => 'x'.repeat(900)) }).length).toBeLessThan(400);
  });
});
