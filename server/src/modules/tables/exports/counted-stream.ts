/**
 * A file on its way to a client, with the number of records passed on so far. Nothing is buffered: a chunk is
 * passed on when the response requests it, so every counted record was handed to the response.
 */
import { Readable } from 'node:stream';
import { createRecordCounter } from './record-counter.ts';
import type { SpooledRows } from './spooled-rows.ts';

/** When a reader is disconnected, in milliseconds. */
export interface ReaderLimits {
  /** Reads nothing for this long. */
  readonly patience: number;
  /** Takes longer than this in total. */
  readonly deadline: number;
  /** Makes the database wait for this long in total while reading more slowly than `leastBytesASecond`. */
  readonly waiting: number;
  readonly leastBytesASecond: number;
}

interface CountedStreamOptions {
  /** Sent first, not counted; may be empty. */
  readonly header: string;
  readonly copy: Pick<SpooledRows, 'rows' | 'over'>;
  readonly limits: ReaderLimits;
  /** How long the database has waited for this reader so far. */
  readonly waitedMilliseconds: () => number;
  /** Called when every row was passed on; the stream ends once this resolves. Never rejects. */
  readonly complete: () => Promise<void>;
  /**
   * Called when the stream ends early: by the client, a failure or a limit. Never rejects.
   * @param sent records passed on; a partial record counts as one
   */
  readonly breakOff: (sent: number) => Promise<void>;
}

/** Passed on at once. The database sends much smaller chunks, which would be slow to pass on one by one. */
const CHUNK_BYTES = 64 * 1024;

/** The longest time between two checks of a reader. */
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
    // One chunk per read of the response: anything buffered here would be counted and not sent.
    highWaterMark: 0,
    read: () => {
      waitingSince = null;
      // Not earlier: a file without rows would end before it is read.
      if (!isHeaderSent) rows.on('readable', passChunk);
      if (!isHeaderSent && header !== '') {
        isHeaderSent = true;
        pass(Buffer.from(header));
        return;
      }
      isHeaderSent = true;
      isWanted = true;
      passChunk();
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
    // Only the last chunk may be smaller; otherwise more bytes arrive within moments.
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
