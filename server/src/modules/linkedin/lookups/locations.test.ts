import { describe, expect, it } from 'vitest';
import { foldText } from '../../tables/values/fold-text.ts';
import { locations } from './locations.ts';

describe('the bundled locations', () => {
  it('every number is one of LinkedIn’s, and no two places share a number or a label', () => {
    const ids = locations.flatMap(({ ids }) => ids);
    expect(ids).toHaveLength(865);
    expect(ids.filter((id) => !/^[1-9]\d{7,8}$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(locations.map(({ label }) => label)).size).toBe(locations.length);
  });

  it('no two countries share a name, and no place has the same name twice', () => {
    const countries = locations.filter(({ kind }) => kind === 'country');
    const names = countries.flatMap(({ name, aliases }) => [name, ...aliases].map(foldText));
    expect(names.filter((name, position) => names.indexOf(name) !== position)).toEqual([]);
    const twice = locations.filter(({ name, aliases }) => new Set([name, ...aliases].map(foldText)).size !== aliases.length + 1);
    expect(twice.map(({ label }) => label)).toEqual([]);
  });
});
