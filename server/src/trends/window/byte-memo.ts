/**
 * Remembers a whole number for each text, found by the text's bytes, so that a text that occurs again is not decoded again.
 * The texts come from outside: where too many of them collide, the number is computed anew, which takes no longer than it
 * would without this.
 */
import { GrowingInts } from './growing-ints.ts';

const FIRST_SLOTS = 1 << 12;
const MAX_PROBES = 16;
const EMPTY = -1;
/** The constants of FNV-1a with 32 bits. */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

export class ByteMemo {
  readonly #compute: (text: string) => number;
  /** By slot: an entry. */
  #slots = new Int32Array(FIRST_SLOTS).fill(EMPTY);
  /** By entry. */
  readonly #hashes = new GrowingInts();
  readonly #numbers = new GrowingInts();
  readonly #ends = new GrowingInts();
  #bytes = new Uint8Array(1 << 16);
  #size = 0;

  /** @param compute the number of a text; called again for a text that is not remembered */
  constructor(compute: (text: string) => number) {
    this.#compute = compute;
  }

  numberOf(bytes: Buffer, from: number, to: number): number {
    const hash = hashOf(bytes, from, to);
    const mask = this.#slots.length - 1;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const slot = (hash + probe) & mask;
      const entry = this.#slots[slot] ?? EMPTY;
      if (entry === EMPTY) return this.#remember(slot, hash, bytes, from, to);
      if (this.#hashes.at(entry) === hash && this.#isAt(entry, bytes, from, to)) return this.#numbers.at(entry);
    }
    return this.#compute(bytes.toString('utf8', from, to));
  }

  #remember(slot: number, hash: number, bytes: Buffer, from: number, to: number): number {
    const computed = this.#compute(bytes.toString('utf8', from, to));
    const end = this.#size + to - from;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    for (let at = from; at < to; at++) this.#bytes[this.#size++] = bytes[at] ?? 0;
    this.#slots[slot] = this.#hashes.length;
    this.#hashes.push(hash);
    this.#numbers.push(computed);
    this.#ends.push(end);
    if (this.#hashes.length * 2 > this.#slots.length) this.#grow();
    return computed;
  }

  #isAt(entry: number, bytes: Buffer, from: number, to: number): boolean {
    const start = entry === 0 ? 0 : this.#ends.at(entry - 1);
    if (this.#ends.at(entry) - start !== to - from) return false;
    for (let at = from; at < to; at++) if (this.#bytes[start + at - from] !== bytes[at]) return false;
    return true;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(EMPTY);
    const mask = slots.length - 1;
    for (let entry = 0; entry < this.#hashes.length; entry++)
      for (let probe = 0; probe < MAX_PROBES; probe++) {
        const slot = (this.#hashes.at(entry) + probe) & mask;
        if (slots[slot] !== EMPTY) continue;
        slots[slot] = entry;
        break;
      }
    this.#slots = slots;
  }
}

function hashOf(bytes: Buffer, from: number, to: number): number {
  let hash = BASIS;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME);
  // The lowest bits alone choose the slot.
  hash = Math.imul(hash ^ (hash >>> 15), PRIME);
  return hash ^ (hash >>> 13);
}
