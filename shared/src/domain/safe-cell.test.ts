import fc from 'fast-check';
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
  '\tplain',
  '\rplain',
  '\0plain',
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
  "+49 30 555010'!A0",
  '-+1',
  '+1.5e3()',
];

/** Each with its safe form. */
const behindSeparators = [
  ['a;=1+1', "a;'=1+1"],
  ['a; "=1+1"', 'a; "\'=1+1"'],
  ['a;""\u00a0=1+1', 'a;""\u00a0\'=1+1'],
  ['a,@SUM(1)', "a,'@SUM(1)"],
  ['a|+1+2', "a|'+1+2"],
  ['a\t-2+3', "a\t'-2+3"],
  ['a\r\n=1+1', "a\r\n'=1+1"],
  ['a;＝1+1', "a;'＝1+1"],
  ['a;=1;=2', "a;'=1;'=2"],
  ["a;'=1+1", "a;''=1+1"],
  ["a;''@b", "a;'''@b"],
  // In a locale of decimal commas the formula goes on behind the comma; behind a bar it names what to run.
  ["a;-1,5+cmd|' /C calc'!A0", "a;'-1,5+cmd|' /C calc'!A0"],
  ["a;-1|' /C calc'!A0", "a;'-1|' /C calc'!A0"],
  ["a;+49 30 555010,5+cmd|''!A0", "a;'+49 30 555010,5+cmd|''!A0"],
  ['Sites:\n- Oslo', "Sites:\n'- Oslo"],
  // What begins the text gets its own apostrophe.
  ['\t=1+1', "'\t'=1+1"],
  ['\n=1+1', "'\n'=1+1"],
  ['+49 30 555010, =1+1', "'+49 30 555010, '=1+1"],
] as const;

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
  'a; -5',
  'a;-1,5;b',
  'x, +49 30 555010',
  'x|\t+1 (555) 010-2030 ,y',
  'maren@example.com; lena@example.com',
  'a;b=c',
  "a;'b",
];

/** Texts of all that the rule looks at. */
const crafted = fc
  .array(
    fc.constantFrom(
      "'",
      '=',
      '+',
      '-',
      '@',
      '＝',
      ',',
      ';',
      '|',
      '\t',
      '\n',
      '\r',
      '"',
      ' ',
      '\u200b',
      '5',
      '-1',
      '+49 30 555010',
      'a',
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));

describe('safe cell', () => {
  test.each(dangerous)('%j gets an apostrophe in front', (text) => {
    expect(safeCell(text)).toBe(`'${text}`);
  });

  test.each(behindSeparators)('in %j the apostrophe stands before the sign', (text, safe) => {
    expect(safeCell(text)).toBe(safe);
    expect(unsafeCell(safe)).toBe(text);
  });

  test('any text is restored unchanged', () => {
    fc.assert(
      fc.property(crafted, (text) => {
        expect(unsafeCell(safeCell(text))).toBe(text);
      }),
      { numRuns: 20_000 },
    );
  });

  test('cells of files from before the rule for separators are restored', () => {
    for (const text of ['\n=1+1', '+49 30 555010, =1+1', '=1;=2']) expect(unsafeCell(`'${text}`)).toBe(text);
  });

  test('a long cell of separators takes no longer than its length', () => {
    for (const part of ['\n', ';"', "'", "; '", ';+1 ', '; -1,'])
      expect(unsafeCell(safeCell(`a;${part.repeat(200_000)}`))).toBe(`a;${part.repeat(200_000)}`);
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
