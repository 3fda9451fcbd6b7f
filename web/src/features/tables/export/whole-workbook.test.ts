import { describe, expect, it } from 'vitest';
import { isWholeWorkbook } from './whole-workbook.ts';

const end = [0x50, 0x4b, 0x05, 0x06, ...new Uint8Array(18)];

describe('a workbook that was downloaded', () => {
  it.each([
    [[], false],
    [[1, 2, 3, ...end], true],
    [[1, 2, 3, ...end.slice(0, -1)], false],
    [[...end, 0], false],
    [new Uint8Array(100), false],
  ])('%j is whole: %s', async (bytes, isWhole) => {
    expect(await isWholeWorkbook(new Blob([Uint8Array.from(bytes)]))).toBe(isWhole);
  });
});
