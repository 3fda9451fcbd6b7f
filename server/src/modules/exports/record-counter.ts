/** Counts the records of a CSV file as its bytes go by, whole or in chunks. Line breaks inside quotes end no record. */
import type { RowsChunk } from './spooled-rows.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

export interface RecordCounter {
  add(bytes: Uint8Array): void;
  /** Records of which at least one byte went by. */
  started(): number;
}

export function createRecordCounter(): RecordCounter {
  let ended = 0;
  let isQuoted = false;
  let isInside = false;
  return {
    add: (bytes) => {
      if (bytes.length === 0) return;
      // Native searches, a few for each record: every byte of every export passes here, and a loop takes several times as long.
      let quote = bytes.indexOf(QUOTE);
      let lineFeed = bytes.indexOf(LINE_FEED);
      while (quote !== -1 || (lineFeed !== -1 && !isQuoted)) {
        if (isQuoted) {
          isQuoted = false;
          if (lineFeed !== -1 && lineFeed < quote) lineFeed = bytes.indexOf(LINE_FEED, quote);
          quote = bytes.indexOf(QUOTE, quote + 1);
        } else if (lineFeed !== -1 && (quote === -1 || lineFeed < quote)) {
          ended += 1;
          lineFeed = bytes.indexOf(LINE_FEED, lineFeed + 1);
        } else {
          isQuoted = true;
          quote = bytes.indexOf(QUOTE, quote + 1);
        }
      }
      isInside = isQuoted || bytes.at(-1) !== LINE_FEED;
    },
    started: () => ended + (isInside ? 1 : 0),
  };
}

/**
 * Pieces of CSV or JSON lines as they come: joining them takes new memory, for which V8 collects garbage several times for
 * each file.
 */
export async function* recordChunks(copy: AsyncIterable<Buffer>): AsyncGenerator<RowsChunk> {
  const counter = createRecordCounter();
  let begun = 0;
  for await (const bytes of copy) {
    counter.add(bytes);
    yield { bytes, rows: counter.started() - begun };
    begun = counter.started();
  }
}
