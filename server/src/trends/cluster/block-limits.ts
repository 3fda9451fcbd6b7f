/** When a block of rows is split, and when equal rows are searched in it. */
export interface BlockLimits {
  /** A block of at most this many rows is never split. */
  readonly shortBlock: number;
  /** A block is split if its rows are compared more often than this, on average. */
  readonly fewComparisons: number;
  /**
   * In a block of at least this many rows, equal rows are searched first, so that they need not be compared one
   * by one.
   */
  readonly longBlock: number;
}
