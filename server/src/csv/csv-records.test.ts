import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createCsvReader, type Dialect, RECORD_LIMIT } from './csv-records.ts';

const COMMAS: Dialect = { delimiter: ',', endsAtReturn: false };

function readAll(text: string, dialect: Dialect = COMMAS, chunks: readonly string[] = [text]) {
  const reader = createCsvReader(dialect);
  return [...chunks.flatMap((chunk) => reader.read(chunk)), ...reader.end()];
}
const cellsOf = (text: string, dialect?: Dialect) => readAll(text, dialect).map(({ cells }) => cells);

describe('CSV records', () => {
  test.each([
    [
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['"a,1","b\n2"\r\n', [['a,1', 'b\n2']]],
    ['"say ""hi""",b', [['say "hi"', 'b']]],
    ['"",b', [['', 'b']]],
    ['a, "b, c" ,d', [['a', 'b, c', 'd']]],
    ['a,b"c"d', [['a', 'b"c"d']]],
    [
      'a,\n,b',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['\n\n  \na\n\n', [['a']]],
    ['a,b,', [['a', 'b', '']]],
    [' a ,b', [[' a ', 'b']]],
    ['"a\r"\r\nb', [['a\r'], ['b']]],
    ['a\rb,c', [['a\rb', 'c']]],
    ['', []],
  ])('%j', (text, cells) => expect(cellsOf(text)).toEqual(cells));

  test.each([
    [';', 'a;"b;c"\n', ['a', 'b;c']],
    ['\t', 'a\t"b\tc"\t d\n', ['a', 'b\tc', ' d']],
    ['|', 'a|b,c\n', ['a', 'b,c']],
  ])('cells separated by %j are told apart', (delimiter, text, cells) => {
    expect(cellsOf(text, { delimiter, endsAtReturn: false })).toEqual([cells]);
  });

  it('lines may end with lone carriage returns', () => {
    const dialect = { delimiter: ',', endsAtReturn: true };
    expect(cellsOf('a,b\rc,"d\re"\r\nf,g', dialect)).toEqual([
      ['a', 'b'],
      ['c', 'd\re'],
      ['f', 'g'],
    ]);
  });

  it('records have the number of their first line and their source text', () => {
    const records = readAll('name\n"two\nlines",x\r\n\nlast\n');
    expect(records.map(({ line, raw }) => [line, raw])).toEqual([
      [1, 'name'],
      [2, '"two\nlines",x'],
      [5, 'last'],
    ]);
  });

  it('a quote that ends inside a cell is reported, and reading continues with the next line', () => {
    const records = readAll('"He said "hi" to me",b\nc,d\n');
    expect(records.map(({ line, problem }) => [line, problem])).toEqual([
      [1, 'a quote ends in the middle of a cell'],
      [2, null],
    ]);
  });

  it('a file with a quote that is never closed is refused', () => {
    expect(() => readAll('a,b\nc,"d\ne,f\n')).toThrow('a quote is opened in line 2 and never closed');
  });

  it('records may be long, but not unlimited', () => {
    const long = 'x'.repeat(10_000_000);
    expect(cellsOf(`a,"${long}"\n`)[0]?.[1]).toHaveLength(10_000_000);
    const endless = Array.from({ length: 40 }, () => 'y'.repeat(RECORD_LIMIT / 16));
    expect(() => readAll('', COMMAS, ['a\n', ...endless])).toThrow(
      'the record that begins in line 2 is longer than 16 million characters',
    );
    expect(() => readAll('', COMMAS, ['a\n"', ...endless])).toThrow('line 2');
  });

  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', ';', '\n', '\r', '\r\n', 'é', '😀') }),
    fc.string(),
  );
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 });
  const written = (rows: readonly (readonly string[])[], delimiter: string, end: string) =>
    rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter)).join(end);

  it('the written cells are read, wherever the text is cut', () => {
    const dialects = fc.tuple(fc.constantFrom(',', ';', '\t', '|'), fc.constantFrom('\n', '\r\n', '\r'));
    const cuts = fc.array(fc.nat(400), { maxLength: 10 });
    fc.assert(
      fc.property(table, dialects, cuts, (rows, [delimiter, end], cutsAt) => {
        const text = written(rows, delimiter, end);
        const sorted = [0, ...cutsAt.filter((cut) => cut < text.length).sort((one, other) => one - other), text.length];
        const chunks = sorted.slice(1).map((cut, index) => text.slice(sorted[index], cut));
        const records = readAll('', { delimiter, endsAtReturn: end === '\r' }, chunks);
        expect(records.map(({ cells }) => cells)).toEqual(rows);
        expect(records.map(({ raw }) => raw).join(end)).toBe(text);
      }),
    );
  });

  it('the records are those that another CSV reader finds', () => {
    const unquoted = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '-', '.') });
    const mixed = fc.array(
      fc.array(
        fc.oneof(
          unquoted,
          cell.map((text) => `"${text.replaceAll('"', '""')}"`),
        ),
        { minLength: 2, maxLength: 4 },
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(mixed, (rows) => {
        const text = rows.map((row) => row.join(',')).join('\n');
        const expected: unknown = parse(text, { relax_column_count: true, record_delimiter: '\n' });
        expect(cellsOf(text)).toEqual(expected);
      }),
    );
  });
});
