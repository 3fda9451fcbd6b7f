import { describe, expect, test } from 'vitest';
import { safeCell, unsafeCell } from './safe-cell.ts';

const dangerous = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://example.com","open")',
  '@SUM(1,1)',
  '+1+2',
  '-2+3',
  '+cmd|/C calc!A0',
  '-@SUM(1)',
  '- a list item',
  '+',
  '\t=1+1',
  '\tplain',
  '\rplain',
  '\0plain',
  '\n=1+1',
  '   =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\ufeff=1+1',
  '\u3000＝1+1',
  '＝1+1',
  '＋1+2',
  '－1+2',
  '＠SUM(1)',
  '﹦1',
  '+49 30 555010, =1+1',
  "+49 30 555010'!A0",
  '-+1',
  '+1.5e3()',
];

const harmless = [
  '',
  'Head of Supply Chain',
  '12',
  '-12',
  '+3.5',
  '-1,000.25',
  '-4%',
  '+49 30 555010',
  '+1 (555) 010-2030',
  '+1-555-010-2030',
  '+49.30.555010',
  '+49 30 555010, +49 30 555011',
  'a=b',
  'maren@example.com',
  '"=1+1"',
  "O'Neill",
  "'quoted'",
  'Ümit Çelik',
];

describe('safe cell', () => {
  test.each(dangerous)('%j gets an apostrophe in front', (text) => {
    expect(safeCell(text)).toBe(`'${text}`);
  });

  test.each(harmless)('%j stays unchanged', (text) => {
    expect(safeCell(text)).toBe(text);
  });

  test.each([...dangerous, ...harmless, "'=1+1", "''=1+1", "'", "'plain", "'+49 30 555010"])(
    '%j is restored unchanged',
    (text) => {
      expect(unsafeCell(safeCell(text))).toBe(text);
    },
  );

  test('text that starts with an apostrophe and a formula does not collide with an escaped formula', () => {
    expect(safeCell("'=1+1")).not.toBe(safeCell('=1+1'));
  });
});
