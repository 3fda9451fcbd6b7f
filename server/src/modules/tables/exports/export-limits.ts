/** How many exports run at once, and how long each may take. */
export interface ExportLimits {
  /** At once in this process. Each holds a connection until the database has sent its rows. */
  readonly exports: number;
  readonly previews: number;
  /** What a preview may take to find its rows. */
  readonly previewMilliseconds: number;
  readonly waiting: number;
  readonly waitMilliseconds: number;
  /** A client that takes nothing for this long is given up. */
  readonly patienceMilliseconds: number;
  /** Nor is a file waited for longer. */
  readonly deadlineMilliseconds: number;
  /** One that makes the database wait for this long in all, for want of room on disk, and is slower than that, is given up too. */
  readonly slowMilliseconds: number;
  readonly leastBytesASecond: number;
  /** The database is let go this long after it has sent the last row: most readers are done by then. */
  readonly graceMilliseconds: number;
}
