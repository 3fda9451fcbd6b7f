/** Sets of rows as bits, by their chunks. Within a chunk the row of the lowest id comes first, as in the bitmaps of tables. */
import { CHUNK_BITS, CHUNK_ROWS } from '../totals/chunk-bitmaps.ts';

const CHUNK_BYTES = CHUNK_ROWS / 8;
const ID_BYTES = 8;

/** Bits by the numbers of chunks. */
export type ChunkSets = ReadonlyMap<number, Uint8Array>;

/** Bits of consecutive ids. */
export interface IdSpan {
  readonly first: number;
  readonly bits: Buffer;
}

/** @param ids of eight bytes each, the highest one first */
export function addRows(chunks: Map<number, Uint8Array>, ids: Buffer): void {
  for (let at = 0; at < ids.length; at += ID_BYTES) {
    const [high, low] = [ids.readUInt32BE(at), ids.readUInt32BE(at + ID_BYTES / 2)];
    const chunk = high * 2 ** (32 - CHUNK_BITS) + (low >>> CHUNK_BITS);
    const place = low & (CHUNK_ROWS - 1);
    let bits = chunks.get(chunk);
    if (bits === undefined) {
      bits = new Uint8Array(CHUNK_BYTES);
      chunks.set(chunk, bits);
    }
    bits[place >> 3] = (bits[place >> 3] ?? 0) | (0x80 >> (place & 7));
  }
}

/** A copy without some rows. */
export function withoutRows(chunks: ChunkSets, ids: readonly number[]): Map<number, Uint8Array> {
  const copies = new Map(Array.from(chunks, ([chunk, bits]) => [chunk, Uint8Array.from(bits)] as const));
  for (const id of ids) {
    const bits = copies.get(Math.floor(id / CHUNK_ROWS));
    const place = id % CHUNK_ROWS;
    if (bits !== undefined) bits[place >> 3] = (bits[place >> 3] ?? 0) & ~(0x80 >> (place & 7));
  }
  return copies;
}

/** From the first to the last chunk; null: there are more bytes than the limit. */
export function idSpan(chunks: ChunkSets, limit: number): IdSpan | null {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const chunk of chunks.keys()) {
    first = Math.min(first, chunk);
    last = Math.max(last, chunk);
  }
  if (chunks.size === 0) return { first: 0, bits: Buffer.alloc(0) };
  const size = (last - first + 1) * CHUNK_BYTES;
  if (size > limit) return null;
  const bits = Buffer.alloc(size);
  for (const [chunk, some] of chunks) bits.set(some, (chunk - first) * CHUNK_BYTES);
  return { first: first * CHUNK_ROWS, bits };
}
