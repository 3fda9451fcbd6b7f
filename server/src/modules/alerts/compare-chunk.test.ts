import { describe, expect, it } from 'vitest';
import { noBits, setBit } from '../tables/changes/chunk-bits.ts';
import type { TouchedChunk } from '../tables/changes/touched-rows.service.ts';
import { compareChunk, intersect, matchingRows, messagesOfChunk, placesOf, touchedBytes } from './compare-chunk.ts';

const bitsAt = (places: readonly number[]) => {
  const bits = noBits();
  for (const place of places) setBit(bits, place);
  return bits;
};

/** Chunk 2; the version of a row is ten times its place. */
function chunkOf(present: readonly number[], deleted: readonly number[], matching: Readonly<Record<string, readonly number[]>>) {
  const touched = [...present, ...deleted];
  const versions = new Float64Array(32_768);
  for (const place of touched) versions[place] = place * 10;
  const chunk: TouchedChunk = {
    chunk: 2,
    touched: bitsAt(touched),
    present: bitsAt(present),
    versions,
    matching: new Map(Object.entries(matching).map(([key, places]) => [key, bitsAt(places)])),
  };
  return chunk;
}

describe('the difference of a chunk', () => {
  const chunk = chunkOf([1, 9, 300, 32_767], [5, 6], { a: [1, 9, 32_767, 70], b: [9, 300, 32_767], rare: [] });
  const bytes = touchedBytes(chunk);
  const places = (bits: Uint8Array) => [...placesOf(bytes, bits)];

  it('only bytes with touched rows are looked at', () => {
    expect(bytes).toEqual([0, 1, 37, 4_095]);
  });

  it.each([
    [[], [1, 9, 300, 32_767]],
    [['a'], [1, 9, 32_767]],
    [
      ['a', 'b'],
      [9, 32_767],
    ],
    [['a', 'rare'], []],
    [['unknown'], []],
  ])('of the rows that are there, those match that pass all of %j', (filters, matching) => {
    expect(places(matchingRows(chunk, bytes, filters))).toEqual(matching);
  });

  it('rows come, leave, are kept, and what was not touched stays known', () => {
    const known = Buffer.from(bitsAt([1, 5, 7, 300, 20_000]));
    const { added, removed, kept, members } = compareChunk(chunk, bytes, { matching: bitsAt([1, 9]), known });
    expect([places(added), places(removed), places(kept)]).toEqual([[9], [5, 300], [1]]);
    expect(members).toEqual(bitsAt([1, 7, 9, 20_000]));
    expect(known).toEqual(Buffer.from(bitsAt([1, 5, 7, 300, 20_000])));
  });

  it('nothing is stored where the known rows stay the same', () => {
    expect(compareChunk(chunk, bytes, { matching: bitsAt([1]), known: bitsAt([1, 2]) }).members).toBeNull();
  });

  it('rows are intersected with any of several others', () => {
    expect(places(intersect(bytes, bitsAt([1, 5, 9]), [bitsAt([1]), bitsAt([9, 300])]))).toEqual([1, 9]);
    expect(places(intersect(bytes, bitsAt([1]), []))).toEqual([]);
  });

  it('rows are told by the commits that touched them, with their ids', () => {
    const bits = bitsAt([1, 9, 300, 32_767]);
    expect(messagesOfChunk(chunk, bytes, { bits, change: 'added', ends: [10, 3_000, 400_000] })).toEqual([
      { commit: 0, change: 'added', count: 1, first: [{ version: 10, row: { id: 65_537, change: 'added' } }] },
      {
        commit: 1,
        change: 'added',
        count: 2,
        first: [
          { version: 90, row: { id: 65_545, change: 'added' } },
          { version: 3_000, row: { id: 65_836, change: 'added' } },
        ],
      },
      { commit: 2, change: 'added', count: 1, first: [{ version: 327_670, row: { id: 98_303, change: 'added' } }] },
    ]);
    expect(messagesOfChunk(chunk, bytes, { bits, change: 'added', ends: null })).toMatchObject([{ commit: 0, count: 4 }]);
  });
});
