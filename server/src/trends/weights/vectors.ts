/**
 * Videos as sparse vectors of length one, packed: row `i` has the entries from `offsets[i]` up to `offsets[i +
 * 1]`.
 *
 * Numeric code in this folder reads typed arrays as `array[i] ?? 0`. The compiler requires it; the index is
 * always in range, and the machine code is that of a plain read.
 */
export interface Vectors {
  readonly rows: number;
  /** Term ids are below this number. */
  readonly terms: number;
  /** `rows + 1` numbers, ascending from 0. */
  readonly offsets: Int32Array;
  /** Ascending within a row, each once. The order of terms is free; comparing is fastest with the heaviest first. */
  readonly termIds: Int32Array;
  /** Positive; the squares of a row add up to 1, or the row is empty. */
  readonly weights: Float64Array;
}
