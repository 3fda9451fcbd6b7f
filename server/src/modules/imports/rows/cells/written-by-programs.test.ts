import { CellProblem } from '@leadloom/shared/domain/cell-problem';
import type { ColumnKind } from '@leadloom/shared/tables/define-table';
import { describe, expect, it, test } from 'vitest';
import { cellReader } from './read-cell.ts';
import { type CellConventions, conventionsOf, OWN_CONVENTIONS } from './written-by-programs.ts';

const foreign: CellConventions = { isForeign: true, hasDecimalCommas: false, isHtml: false };
const read = (kind: ColumnKind, raw: unknown, conventions: CellConventions) => {
  const value = cellReader({ field: 'cell', headerName: 'Cell', kind }, { conventions })(raw);
  return value instanceof CellProblem ? `! ${value.reason}` : value;
};

describe('cells that other programs wrote', () => {
  test.each<[ColumnKind, string, unknown]>([
    ['phone', "'+55 45 3223-0100", '+55 45 3223-0100'],
    ['email', "'ada@weaver.example", 'ada@weaver.example'],
    ['integer', "'1200", 1200],
    ['text', "'+49 30 555010", '+49 30 555010'],
    ['text', "'t Weefhuis", "'t Weefhuis"],
    ['long-text', "'Tis a loom.", "'Tis a loom."],
    ['phone', '="+442079460000"', '+442079460000'],
    ['text', '="00123"', '00123'],
    ['text', '="say ""warp"""', 'say "warp"'],
    ['integer', '="1200"', 1200],
    ['date', '="2024-03-05"', '2024-03-05'],
    ['phone', '442079460001.0', '442079460001'],
    ['integer', '250.0', 250],
    ['integer', '~200', 200],
    ['integer', 'ca. 1,200', 1200],
    ['money', '≈ $3M', 3],
    ['text', 'None', null],
    ['text', 'NULL', null],
    ['text', 'N/A', null],
    ['long-text', 'NaN', null],
    ['list', 'None', null],
    ['text', 'Nina None', 'Nina None'],
    ['text', 'Null', 'Null'],
    ['text', "{'locationName': 'Oslo', 'country': 'Norway'}", '! holds an object instead of one value'],
    ['long-text', '[{"name": "Weaver"}]', '! holds an object instead of one value'],
    ['text', '{braced}', '{braced}'],
  ])('%s: %s', (kind, raw, value) => expect(read(kind, raw, foreign)).toEqual(value));

  test.each<[ColumnKind, string, unknown]>([
    ['integer', '1.250', 1250],
    // Whole numbers have no decimals.
    ['integer', '1,516', 1516],
    ['integer', '1,516,200', 1516200],
    ['integer', '10.500', 10_500],
    ['integer', '12', 12],
    ['money', '8,5', 8.5],
    ['money', '1.250,75', 1250.75],
    ['money', '-1,5', -1.5],
    ['integer', '1.234.567', 1_234_567],
    ['number', '4,125', 4.125],
  ])('in a file of decimal commas, %s: %s', (kind, raw, value) =>
    expect(read(kind, raw, { ...foreign, hasDecimalCommas: true })).toEqual(value),
  );

  test.each<[ColumnKind, string, unknown]>([
    ['text', 'Warp &amp; Weft', 'Warp & Weft'],
    ['text', 'Caf&eacute; &#39;Loom&#39;', "Café 'Loom'"],
    ['link', 'https://weaver.example/?a=1&amp;b=2', 'https://weaver.example/?a=1&b=2'],
  ])('in a file of HTML, %s: %s', (kind, raw, value) => {
    const cell = read(kind, raw, { ...foreign, isHtml: true });
    expect(typeof cell === 'object' && cell !== null && 'address' in cell ? cell.address : cell).toEqual(value);
  });

  it.each<[ColumnKind, string]>([
    ['text', 'None'],
    ['text', 'Warp &amp; Weft'],
    ['text', '="00123"'],
    ['long-text', "{'a': 1}"],
  ])('a file of our own keeps %s %s as it is', (kind, raw) => expect(read(kind, raw, OWN_CONVENTIONS)).toBe(raw));
});

describe('what a file has in common', () => {
  const own = new Set(['name', 'city', 'updated_at']);
  it.each([
    ['our own header line', ['name', 'city', 'updated_at'], [['8,5', 'Warp &amp; Weft']], OWN_CONVENTIONS],
    ['another header line', ['Firma'], [['Weaver']], foreign],
    ['columns that were chosen', ['name', 'city'], [['Weaver', 'Oslo']], foreign],
    [
      'decimal commas',
      ['Firma', 'EBITDA'],
      [
        ['A', '8,5'],
        ['B', '1.250,00 €'],
      ],
      { ...foreign, hasDecimalCommas: true },
    ],
    [
      'decimal points',
      ['Firm', 'EBITDA'],
      [
        ['A', '8.5'],
        ['B', '0,5'],
      ],
      foreign,
    ],
    [
      'thousands alone',
      ['Firm', 'Staff'],
      [
        ['A', '1.250'],
        ['B', '1,250'],
      ],
      foreign,
    ],
    ['escapes of HTML', ['Firm'], [['Warp &amp; Weft']], { ...foreign, isHtml: true }],
    ['bare ampersands beside them', ['Firm'], [['Warp & Weft'], ['about &amp; signs']], foreign],
  ])('%s', (_, headers, rows, conventions) => expect(conventionsOf(headers, own, rows)).toEqual(conventions));
});
