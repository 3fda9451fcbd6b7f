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
      // Locals and an index: every byte of every export passes here, and an iterator takes three times as long.
      let quoted = isQuoted;
      let count = ended;
      for (let index = 0; index < bytes.length; index += 1) {
        const byte = bytes[index];
        if (byte === QUOTE) quoted = !quoted;
        else if (byte === LINE_FEED && !quoted) count += 1;
      }
      isQuoted = quoted;
      ended = count;
      isInside = quoted || bytes.at(-1) !== LINE_FEED;
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
