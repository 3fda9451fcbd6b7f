import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listFile, makeList, readTable, readTableFile } from './locations.ts';

const COLUMNS = 'id\tname\tcountry\tkind\tsources\tlabel\tother_names';

describe('the list of places', () => {
  it('is what the table makes', () => {
    expect(readFileSync(listFile, 'utf8')).toBe(makeList(readTableFile()));
  });

  it('the table has 865 numbers of every kind, each from at least two sources', () => {
    const rows = readTableFile();
    const counts = Object.entries(Object.groupBy(rows, ({ kind }) => kind)).map(([kind, same]) => [kind, same?.length]);
    expect(Object.fromEntries(counts)).toEqual({ country: 196, state: 228, metro: 131, city: 304, region: 6 });
    expect(rows.filter(({ sources }) => sources < 2)).toEqual([]);
  });

  it('every country of a place is itself in the table', () => {
    const rows = readTableFile();
    const countries = new Set(rows.filter(({ kind }) => kind === 'country').map(({ country }) => country));
    expect(rows.filter(({ kind, country }) => kind !== 'region' && !countries.has(country))).toEqual([]);
  });

  it('rows with the same label become one place with both numbers', () => {
    const rome = (id: string, sources: number) => `${id}\tRome\tIT\tcity\t${sources}\tRome, Latium, Italy\tRoma`;
    const list = makeList(readTable([COLUMNS, rome('10000001', 2), rome('10000002', 3)].join('\n')));
    expect(list).toContain("ids: ['10000001', '10000002'], sources: 3, aliases: ['Roma']");
  });

  it.each([
    ['a number that is none', 'abc\tRome\tIT\tcity\t2\tRome, Italy\t'],
    ['an unknown kind', '10000001\tRome\tIT\ttown\t2\tRome, Italy\t'],
    ['no country', '10000001\tRome\t\tcity\t2\tRome, Italy\t'],
    ['one source', '10000001\tRome\tIT\tcity\t1\tRome, Italy\t'],
    ['a column too many', '10000001\tRome\tIT\tcity\t2\tRome, Italy\t\tx'],
  ])('a line with %s is refused', (_, line) => {
    expect(() => readTable([COLUMNS, line].join('\n'))).toThrow('not a place');
  });

  it('a number that occurs twice is refused', () => {
    const line = '10000001\tRome\tIT\tcity\t2\tRome, Italy\t';
    expect(() => readTable([COLUMNS, line, line].join('\n'))).toThrow('occurs twice');
  });
});
