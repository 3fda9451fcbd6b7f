/**
 * Rows between the database and a slower reader, in order: a few in memory, the rest on disk. The database waits only when
 * neither has room.
 */
import { PassThrough, type Readable } from 'node:stream';
import type { Spool } from './export-spool.ts';

export interface SpooledRows {
  /** The bytes to read; the writable side ends once all have been written to it. */
  readonly rows: PassThrough;
  /** Resolves with null once the database has sent the last byte, or with the error it failed with. Never rejects. */
  readonly sent: Promise<Error | null>;
  /** Resolves with null once all bytes are read, or with the error it failed with. Never rejects. */
  readonly over: Promise<Error | null>;
  /** How long the database has waited for room so far, in total. */
  blockedMilliseconds(): number;
  /** The reader is gone: discards what is stored and what is still sent. */
  drop(): void;
}

/**
 * Held in memory, in bytes: while the rows are being counted and paid for, and whenever the reader pauses. Without it
 * the two would wait for each other at every few kilobytes.
 */
const IN_MEMORY = 1024 * 1024;
/** Read from disk at once, in bytes. */
const CHUNK_BYTES = 256 * 1024;

/** @param spool is closed by its owner */
export function spooledRows(written: Readable, spool: Spool): SpooledRows {
  const rows = new PassThrough({ highWaterMark: IN_MEMORY });
  const { promise: over, resolve: resolveOver } = Promise.withResolvers<Error | null>();
  /** Rows on their way from disk to memory; what comes later must not overtake them. */
  let moving: Promise<void> | null = null;
  let moved = Promise.withResolvers<void>();
  let isDropped = false;
  let blocked = 0;
  let blockedSince: number | null = null;

  function notifyMoved(): void {
    const previous = moved;
    moved = Promise.withResolvers();
    previous.resolve();
  }

  async function move(): Promise<void> {
    while (!isDropped && !rows.writableNeedDrain) {
      const bytes = await spool.take(CHUNK_BYTES);
      if (bytes === null) return;
      if (!isDropped) rows.write(bytes);
    }
  }

  function startMoving(): void {
    if (moving !== null) return;
    moving = move()
      .catch(fail)
      .finally(() => {
        moving = null;
        if (!isDropped && spool.waiting > 0 && !rows.writableNeedDrain) startMoving();
        else notifyMoved();
      });
  }

  function fail(error: unknown): void {
    isDropped = true;
    resolveOver(error instanceof Error ? error : new Error(String(error)));
  }

  const isInMemoryNext = () => moving === null && spool.waiting === 0;

  async function put(chunk: Buffer): Promise<void> {
    while (!isDropped) {
      if (isInMemoryNext() && !rows.writableNeedDrain) {
        rows.write(chunk);
        return;
      }
      if (await spool.append(chunk)) {
        startMoving();
        return;
      }
      const { promise } = moved;
      if (isDropped || (isInMemoryNext() && !rows.writableNeedDrain)) continue;
      blockedSince = performance.now();
      await promise;
      blocked += performance.now() - blockedSince;
      blockedSince = null;
    }
  }

  async function takeAll(): Promise<Error | null> {
    try {
      for await (const chunk of written) await put(chunk);
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async function endRows(): Promise<void> {
    while (!isDropped && !isInMemoryNext()) await moved.promise;
    rows.end();
  }

  rows.on('drain', () => {
    if (spool.waiting > 0) startMoving();
    else notifyMoved();
  });
  rows.once('end', () => resolveOver(null));
  const sent = takeAll();
  void sent.then((failure) => (failure === null ? endRows() : fail(failure)));

  return {
    rows,
    sent,
    over,
    blockedMilliseconds: () => blocked + (blockedSince === null ? 0 : performance.now() - blockedSince),
    drop: () => {
      isDropped = true;
      notifyMoved();
      rows.removeAllListeners('readable').resume();
    },
  };
}
