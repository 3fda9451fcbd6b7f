/** Rows of a chunk of a table's ids as bits, as alerts store and compare them. Pure. */
import { CHUNK_ROWS } from '../totals/chunk-bitmaps.ts';

/** Ids of a chunk. */
export const CHUNK_IDS = CHUNK_ROWS;
const CHUNK_BYTES = CHUNK_IDS / 8;

/** A bit for each id of the chunk: the lowest id in the lowest bit of the first byte. */
export type ChunkBits = Uint8Array;

export function noBits(): ChunkBits {
  return new Uint8Array(CHUNK_BYTES);
}

export function hasBit(bits: ChunkBits, place: number): boolean {
  return ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
}

export function setBit(bits: ChunkBits, place: number): void {
  bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
}

/** @param places two bytes each, the higher one first; null or absent: none */
export function bitsOf(places: Buffer | null | undefined): ChunkBits {
  const bits = noBits();
  addBits(bits, places);
  return bits;
}

export function addBits(bits: ChunkBits, places: Buffer | null | undefined): void {
  if (places === null || places === undefined) return;
  for (let at = 0; at < places.length; at += 2) setBit(bits, places.readUInt16BE(at));
}
