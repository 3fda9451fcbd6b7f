/** Ids of a table as bits, by chunks of 32,768 ids: the lowest id of a chunk is the lowest bit of its first byte. */

const CHUNK_SHIFT = 15;
const CHUNK_IDS = 1 << CHUNK_SHIFT;
const CHUNK_BYTES = CHUNK_IDS / 8;

export function chunkOf(id: number): number {
  return Math.floor(id / CHUNK_IDS);
}

/** Chunks of one alert in memory. Chunks that are not given hold nothing. */
export class MemberBits {
  readonly #chunks: Map<number, Buffer>;
  readonly #changed = new Set<number>();

  /** @param chunks as `changed` gave them */
  constructor(chunks: Iterable<readonly [number, Buffer]> = []) {
    this.#chunks = new Map(chunks);
  }

  has(id: number): boolean {
    const bits = this.#chunks.get(chunkOf(id));
    const place = id % CHUNK_IDS;
    return bits !== undefined && ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
  }

  set(id: number, isMember: boolean): void {
    const chunk = chunkOf(id);
    const bits = this.#chunks.get(chunk) ?? Buffer.alloc(CHUNK_BYTES);
    const place = id % CHUNK_IDS;
    const byte = bits[place >> 3] ?? 0;
    bits[place >> 3] = isMember ? byte | (1 << (place & 7)) : byte & ~(1 << (place & 7));
    this.#chunks.set(chunk, bits);
    this.#changed.add(chunk);
  }

  /** All that are set, ascending within a chunk. */
  *ids(): Generator<number> {
    for (const [chunk, bits] of this.#chunks)
      for (const [index, byte] of bits.entries())
        for (let bit = 0; byte >> bit !== 0; bit += 1) if ((byte & (1 << bit)) !== 0) yield chunk * CHUNK_IDS + index * 8 + bit;
  }

  /** The chunks that were set since the beginning, whole. */
  changed(): readonly { readonly chunk: number; readonly ids: Buffer }[] {
    return [...this.#changed].map((chunk) => ({ chunk, ids: this.#chunks.get(chunk) ?? Buffer.alloc(CHUNK_BYTES) }));
  }
}
