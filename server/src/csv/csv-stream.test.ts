import { text } from 'node:stream/consumers';
import { csvLine } from '@leadloom/shared/domain/csv-line';
import { describe, expect, test } from 'vitest';
import { type CsvColumn, csvStream } from './csv-stream.ts';

interface Person {
  readonly name: string | null;
  readonly age: number | null;
}

const columns: readonly CsvColumn<Person>[] = [
  { header: 'name', value: (row) => row.name },
  { header: 'age', value: (row) => row.age },
];

async function* batchesOf(...batches: readonly (readonly Person[])[]): AsyncGenerator<readonly Person[]> {
  yield* batches;
}

describe('csv line', () => {
  test.each([
    [['a', 'b'], 'a,b\r\n'],
    [[null, 0, false, ''], ',0,false,\r\n'],
    [['Holt, Maren'], '"Holt, Maren"\r\n'],
    [['say "hello"'], '"say ""hello"""\r\n'],
    [['two\nlines'], '"two\nlines"\r\n'],
    [['a;b', 'a\tb'], '"a;b","a\tb"\r\n'],
    [[' padded '], '" padded "\r\n'],
    [['=1,2'], '"\'=1,2"\r\n'],
    [[-5], '-5\r\n'],
  ] as const)('a CSV line writes %j as %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });
});

describe('csv stream', () => {
  test('a csv stream writes the header and every batch in order', async () => {
    const stream = csvStream(columns, batchesOf([{ name: 'Maren', age: 41 }], [], [{ name: null, age: null }]), {
      byteOrderMark: false,
    });
    expect(await text(stream)).toBe('name,age\r\nMaren,41\r\n,\r\n');
  });

  test('a csv stream begins with a byte order mark if requested', async () => {
    const stream = csvStream(columns, batchesOf(), { byteOrderMark: true });
    const bytes = await stream.toArray();
    expect(Buffer.concat(bytes).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  });

  test('a csv stream breaks off when the rows fail, so that a partial file never looks complete', async () => {
    async function* failing(): AsyncGenerator<readonly Person[]> {
      yield [{ name: 'Maren', age: 41 }];
      throw new Error('connection lost');
    }
    await expect(text(csvStream(columns, failing(), { byteOrderMark: false }))).rejects.toThrow('connection lost');
  });

  test('a csv stream pulls no batch before the reader asks for it', async () => {
    let pulled = 0;
    async function* counted(): AsyncGenerator<readonly Person[]> {
      for (; pulled < 1000; ) {
        pulled += 1;
        yield Array.from({ length: 1000 }, () => ({ name: 'Maren Holt of Nordlys', age: 41 }));
      }
    }
    const stream = csvStream(columns, counted(), { byteOrderMark: false });
    await new Promise((resolve) => stream.once('readable', resolve));
    expect(pulled).toBeLessThan(10);
    stream.destroy();
  });
});
