/** How many exports run at once, and how long each may take. */
export interface ExportLimits {
  /** Exports that run at once in this process. Each holds a connection until the database has sent its rows. */
  readonly exports: number;
  readonly previews: number;
  /** How long a preview may take to find its rows. */
  readonly previewMilliseconds: number;
  readonly waiting: number;
  readonly waitMilliseconds: number;
  /** A client that reads nothing for this long is disconnected. */
  readonly patienceMilliseconds: number;
  /** The maximum time for one file. */
  readonly deadlineMilliseconds: number;
  /**
   * A client is disconnected if the database had to wait this long for it in total (no room on disk), and it
   * reads more slowly than the next limit.
   */
  readonly slowMilliseconds: number;
  readonly leastBytesASecond: number;
  /**
   * The connection to the database is released this long after the last row was sent; most readers are done by
   * then.
   */
  readonly graceMilliseconds: number;
  /** Files of more rows than this ask the column store which rows they have. */
  readonly smallFileRows: number;
  /** How often an export checks whether somebody was erased since it began. */
  readonly erasureMilliseconds: number;
}
