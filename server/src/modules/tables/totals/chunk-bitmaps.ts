/** The bitmaps of one chunk, filled row by row or with many rows at once. Pure. */

/** A chunk holds the rows whose id, shifted right by this many bits, is the chunk's number. Triggers count with it too. */
export const CHUNK_BITS = 15;
/** Rows a chunk can hold; every bitmap has as many bits. */
export const CHUNK_ROWS = 1 << CHUNK_BITS;
/** A facet with more values than this in one chunk is not worth bitmaps there. */
export const VALUES_LIMIT = 1000;
/** The value under which it is noted that a facet has no bitmaps in a chunk. No cell is empty, so it means nothing else. */
export const UNCOUNTED = '';

const OFFSET_BYTES = 2;

export interface Bitmap {
  readonly facet: string;
  readonly value: string;
  /** The form that `bit varying` reads: `x`, then hexadecimal digits, the row of the lowest id first. */
  readonly bits: string;
}

export interface ChunkBitmaps {
  /** @param offset the row's id within the chunk, from 0 */
  add(facet: string, values: readonly string[], offset: number): void;
  /** Adds rows that hold the same values. @param offsets two bytes each, the higher one first */
  addAll(facet: string, values: readonly string[], offsets: Buffer): void;
  finish(): readonly Bitmap[];
}

export function createChunkBitmaps(): ChunkBitmaps {
  const facets = new Map<string, Map<string, Uint8Array> | null>();
  const valuesOf = (facet: string) => {
    const known = facets.get(facet);
    if (known !== undefined) return known;
    const made = new Map<string, Uint8Array>();
    facets.set(facet, made);
    return made;
  };
  /** The bits of a value; null: the facet has too many values. */
  const bitsFor = (facet: string, value: string): Uint8Array | null => {
    const bitmaps = valuesOf(facet);
    const known = bitmaps?.get(value);
    if (bitmaps === null || known !== undefined) return known ?? null;
    if (bitmaps.size === VALUES_LIMIT) {
      facets.set(facet, null);
      return null;
    }
    const bits = new Uint8Array(CHUNK_ROWS / 8);
    bitmaps.set(value, bits);
    return bits;
  };
  return {
    add(facet, values, offset) {
      for (const value of values) {
        const bits = bitsFor(facet, value);
        if (bits !== null) setBit(bits, offset);
      }
    },
    addAll(facet, values, offsets) {
      for (const value of values) {
        const bits = bitsFor(facet, value);
        if (bits === null) continue;
        for (let at = 0; at + 1 < offsets.length; at += OFFSET_BYTES) setBit(bits, offsets.readUInt16BE(at));
      }
    },
    finish() {
      return [...facets].flatMap(([facet, bitmaps]) =>
        bitmaps === null
          ? [{ facet, value: UNCOUNTED, bits: 'x' }]
          : [...bitmaps].map(([value, bits]) => ({ facet, value, bits: asText(bits) })),
      );
    },
  };
}

/** A bitmap of rows, as `bit varying` reads it. @param offsets within the chunk, from 0 */
export function bitsOf(offsets: readonly number[]): string {
  const bits = new Uint8Array(CHUNK_ROWS / 8);
  for (const offset of offsets) setBit(bits, offset);
  return asText(bits);
}

/** The leftmost bit of the database's text is the highest of the first byte. */
function setBit(bits: Uint8Array, offset: number): void {
  bits[offset >> 3] = (bits[offset >> 3] ?? 0) | (0x80 >> (offset & 7));
}

function asText(bits: Uint8Array): string {
  return `x${Buffer.from(bits).toString('hex')}`;
}
