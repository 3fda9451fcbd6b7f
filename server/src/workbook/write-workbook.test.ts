import { inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readWorkbook } from '../testing/read-workbook.ts';
import { type WorkbookChunk, type WorkbookForm, type WorkbookRow, writeWorkbook } from './write-workbook.ts';

const form: WorkbookForm = {
  title: 'Companies',
  columns: [
    { header: 'name', kind: 'text' },
    { header: 'employees', kind: 'number' },
    { header: 'is_hiring', kind: 'boolean' },
    { header: 'founded_on', kind: 'date' },
    { header: 'updated_at', kind: 'time' },
  ],
};
const limits = { sheetRows: 1_048_576, sheetBytes: 4_000_000_000, fileBytes: 4_000_000_000, pieceLength: 1_000 };

async function* batchesOf(...batches: readonly (readonly WorkbookRow[])[]): AsyncGenerator<readonly WorkbookRow[]> {
  yield* batches;
}

function rowsTo(count: number): readonly WorkbookRow[] {
  return Array.from({ length: count }, (_, index) => [`Name ${index}`, String(index), null, null, null]);
}

const joined = (chunks: readonly WorkbookChunk[]) => Buffer.concat(chunks.map(({ bytes }) => bytes));

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('a workbook', () => {
  test('numbers, days, moments and texts are what they are, below a frozen header with a filter', async () => {
    const rows: readonly WorkbookRow[] = [
      ['=HYPERLINK("https://example.com")', '12.5', 'true', '2026-03-31', '2026-03-31T12:34:56.789Z'],
      [null, null, 'false', null, null],
      ['bell\u0007 and\r\nmore _x0041_ 🧵', '7345678901234567890', null, '1850-01-01', null],
    ];
    const [sheet, ...others] = readWorkbook(joined(await collected(writeWorkbook(form, batchesOf(rows)))));
    expect(others).toEqual([]);
    expect(sheet).toEqual({
      name: 'Companies',
      frozenRows: 1,
      filter: 'A1:E4',
      formulas: 0,
      rows: [
        ['name', 'employees', 'is_hiring', 'founded_on', 'updated_at'],
        [
          '=HYPERLINK("https://example.com")',
          12.5,
          true,
          new Date('2026-03-31T00:00:00.000Z'),
          new Date('2026-03-31T12:34:56.789Z'),
        ],
        [null, null, false],
        ['bell\u0007 and\r\nmore _x0041_ 🧵', '7345678901234567890', null, '1850-01-01'],
      ],
    });
  });

  test('a workbook without rows has its header', async () => {
    const [sheet] = readWorkbook(joined(await collected(writeWorkbook(form, batchesOf([])))));
    expect(sheet).toMatchObject({ filter: 'A1:E1', frozenRows: 1 });
    expect(sheet?.rows).toHaveLength(1);
  });

  test.each([
    ['rows', { ...limits, sheetRows: 41 }, [41, 41, 21]],
    ['bytes', { ...limits, sheetBytes: 5_000, pieceLength: 100 }, null],
  ])('rows beyond the %s of a sheet go to further sheets, each with the header', async (_, small, lengths) => {
    const sheets = readWorkbook(
      joined(await collected(writeWorkbook({ ...form, limits: small }, batchesOf(rowsTo(60), rowsTo(100).slice(60))))),
    );
    expect(sheets.length).toBeGreaterThan(1);
    expect(sheets.map(({ name }) => name).slice(0, 2)).toEqual(['Companies', 'Companies 2']);
    if (lengths !== null) expect(sheets.map(({ rows }) => rows.length)).toEqual(lengths);
    expect(sheets.flatMap(({ rows: [header, ...rows] }) => (header?.[0] === 'name' ? rows.map(([name]) => name) : []))).toEqual(
      rowsTo(100).map(([name]) => name),
    );
  });

  test('a reader has exactly the rows of the pieces that it got, wherever it stops', async () => {
    const chunks = await collected(writeWorkbook({ ...form, limits }, batchesOf(rowsTo(100))));
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.reduce((sum, { rows }) => sum + rows, 0)).toBe(100);
    for (const [last] of chunks.entries()) {
      const got = chunks.slice(0, last + 1);
      const bytes = joined(got);
      const path = 'xl/worksheets/sheet1.xml';
      // What a program that repairs archives does: it looks for the beginning of the part, and inflates what is there.
      const xml = inflateRawSync(bytes.subarray(bytes.indexOf(path) + path.length), {
        finishFlush: 2,
      }).toString();
      const rows = got.reduce((sum, chunk) => sum + chunk.rows, 0);
      expect(xml.match(/<row r="\d+">.*?<\/row>/g)).toHaveLength(rows + 1);
    }
  });

  test('rows are read only as fast as the file is', async () => {
    let pulled = 0;
    async function* endless(): AsyncGenerator<readonly WorkbookRow[]> {
      for (;;) {
        pulled += 1;
        yield rowsTo(1_000);
      }
    }
    const chunks = writeWorkbook(form, endless());
    await chunks.next();
    await chunks.next();
    expect(pulled).toBeLessThan(20);
    await chunks.return(undefined);
  });

  test('a file that would be too large fails once all rows were read, so that their connection can be used again', async () => {
    let isRead = false;
    async function* many(): AsyncGenerator<readonly WorkbookRow[]> {
      for (let batch = 0; batch < 50; batch += 1) yield rowsTo(100);
      isRead = true;
    }
    const small = { ...form, limits: { ...limits, fileBytes: 5_000 } };
    await expect(collected(writeWorkbook(small, many()))).rejects.toThrow('a workbook would be larger than 5000 bytes');
    expect(isRead).toBe(true);
  });

  test('an error of the rows fails the file, so that a part of it never looks complete', async () => {
    async function* failing(): AsyncGenerator<readonly WorkbookRow[]> {
      yield rowsTo(3);
      throw new Error('connection lost');
    }
    await expect(collected(writeWorkbook(form, failing()))).rejects.toThrow('connection lost');
  });
});
