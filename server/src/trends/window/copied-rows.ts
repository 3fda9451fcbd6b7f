/**
 * Takes rows out of the output of COPY … TO STDOUT (FORMAT binary), in pieces of any length. Nothing is decoded: a row is
 * given as the places of its fields. @see https://www.postgresql.org/docs/18/sql-copy.html#SQL-COPY-BINARY-FORMAT
 */

/** A signature of eleven bytes, flags, and the length of an extension. */
const HEAD_BYTES = 19;
const EXTENSION_AT = 15;
const LENGTH_BYTES = 4;
const COUNT_BYTES = 2;
const LAST = -1;

export interface CopiedRow {
  readonly bytes: Buffer;
  readonly view: DataView;
  /** For each field, where it starts and ends; -1 and -1 for null. */
  readonly places: Int32Array;
}

export class CopiedRows {
  readonly #fields: number;
  readonly #places: Int32Array;
  readonly #onRow: (row: CopiedRow) => void;
  /** Begins with what has arrived of a row that is not whole yet. */
  #memory = Buffer.alloc(0);
  #rest = 0;
  #isBegun = false;
  #isOver = false;

  /** @param onRow called for each row, which is valid during the call only */
  constructor(fields: number, onRow: (row: CopiedRow) => void) {
    this.#fields = fields;
    this.#places = new Int32Array(fields * 2);
    this.#onRow = onRow;
  }

  /** @param piece may be overwritten afterwards @throws {Error} if a row has another number of fields */
  add(piece: Buffer): void {
    const bytes = this.#rest === 0 ? piece : this.#afterRest(piece);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = this.#isBegun ? 0 : this.#readHead(view);
    while (this.#isBegun && !this.#isOver) {
      const next = this.#readRow(view, at);
      if (next < 0) break;
      at = next;
      if (!this.#isOver) this.#onRow({ bytes, view, places: this.#places });
    }
    this.#rest = bytes.length - at;
    this.#makeRoom(this.#rest);
    bytes.copy(this.#memory, 0, at);
  }

  /** @throws {Error} if rows are missing */
  end(): void {
    if (!this.#isOver || this.#rest > 0) throw new Error('the copied rows are incomplete');
  }

  /**
   * Returns the rest and the new piece in one buffer. The same memory serves all pieces: new memory for each would have the
   * garbage collector run often.
   */
  #afterRest(piece: Buffer): Buffer {
    this.#makeRoom(this.#rest + piece.length);
    piece.copy(this.#memory, this.#rest);
    return this.#memory.subarray(0, this.#rest + piece.length);
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#memory.length) return;
    const larger = Buffer.alloc(bytes * 2);
    this.#memory.copy(larger);
    this.#memory = larger;
  }

  #readHead(view: DataView): number {
    if (view.byteLength < HEAD_BYTES) return 0;
    const end = HEAD_BYTES + view.getUint32(EXTENSION_AT);
    if (view.byteLength < end) return 0;
    this.#isBegun = true;
    return end;
  }

  /** @returns where the next row starts; -1: the row has not arrived as a whole */
  #readRow(view: DataView, start: number): number {
    const length = view.byteLength;
    let at = start + COUNT_BYTES;
    if (at > length) return -1;
    const fields = view.getInt16(start);
    if (fields === LAST) {
      this.#isOver = true;
      return at;
    }
    if (fields !== this.#fields) throw new Error(`a copied row has ${fields} fields instead of ${this.#fields}`);
    for (let field = 0; field < fields; field++) {
      if (at + LENGTH_BYTES > length) return -1;
      const bytes = view.getInt32(at);
      at += LENGTH_BYTES;
      this.#places[field * 2] = bytes < 0 ? -1 : at;
      if (bytes > 0) at += bytes;
      this.#places[field * 2 + 1] = bytes < 0 ? -1 : at;
    }
    return at > length ? -1 : at;
  }
}
