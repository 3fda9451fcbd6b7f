/** A list of whole numbers of 32 bits that takes four bytes for each, and doubles when it is full. */
export class GrowingInts {
  #values = new Int32Array(1 << 10);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  /** The number at an index; 0 beyond the end. */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }
}
