/**
 * A file on its way to a client, with the number of records that were handed over at any moment. Nothing is
 * kept here: a chunk is passed on when it is asked for, so what was counted is what the answer was given.
 */
import { Readable } from 'node:stream';
import type { Copy } from './export-snapshot.ts';
import { createRecordCounter } from './record-counter.ts';

interface CountedStreamOptions {
  /** Sent first, not counted. */
  readonly header: string;
  readonly copy: Copy;
  /** A client that takes nothing for this long is given up. */
  readonly patienceMilliseconds: number;
  /** Every row was handed over; the end follows once this has resolved. Never rejects. */
  readonly complete: () => Promise<void>;
  /** Broken off: by the client, by a failure, or for its slowness. Never rejects. @param sent records handed over, a part of one counting as one */
  readonly breakOff: (sent: number) => Promise<void>;
}

/** Handed over at once, in bytes; what the database sends comes in pieces that cost more to pass on than they hold. */
const PIECE = 64 * 1024;

export function countedStream({
  header,
  copy: { rows, over },
  patienceMilliseconds,
  complete,
  breakOff,
}: CountedStreamOptions): Readable {
  const counter = createRecordCounter();
  let isHeaderSent = false;
  let isWanted = false;
  let isComplete = false;
  let waitingSince: number | null = performance.now();

  const watch = setInterval(() => {
    if (waitingSince === null || performance.now() - waitingSince < patienceMilliseconds) return;
    stream.destroy(new Error('the client took nothing for too long'));
  }, patienceMilliseconds / 4);
  watch.unref();

  const stream = new Readable({
    // One chunk for each time the answer has room: whatever waited here would be counted and not sent.
    highWaterMark: 0,
    read: () => {
      waitingSince = null;
      if (isHeaderSent) {
        isWanted = true;
        passPiece();
        return;
      }
      isHeaderSent = true;
      // Not before: a file without rows would end unread.
      rows.on('readable', passPiece);
      pass(Buffer.from(header));
    },
    destroy: (error, callback) => {
      clearInterval(watch);
      rows.off('readable', passPiece);
      if (isComplete) callback(error);
      else breakOff(counter.begun()).then(() => callback(error));
    },
  });

  function pass(bytes: Buffer): void {
    waitingSince = performance.now();
    stream.push(bytes);
  }

  function passPiece(): void {
    if (!isWanted || stream.destroyed) return;
    const size = Math.min(rows.readableLength, PIECE);
    // The rest is smaller; anything else that is smaller grows within a moment.
    if (size < PIECE && !rows.writableEnded) return;
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
