/** The rows that one alert knows, as bits by chunks of ids. */
import { CHUNK_IDS, type ChunkBits, noBits, setBit } from '../tables/changes/chunk-bits.ts';

/** Chunks of one alert in memory. Chunks that are not given hold nothing. */
export class MemberBits {
  readonly #chunks: Map<number, ChunkBits>;
  readonly #changed = new Set<number>();

  /** @param chunks as `changed` gave them */
  constructor(chunks: Iterable<readonly [number, ChunkBits]> = []) {
    this.#chunks = new Map(chunks);
  }

  set(id: number, isMember: boolean): void {
    const chunk = Math.floor(id / CHUNK_IDS);
    const bits = this.#chunks.get(chunk) ?? noBits();
    const place = id % CHUNK_IDS;
    if (isMember) setBit(bits, place);
    else bits[place >> 3] = (bits[place >> 3] ?? 0) & ~(1 << (place & 7));
    this.#chunks.set(chunk, bits);
    this.#changed.add(chunk);
  }

  /** The ids of all set bits, ascending within a chunk. */
  *ids(): Generator<number> {
    for (const [chunk, bits] of this.#chunks)
      for (const [index, byte] of bits.entries())
        for (let bit = 0; byte >> bit !== 0; bit += 1) if ((byte & (1 << bit)) !== 0) yield chunk * CHUNK_IDS + index * 8 + bit;
  }

  /** The chunks that were set since the beginning, whole. */
  changed(): readonly { readonly chunk: number; readonly ids: ChunkBits }[] {
    return [...this.#changed].map((chunk) => ({ chunk, ids: this.#chunks.get(chunk) ?? noBits() }));
  }
}
