import { companies } from '@leadloom/shared/tables/companies';
import { people } from '@leadloom/shared/tables/people';
import { anyCharacter } from '@leadloom/shared/testing/any-character';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RawCell, writeRow } from './write-row.ts';

/** One cell of a company in the response, with all others blank. */
function answered(field: string, cell: RawCell): unknown {
  const cells = companies.columns.map((column) => (column.field === field ? cell : null));
  return JSON.parse(writeRow(companies, [...cells, '7', '3']))[field];
}

describe('a row as JSON', () => {
  it('a row has its id, its version and every column, including blank ones', () => {
    const row = JSON.parse(writeRow(people, [...people.columns.map(() => null), '12', '34']));
    expect(row).toEqual({ id: 12, changed_in: 34, ...Object.fromEntries(people.columns.map(({ field }) => [field, null])) });
  });

  it('any text is kept', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(answered('name', text)).toBe(text);
      }),
    );
  });

  it.each([
    ['0', 0],
    ['-12.5', -12.5],
    ['1e+20', 1e20],
    ['5e-324', 5e-324],
    ['NaN', null],
    ['Infinity', null],
    ['-Infinity', null],
  ])('the number %s is written as %s', (cell, value) => {
    expect(answered('revenue', cell)).toBe(value);
  });

  it.each([
    ['2026-01-02 03:04:05+00', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05.6+00', '2026-01-02T03:04:05.600Z'],
    ['2026-01-02 03:04:05.123456+00', '2026-01-02T03:04:05.123Z'],
    ['2026-01-02 03:04:05.123+05:30', '2026-01-01T21:34:05.123Z'],
    ['2026-01-02 03:04:05-08', '2026-01-02T11:04:05.000Z'],
    ['infinity', null],
  ])('the time %s is written as %s, whatever the zone of the connection', (cell, value) => {
    expect(answered('updated_at', cell)).toBe(value);
  });

  it('lists, dates and booleans are written as JSON', () => {
    expect(answered('verticals', '["a \\"b\\"","c, d"]')).toEqual(['a "b"', 'c, d']);
    expect(answered('last_financing_on', '2026-01-02')).toBe('2026-01-02');
    const cells = people.columns.map(({ field }) => (field === 'is_investor' ? 'f' : null));
    expect(JSON.parse(writeRow(people, [...cells, '1', '1'])).is_investor).toBe(false);
  });
});
