import { describe, expect, it } from 'vitest';
import { amongNames } from './among-names.ts';

const say = amongNames(['id', 'name']);

describe('an unknown name', () => {
  it('an unknown name is quoted after the valid names', () => {
    expect(say({ input: 'nme' })).toBe('must be among id, name; not "nme".');
    expect(say({ input: ['name', 'x', 'id', 'a"b'] })).toBe('must be among id, name; not "x", "a\\"b".');
  });

  it('input that is not a text is not quoted', () => {
    for (const input of [['name', 'id'], 7, null, undefined, [{}]]) expect(say({ input })).toBe('must be among id, name.');
  });

  it('quoted names are limited in number and length', () => {
    expect(say({ input: Array.from({ length: 900 }, () => 'x'.repeat(900)) }).length).toBeLessThan(400);
  });
});
