/**
 * The difference of one chunk of a table's ids: which rows a set of filters knew before and which it matches now, as bits.
 * Only bytes that hold a touched row are looked at. Pure.
 */
import type { AlertChange } from '@leadloom/shared/contract/alert-messages';
import { CHUNK_IDS, type ChunkBits, noBits } from '../tables/changes/chunk-bits.ts';
import type { TouchedChunk } from '../tables/changes/touched-rows.service.ts';
import { type CommitEnds, commitOf, FirstRows, type MessagesOfCommit } from './collect-changes.ts';

export interface ChunkDifference {
  readonly added: ChunkBits;
  readonly removed: ChunkBits;
  /** Touched rows that matched before and still do. */
  readonly kept: ChunkBits;
  /** The rows known from now on; null: the same as before. */
  readonly members: ChunkBits | null;
}

/** The bytes of a chunk that hold a touched row. */
export function touchedBytes({ touched }: Pick<TouchedChunk, 'touched'>): readonly number[] {
  const found: number[] = [];
  for (const [at, byte] of touched.entries()) if (byte !== 0) found.push(at);
  return found;
}

/** @param filters keys of single filters, all of which have to match; none: every row does */
export function matchingRows(chunk: TouchedChunk, bytes: readonly number[], filters: readonly string[]): ChunkBits {
  const result = noBits();
  const conditions = filters.map((key) => chunk.matching.get(key) ?? noBits());
  for (const at of bytes) {
    let byte = chunk.present[at] ?? 0;
    for (const condition of conditions) byte &= condition[at] ?? 0;
    result[at] = byte;
  }
  return result;
}

/** @param known the rows that matched before */
export function compareChunk(
  { touched }: Pick<TouchedChunk, 'touched'>,
  bytes: readonly number[],
  { matching, known }: { readonly matching: ChunkBits; readonly known: ChunkBits },
): ChunkDifference {
  const [added, removed, kept] = [noBits(), noBits(), noBits()];
  let members: ChunkBits | null = null;
  for (const at of bytes) {
    const [is, was] = [matching[at] ?? 0, (known[at] ?? 0) & (touched[at] ?? 0)];
    added[at] = is & ~was;
    removed[at] = was & ~is;
    kept[at] = is & was;
    if (is === was) continue;
    // `slice` of a buffer would share its memory.
    members ??= Uint8Array.from(known);
    members[at] = ((known[at] ?? 0) & ~was) | is;
  }
  return { added, removed, kept, members };
}

export function intersect(bytes: readonly number[], one: ChunkBits, others: readonly ChunkBits[]): ChunkBits {
  const result = noBits();
  for (const at of bytes) {
    let any = 0;
    for (const other of others) any |= other[at] ?? 0;
    result[at] = (one[at] ?? 0) & any;
  }
  return result;
}

/** The places that are set, ascending. @param bytes where they may be */
export function* placesOf(bytes: readonly number[], bits: ChunkBits): Generator<number> {
  for (const at of bytes)
    for (let byte = bits[at] ?? 0; byte !== 0; byte &= byte - 1) yield at * 8 + 31 - Math.clz32(byte & -byte);
}

/** Messages about the rows of a chunk, commit by commit. */
export function messagesOfChunk(
  { chunk, versions }: Pick<TouchedChunk, 'chunk' | 'versions'>,
  bytes: readonly number[],
  { bits, change, ends }: { readonly bits: ChunkBits; readonly change: AlertChange; readonly ends: CommitEnds },
): readonly MessagesOfCommit[] {
  const byCommit = new Map<number, { count: number; readonly first: FirstRows }>();
  for (const place of placesOf(bytes, bits)) {
    const version = versions[place] ?? 0;
    const commit = commitOf(ends, version);
    const told = byCommit.get(commit) ?? { count: 0, first: new FirstRows() };
    byCommit.set(commit, told);
    told.count += 1;
    told.first.add(version, () => ({ id: chunk * CHUNK_IDS + place, change }));
  }
  return [...byCommit].map(([commit, { count, first }]) => ({ commit, change, count, first: first.rows() }));
}
