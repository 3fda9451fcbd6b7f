import { describe, expect, test } from 'vitest';
import { columnName, sheetName } from './sheet-xml.ts';

describe('names in a workbook', () => {
  test.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [52, 'BA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('column %i is %s', (index, name) => {
    expect(columnName(index)).toBe(name);
  });

  test.each([
    ['Companies', 1, 'Companies'],
    ['Companies', 2, 'Companies 2'],
    ["'a/b:c'", 1, 'a b c'],
    ['A title that is longer than a sheet has room for', 12, 'A title that is longer than  12'],
  ])('sheet %j number %i is %j', (title, number, name) => {
    expect(sheetName(title, number)).toBe(name);
  });
});
