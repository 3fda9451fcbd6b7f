import { describe, expect, test } from 'vitest';
import { readCopyText } from './copy-text.ts';

async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('rows of COPY in its text format', () => {
  test.each([1, 2, 3, 7, 1000])('rows are read in pieces of %i bytes', async (size) => {
    const text = '1\tæ🧵\t\\N\n2\t\t\\\\N\n3\ta\\tb\\nc\\rd\\\\e\\be\\f\\v\tx\n';
    const rows = (await collected(readCopyText(pieces(text, size)))).flat();
    expect(rows).toEqual([
      ['1', 'æ🧵', null],
      ['2', '', '\\N'],
      ['3', 'a\tb\nc\rd\\e\be\f\v', 'x'],
    ]);
  });

  test('a copy without rows has none', async () => {
    expect(await collected(readCopyText(pieces('', 1)))).toEqual([]);
  });
});
