/** When a block of rows is split, and when equal rows in it are looked for. */
export interface BlockLimits {
  /** Rows of a block that is never split. */
  readonly shortBlock: number;
  /** Comparisons a row may meet in a block, on average, before it is split. */
  readonly fewComparisons: number;
  /** Rows of a block in which equal rows are looked for, so that they need not be compared one by one. */
  readonly longBlock: number;
}
