import { describe, expect, it } from 'vitest';
import { readParquet } from '../testing/read-parquet.ts';
import { type ParquetChunk, type ParquetColumn, type ParquetRow, writeParquet } from './write-parquet.ts';

const columns: readonly ParquetColumn[] = [
  { name: 'name', kind: 'text' },
  { name: 'tags', kind: 'list' },
  { name: 'is_public', kind: 'boolean' },
  { name: 'people', kind: 'integer' },
  { name: 'revenue', kind: 'number' },
  { name: 'founded', kind: 'date' },
  { name: 'seen', kind: 'time' },
];

async function write(batches: Iterable<readonly ParquetRow[]>, limits = { rows: 1_000, characters: 100_000 }) {
  const chunks: ParquetChunk[] = [];
  for await (const chunk of writeParquet({ columns, limits }, batches)) chunks.push(chunk);
  return { chunks, file: await readParquet(Buffer.concat(chunks.map(({ bytes }) => bytes))) };
}

describe('a Parquet file', () => {
  it('has the type of each column, and every cell as it is', async () => {
    const cells = ['=Løv "&" 森 🌲\r\n\t', '["AI","a, \\"b\\"",""]', 'true', '9007199254740993', '0.1', '1969-12-31'];
    const rows = [
      [...cells, '2026-03-31T12:00:00.123Z'],
      ['', '[]', 'false', '-1', '-1.7976931348623157e+308', '2026-02-28', '1900-01-01T00:00:00.000Z'],
      columns.map(() => null),
    ];
    const { file } = await write([rows]);
    expect(file.types).toEqual([
      'name: BYTE_ARRAY STRING',
      'tags: LIST',
      'is_public: BOOLEAN',
      'people: INT64',
      'revenue: DOUBLE',
      'founded: INT32 DATE',
      'seen: INT64 TIMESTAMP',
    ]);
    expect(file.rows).toEqual([
      {
        name: '=Løv "&" 森 🌲\r\n\t',
        tags: ['AI', 'a, "b"', ''],
        is_public: true,
        people: 9_007_199_254_740_993n,
        revenue: 0.1,
        founded: new Date('1969-12-31'),
        seen: new Date('2026-03-31T12:00:00.123Z'),
      },
      {
        name: '',
        tags: [],
        is_public: false,
        people: -1n,
        revenue: -Number.MAX_VALUE,
        founded: new Date('2026-02-28'),
        seen: new Date('1900-01-01'),
      },
      { name: null, tags: undefined, is_public: null, people: null, revenue: null, founded: null, seen: null },
    ]);
  });

  it('is written group by group, each as soon as it has the rows or the characters', async () => {
    const row = (name: string): ParquetRow => [name, null, null, null, null, null, null];
    const batches = [Array.from({ length: 25 }, (_, at) => row(`n${at}`)), [row('x'.repeat(500)), row('last')]];
    const { chunks, file } = await write(batches, { rows: 10, characters: 400 });
    expect(file.groups).toEqual([10, 10, 6, 1]);
    expect(chunks.map(({ rows }) => rows)).toEqual([10, 10, 6, 1, 0]);
    expect(file.rows.map(({ name }) => name)).toEqual(batches.flat().map(([name]) => name));
  });

  it('without rows has its columns', async () => {
    const { file } = await write([]);
    expect(file.types).toHaveLength(columns.length);
    expect(file.rows).toEqual([]);
  });

  it.each([
    ['people', 3, '1.5'],
    ['revenue', 4, 'much'],
    ['founded', 5, 'infinity'],
    ['seen', 6, 'yesterday'],
    ['is_public', 2, 'yes'],
    ['tags', 1, '{"a":1}'],
    ['tags', 1, '["a",1]'],
  ])('a cell of %s that is not of its kind ends it, once all rows are read', async (name, at, text) => {
    let isReadToTheEnd = false;
    function* batches(): Generator<readonly ParquetRow[]> {
      yield [columns.map((__, column) => (column === at ? text : null))];
      yield [columns.map(() => null)];
      isReadToTheEnd = true;
    }
    await expect(write(batches())).rejects.toThrow(`a cell of ${name} is not of the column's kind`);
    expect(isReadToTheEnd).toBe(true);
  });
});
