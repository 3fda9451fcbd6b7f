import { describe, expect, it } from 'vitest';
import { readNumberRange, readRangeCell } from './read-number-range.ts';

const MOST = Number.MAX_SAFE_INTEGER;

describe('ranges of numbers', () => {
  it.each([
    ['11 - 50', 11, 50],
    ['501 to 1000 Employees', 501, 1000],
    ['10,001+', 10_001, MOST],
    ['1-10', 1, 10],
    ['50–99', 50, 99],
    ['1 à 9', 1, 9],
    ['de 10 à 49 salariés', 10, 49],
    ['entre 10 et 49', 10, 49],
    ['von 11 bis 50 Mitarbeitern', 11, 50],
    ['11 bis 50 Mitarbeiter', 11, 50],
    ['zwischen 1.000 und 5.000', 1000, 5000],
    ['1 001 - 5 000 employees', 1001, 5000],
    ["1'001–5'000 Beschäftigte", 1001, 5000],
    ['entre 11 y 50 empleados', 11, 50],
    ['De 11 a 50 funcionários', 11, 50],
    ['da 10 a 49 addetti', 10, 49],
    ['1K-5K', 1000, 5000],
    ['5k+', 5000, MOST],
    ['10000+ employees', 10_000, MOST],
    ['1,000 or more', 1000, MOST],
    ['über 250', 251, MOST],
    ['plus de 5000', 5001, MOST],
    ['mehr als 10 Mitarbeiter', 11, MOST],
    ['> 500', 501, MOST],
    ['≥500', 500, MOST],
    ['under 10', 0, 9],
    ['< 10', 0, 9],
    ['moins de 10 salariés', 0, 9],
    ['meno di 10', 0, 9],
    ['up to 10', 0, 10],
    ['bis zu 10', 0, 10],
    ['até 10', 0, 10],
    ['50 employees', 50, 50],
    ['0 - 1 employee', 0, 1],
  ])('%s is from %s to %s', (text, from, to) => {
    expect(readNumberRange(text)).toEqual({ from, to });
  });

  it.each([
    'Oct-50',
    '10-Jan',
    '2-Nov',
    '2050-11-01',
    '01.10.2024',
    '01.10',
    '1/10',
    '50',
    '1.000',
    '1.000 employees',
    '50-11',
    '-5',
    '1-',
    '11 - 50 - 200',
    '1.5 - 2.5',
    'about 50',
    '~50',
    'many',
    '',
    `1-${'9'.repeat(20)}`,
    '1 or 2',
    '#-#',
    `${'1'.repeat(300)}-2`,
  ])('%s is no range', (text) => expect(readNumberRange(text)).toBeNull());

  it('a number alone is a range of one in a column of ranges', () => {
    expect(readRangeCell('50')).toEqual({ from: 50, to: 50 });
    for (const other of ['-1', '1.000', '2.5', 'x', null, 5]) expect(readRangeCell(other)).toBeNull();
  });
});
