/**
 * A file on its way to a client, with the number of records that were handed over at any moment. Nothing is
 * kept here: a chunk is passed on when it is asked for, so what was counted is what the answer was given.
 */
import { Readable } from 'node:stream';
import { createRecordCounter } from './record-counter.ts';
import type { SpooledRows } from './spooled-rows.ts';

/** What a reader is given up for. Milliseconds. */
export interface ReaderLimits {
  /** Taking nothing for this long. */
  readonly patience: number;
  /** Taking longer in all. */
  readonly deadline: number;
  /** Making the database wait for this long in all, being slower than `leastBytesASecond`. */
  readonly waiting: number;
  readonly leastBytesASecond: number;
}

interface CountedStreamOptions {
  /** Sent first, not counted. */
  readonly header: string;
  readonly copy: Pick<SpooledRows, 'rows' | 'over'>;
  readonly limits: ReaderLimits;
  /** How long the database has waited for this reader so far. */
  readonly waitedMilliseconds: () => number;
  /** Every row was handed over; the end follows once this has resolved. Never rejects. */
  readonly complete: () => Promise<void>;
  /** Broken off: by the client, by a failure, or for its slowness. Never rejects. @param sent records handed over, a part of one counting as one */
  readonly breakOff: (sent: number) => Promise<void>;
}

/** Handed over at once, in bytes; what the database sends comes in chunks that cost more to pass on than they hold. */
const CHUNK_BYTES = 64 * 1024;

/** How often it is looked at a reader, at least. */
const WATCH_MILLISECONDS = 5_000;

export function countedStream({
  header,
  copy: { rows, over },
  limits,
  waitedMilliseconds,
  complete,
  breakOff,
}: CountedStreamOptions): Readable {
  const counter = createRecordCounter();
  let isHeaderSent = false;
  let isWanted = false;
  let isComplete = false;
  let waitingSince: number | null = performance.now();

  const startedAt = performance.now();
  let passedBytes = 0;

  const watch = setInterval(
    () => {
      const reason = reasonToGiveUp();
      if (reason !== null) stream.destroy(new Error(`the client ${reason}`));
    },
    Math.min(limits.patience / 4, WATCH_MILLISECONDS),
  );
  watch.unref();

  const stream = new Readable({
    // One chunk for each time the answer has room: whatever waited here would be counted and not sent.
    highWaterMark: 0,
    read: () => {
      waitingSince = null;
      if (isHeaderSent) {
        isWanted = true;
        passChunk();
        return;
      }
      isHeaderSent = true;
      // Not before: a file without rows would end unread.
      rows.on('readable', passChunk);
      pass(Buffer.from(header));
    },
    destroy: (error, callback) => {
      clearInterval(watch);
      rows.off('readable', passChunk);
      if (isComplete) callback(error);
      else breakOff(counter.started()).then(() => callback(error));
    },
  });

  function reasonToGiveUp(): string | null {
    const now = performance.now();
    if (waitingSince !== null && now - waitingSince >= limits.patience) return 'took nothing for too long';
    if (now - startedAt >= limits.deadline) return 'did not take all of the file in time';
    const bytesASecond = (passedBytes / (now - startedAt)) * 1000;
    return waitedMilliseconds() >= limits.waiting && bytesASecond < limits.leastBytesASecond ? 'reads too slowly' : null;
  }

  function pass(bytes: Buffer): void {
    waitingSince = performance.now();
    passedBytes += bytes.length;
    stream.push(bytes);
  }

  function passChunk(): void {
    if (!isWanted || stream.destroyed) return;
    const size = Math.min(rows.readableLength, CHUNK_BYTES);
    // The rest is smaller; anything else that is smaller grows within a moment.
    if (size < CHUNK_BYTES && !rows.writableEnded) return;
    const bytes: Buffer | null = rows.read(size);
    if (bytes === null) return;
    isWanted = false;
    counter.add(bytes);
    pass(bytes);
  }

  over.then(async (failure) => {
    if (stream.destroyed) return;
    if (failure !== null) {
      stream.destroy(failure);
      return;
    }
    isComplete = true;
    await complete();
    stream.push(null);
  });
  return stream;
}
