import { describe, expect, it } from 'vitest';
import { inLargerChunks } from './larger-chunks.ts';

async function joined(chunks: readonly string[], least: number): Promise<string[]> {
  async function* source(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const found: string[] = [];
  for await (const chunk of inLargerChunks(source(), least)) found.push(chunk.toString());
  return found;
}

describe('larger chunks', () => {
  it.each([
    [
      ['ab', 'c', 'defg', 'h'],
      ['abc', 'defg', 'h'],
    ],
    [['abcdefgh'], ['abcdefgh']],
    [['', 'ab', ''], ['ab']],
    [[], []],
  ])('%j becomes %j where a chunk has at least three bytes', async (chunks, expected) => {
    expect(await joined(chunks, 3)).toEqual(expected);
  });
});
