/**
 * Counts the records of a CSV as its bytes arrive. A line end within quotes belongs to a cell; a doubled
 * quote turns quoting off and on again, which comes to the same.
 */
const QUOTE = 0x22;
const LINE_FEED = 0x0a;

export interface RecordCount {
  readonly add: (bytes: Uint8Array) => void;
  /** The number of finished records so far, the header not among them. */
  readonly records: () => number;
}

export function countCsvRecords(): RecordCount {
  let isQuoted = false;
  let lines = 0;
  return {
    add: (bytes) => {
      for (const byte of bytes) {
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === LINE_FEED && !isQuoted) lines += 1;
      }
    },
    records: () => Math.max(0, lines - 1),
  };
}
