/** Videos as numbers. */
export interface PackedVideos {
  readonly videoIds: readonly string[];
  /** Days since 1970, with fractions. */
  readonly days: Float64Array;
  /** By row: a number for the author. */
  readonly authors: Int32Array;
  /** Row `i` has the terms from `offsets[i]` up to `offsets[i + 1]`. */
  readonly offsets: Int32Array;
  /** Indexes in `vocabulary`. */
  readonly termIds: Int32Array;
  readonly vocabulary: readonly string[];
}
