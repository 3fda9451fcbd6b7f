import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';
import { locations } from './locations.ts';

describe('the bundled locations', () => {
  it('every bundled location has a number, and no two share a name', () => {
    const ids = locations.map(({ id }) => id);
    expect(ids.filter((id) => !/^[1-9]\d{7,8}$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const names = locations.flatMap(({ name, aliases }) => [name, ...aliases].map(foldText));
    expect(names.filter((name, position) => names.indexOf(name) !== position)).toEqual([]);
  });
});
