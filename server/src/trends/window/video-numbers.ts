/** The network's numbers of many videos, as digits: they exceed JavaScript's exact numbers. */
import { GrowingInts } from './growing-ints.ts';

const ZERO = 0x30;
const NINE = 0x39;

export class VideoNumbers {
  #digits = Buffer.alloc(1 << 14);
  readonly #ends = new GrowingInts();

  get length(): number {
    return this.#ends.length;
  }

  /** @returns false, and adds nothing, if these are no digits */
  add(bytes: Buffer, from: number, to: number): boolean {
    if (from >= to) return false;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0;
      if (byte < ZERO || byte > NINE) return false;
    }
    const start = this.#startOf(this.length);
    const end = start + to - from;
    if (end > this.#digits.length) {
      const larger = Buffer.alloc(Math.max(end, this.#digits.length * 2));
      this.#digits.copy(larger);
      this.#digits = larger;
    }
    bytes.copy(this.#digits, start, from, to);
    this.#ends.push(end);
    return true;
  }

  textOf(video: number): string {
    return this.#digits.toString('latin1', this.#startOf(video), this.#ends.at(video));
  }

  compare(one: number, other: number): number {
    const [from, start] = [this.#startOf(one), this.#startOf(other)];
    const [to, end] = [this.#ends.at(one), this.#ends.at(other)];
    return to - from - (end - start) || this.#digits.compare(this.#digits, start, end, from, to);
  }

  #startOf(video: number): number {
    return video === 0 ? 0 : this.#ends.at(video - 1);
  }
}
