import { CellProblem } from '@leadloom/shared/domain/cell-problem';
import type { ColumnKind } from '@leadloom/shared/tables/define-table';
import { anyCharacter } from '@leadloom/shared/testing/any-character';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cellReader } from './read-cell.ts';

const read = (kind: ColumnKind, raw: unknown) => {
  const value = cellReader({ field: 'cell', headerName: 'Cell', kind })(raw);
  return value instanceof CellProblem ? `! ${value.reason}` : value;
};
const problem = expect.stringMatching(/^! /);

describe('whole numbers', () => {
  test.each([
    ['12', 12],
    [' 1,234 ', 1234],
    ['1,234,567', 1_234_567],
    ['12,34,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1 234', 1234],
    ['1\u00a0234', 1234],
    ["1'234", 1234],
    ['12.0', 12],
    ['1e3', 1000],
    ['1.2K', 1200],
    ['3M', 3_000_000],
    ['−5', -5],
    ['+5', 5],
    ['-0', 0],
    ['９', 9],
    [7, 7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%j is read as %j', (raw, value) => expect(read('integer', raw)).toBe(value));

  test.each([
    '1.5',
    '1.234',
    '1.000',
    '10-50',
    '200+',
    'ten',
    '9007199254740993',
    '1e400',
    '0x10',
    '5%',
    '1,23',
    '--5',
    'Infinity',
    '1.2345K',
  ])('%j is refused', (raw) => expect(read('integer', raw)).toEqual(problem));
});

describe('amounts in millions of dollars', () => {
  test.each([
    ['1.5', 1.5],
    ['$1.5', 1.5],
    ['$1.2M', 1.2],
    ['1.2 million', 1.2],
    ['$500K', 0.5],
    ['US$ 1.2bn', 1200],
    ['USD 3', 3],
    ['3 USD', 3],
    ['$1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['12,5', 12.5],
    ['($2.5)', -2.5],
    ['-$2.5', -2.5],
    ['-2.5', -2.5],
    ['1.1B', 1100],
  ])('%j is read as %j', (raw, value) => expect(read('money', raw)).toBe(value));

  test.each(['€5', '5 EUR', '£1.2M', '$', '$1.2X', '1.2.3', 'about 5', '(-5)'])('%j is refused', (raw) =>
    expect(read('money', raw)).toEqual(problem),
  );
});

describe('other numbers', () => {
  test.each([
    ['4.5', 4.5],
    ['4,5', 4.5],
    ['.5', 0.5],
    ['5.', 5],
    ['0,125', 0.125],
    ['1234,567', 1234.567],
  ])('%j is read as %j', (raw, value) => expect(read('number', raw)).toBe(value));

  test.each(['4.5K', '4.5/5', 'NaN5', '$4'])('%j is refused', (raw) => expect(read('number', raw)).toEqual(problem));

  // What is compared and summed in two databases is a number that both order alike.
  test.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    JSON.parse('-1e400'),
    'NaN',
    'nan',
    'Infinity',
    '-infinity',
    '∞',
    'inf',
    '1e400',
    '-9e999',
  ])('%j is no number that a cell may hold', (raw) => {
    for (const kind of ['integer', 'number', 'money'] as const) {
      const value = read(kind, raw);
      expect(value === null || (typeof value === 'string' && value.startsWith('! '))).toBe(true);
    }
  });

  it('numbers are unchanged after JavaScript writes them in any of its forms', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(finite, (value) => {
        expect(read('number', String(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});

describe('days', () => {
  test.each([
    ['2024-05-03', '2024-05-03'],
    ['2024/5/3', '2024-05-03'],
    ['2024.05.03', '2024-05-03'],
    ['20240503', '2024-05-03'],
    ['2024-05-03T23:30:00-05:00', '2024-05-03'],
    ['2024-05-03 10:00:00', '2024-05-03'],
    ['31/12/2023', '2023-12-31'],
    ['12/31/2023', '2023-12-31'],
    ['5/5/2024', '2024-05-05'],
    ['03.05.2024', '2024-05-03'],
    ['3 May 2024', '2024-05-03'],
    ['3rd of May, 2024', '2024-05-03'],
    ['03-May-2024', '2024-05-03'],
    ['May 3, 2024', '2024-05-03'],
    ['Fri, Sept. 13th 2024', '2024-09-13'],
    ['3. März 2024', '2024-03-03'],
    ['29.02.2024', '2024-02-29'],
    ['May 2024', '2024-05-01'],
    ['Sept. 2024', '2024-09-01'],
    ['août 2024', '2024-08-01'],
    ['May-2024', '2024-05-01'],
    ['2024-07', '2024-07-01'],
    ['2024/7', '2024-07-01'],
    ['07/2024', '2024-07-01'],
    ['Q3 2024', '2024-07-01'],
    ['2024', '2024-01-01'],
    ['45123', '2023-07-16'],
    ['45123.75', '2023-07-16'],
  ])('%j is read as %j', (raw, value) => expect(read('date', raw)).toBe(value));

  test.each([
    '03/05/2024',
    '2023-02-29',
    '31.04.2024',
    '2024-13-01',
    '3 May 24',
    'Maybe 2024',
    'Q5 2024',
    '13/2024',
    '2024-13',
    '1850',
    '123',
    '0000-01-01',
    'soon',
    '2024-05-03 at noon',
    '2024-05-03 25:00',
  ])('%j is refused', (raw) => expect(read('date', raw)).toEqual(problem));

  it('an ambiguous day is refused with a hint instead of guessed', () => {
    expect(read('date', '03/05/2024')).toBe('! "03/05/2024" could be two days; write it as 2024-MM-DD');
  });
});

describe('times', () => {
  test.each([
    ['2024-05-03T10:20:30Z', '2024-05-03T10:20:30.000Z'],
    ['2024-05-03T10:20:30.5Z', '2024-05-03T10:20:30.500Z'],
    ['2024-05-03T10:20:30.123456Z', '2024-05-03T10:20:30.123Z'],
    ['2024-05-03T10:20:30+02:00', '2024-05-03T08:20:30.000Z'],
    ['2024-05-03 10:20:30+00', '2024-05-03T10:20:30.000Z'],
    ['2024-05-03 10:20:30 UTC', '2024-05-03T10:20:30.000Z'],
    ['2024-05-03 10:20', '2024-05-03T10:20:00.000Z'],
    ['2024-05-03', '2024-05-03T00:00:00.000Z'],
    ['1714731630', '2024-05-03T10:20:30.000Z'],
    ['1714731630.0', '2024-05-03T10:20:30.000Z'],
    [1_714_731_630, '2024-05-03T10:20:30.000Z'],
    ['1714731630123', '2024-05-03T10:20:30.123Z'],
    ['May 3, 2024 10:20 PM', '2024-05-03T22:20:00.000Z'],
    ['3 May 2024, 12:05 a.m.', '2024-05-03T00:05:00.000Z'],
    ['Fri May 03 2024 10:20:30 GMT+0200 (Central European Summer Time)', '2024-05-03T08:20:30.000Z'],
    ['Fri, 03 May 2024 10:20:30 GMT', '2024-05-03T10:20:30.000Z'],
    [new Date('2024-05-03T10:20:30Z'), '2024-05-03T10:20:30.000Z'],
    ['2024-05-03 10:20 EST', '2024-05-03T15:20:00.000Z'],
    ['2024-05-03 10:20 PDT', '2024-05-03T17:20:00.000Z'],
    ['5/13/2024 8:30 AM CST', '2024-05-13T14:30:00.000Z'],
    ['03.05.2024 10:20 CEST', '2024-05-03T08:20:00.000Z'],
    ['2024-05-03 10:20 Europe/Oslo', '2024-05-03T08:20:00.000Z'],
    ['2024-12-03T10:20:30[America/New_York]', '2024-12-03T15:20:30.000Z'],
    ['45415.430902777776', '2024-05-03T10:20:30.000Z'],
  ])('%j is read as %j', (raw, value) => expect(read('time', raw)).toBe(value));

  test.each([
    '2024-05-03T25:00:00Z',
    '2024-02-30T10:00:00Z',
    '2024-05-03 10:20 IST',
    '2024-05-03 10:20 Europe/Nowhere',
    'May 2024',
    '2024',
    '13:00 PM',
    '12345',
    '99999999999999',
    '20240503102030',
    '2024-05-03 13:00 PM',
    'yesterday',
  ])('%j is refused', (raw) => expect(read('time', raw)).toEqual(problem));
});

describe('lists', () => {
  test.each([
    ['SaaS, Mobile', ['SaaS', 'Mobile']],
    ['SaaS;Mobile; Big Data', ['SaaS', 'Mobile', 'Big Data']],
    ['Media, Print | SaaS', ['Media, Print', 'SaaS']],
    ['["Media, Print","SaaS"]', ['Media, Print', 'SaaS']],
    ["['SaaS', \"O'Neill\"]", ['SaaS', "O'Neill"]],
    ['{SaaS,"Media, Print","a ""b\\""}', ['SaaS', 'Media, Print', 'a "b"']],
    ['{NULL,a}', ['a']],
    [
      ['a', ' a ', 'b', '', null],
      ['a', 'b'],
    ],
    ['a\nb', ['a', 'b']],
    ['[Draft] one, two', ['[Draft] one', 'two']],
    ['a,,b,', ['a', 'b']],
    [
      [1, 2],
      ['1', '2'],
    ],
    ['[]', null],
    ['{}', null],
    ['n/a', null],
    [[], null],
  ])('%j is read as %j', (raw, value) => expect(read('list', raw)).toEqual(value));

  test.each([
    [[{ name: 'a' }]],
    [{ a: 1 }],
    ['x'.repeat(201)],
    [Array.from({ length: 201 }, (_, index) => `item ${index}`)],
    [['half a \ud800 pair']],
  ])('%j is refused', (raw) => expect(read('list', raw)).toEqual(problem));

  it('lists are unchanged after JSON', () => {
    const item = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) =>
      text
        .normalize('NFC')
        .replace(/[\s\p{Cc}\u200b\u2060\ufeff]+/gu, ' ')
        .normalize('NFC')
        .trim(),
    );
    const items = fc
      .uniqueArray(item, { maxLength: 20 })
      .map((list) => list.filter((text) => text !== '' && !/^(?:[-–—?]+|n[/.]?a\.?|null|none)$/i.test(text)));
    fc.assert(
      fc.property(items, (list) => {
        expect(read('list', JSON.stringify(list))).toEqual(list.length === 0 ? null : list);
      }),
    );
  });
});

describe('texts', () => {
  test.each([
    ['  Acme  ', 'Acme'],
    ['Acme\r\nInc.', 'Acme Inc.'],
    ['Acme\u00a0\tInc.', 'Acme Inc.'],
    ['Zoe\u0308', 'Zoë'],
    ['\ufeffAcme\u200b', 'Acme'],
    ['n/a', 'n/a'],
    ['   ', null],
    ['', null],
    [null, null],
    [12, '12'],
    [true, 'true'],
    ["=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"],
  ])('%j is read as %j', (raw, value) => expect(read('text', raw)).toBe(value));

  test.each([['a\0b'], ['half \udc00'], ['x'.repeat(501)], [{}], [['a']]])('%j is refused', (raw) =>
    expect(read('text', raw)).toEqual(problem),
  );

  it('long texts keep their lines', () => {
    expect(read('long-text', ' one\r\ntwo\rthree\u0007 ')).toBe('one\ntwo\nthree');
    expect(read('long-text', 'x'.repeat(100_001))).toEqual(problem);
    expect(read('long-text', 'x'.repeat(10_000_000))).toEqual(problem);
  });

  it.each(['text', 'long-text'] as const)('%s: a cleaned text is not changed by cleaning it again', (kind) => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (raw) => {
        const once = read(kind, raw);
        if (typeof once === 'string' && once.startsWith('! ')) return;
        expect(read(kind, once)).toBe(once);
      }),
    );
  });
});

describe('booleans, emails and telephone numbers', () => {
  test.each([
    ...['yes', 'TRUE', '1', 'y', 't', 'on', true, 1].map((raw) => ['boolean', raw, true] as const),
    ...['no', 'False', '0', 'n', 'f', 'off', false, 0].map((raw) => ['boolean', raw, false] as const),
    ['boolean', 'unknown', null],
    ['email', ' Maren@Nordwind.example ', 'Maren@Nordwind.example'],
    ['email', 'mailto:maren@nordwind.example', 'maren@nordwind.example'],
    ['email', '-', null],
    ['phone', '+49 (30) 555 010', '+49 (30) 555 010'],
    ['phone', 'N/A', null],
    ['email', 'a@nordwind.example; b@nordwind.example', 'a@nordwind.example'],
    ['email', 'a@nordwind.example, b@nordwind.example', 'a@nordwind.example'],
    ['email', 'Maren Holt <maren@nordwind.example>', 'maren@nordwind.example'],
  ] as const)('%s: %j is read as %j', (kind, raw, value) => expect(read(kind, raw)).toBe(value));

  test.each([
    ['boolean', 'maybe'],
    ['boolean', '2'],
    ['email', 'maren'],
    ['email', 'Maren, not known; b@nordwind.example'],
    ['email', 'maren@localhost'],
    ['phone', 'call me'],
    ['phone', '4.93056E+11'],
    ['phone', '1'.repeat(101)],
  ] as const)('%s: %j is refused', (kind, raw) => expect(read(kind, raw)).toEqual(problem));
});

describe('every kind', () => {
  const kinds = [
    'text',
    'long-text',
    'list',
    'boolean',
    'integer',
    'number',
    'money',
    'date',
    'time',
    'link',
    'email',
    'phone',
  ] as const;

  it.each(kinds)('%s: any value is read without an error, and the result fits the database', (kind) => {
    const value = fc.oneof(fc.string({ unit: anyCharacter }), fc.string(), fc.anything());
    fc.assert(
      fc.property(value, (raw) => {
        const result = cellReader({ field: 'cell', headerName: 'Cell', kind })(raw);
        const text = JSON.stringify(result instanceof CellProblem ? result.reason : result);
        expect(text.includes('\\u0000')).toBe(false);
        expect(text.isWellFormed() && !/\\ud[89a-f]/i.test(text)).toBe(true);
      }),
    );
  });

  it.each(kinds)('%s: long nonsense is read quickly', (kind) => {
    const attacks = [
      '1'.repeat(100_000),
      ','.repeat(100_000),
      ' '.repeat(100_000),
      `${'a.'.repeat(50_000)}!`,
      '"'.repeat(100_000),
      `[${"'".repeat(99_999)}]`,
      `{${' '.repeat(99_990)}"}`,
      '-'.repeat(100_000),
      `${'a'.repeat(2_000)}@`,
      '1 '.repeat(50_000),
    ];
    for (const raw of attacks) {
      const began = process.cpuUsage();
      read(kind, raw);
      expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000);
    }
  });
});
