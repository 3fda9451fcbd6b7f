/**
 * Rows between the database and a slower reader, in order: a few in memory, the rest on disk. The database waits while the
 * rows are being counted and paid for, for a reader who is slower for moments only, and when neither has room.
 */
import type { Spool } from './export-spool.ts';

/** A piece of the file. */
export interface RowsChunk {
  readonly bytes: Buffer;
  /** Rows that begin in it. */
  readonly rows: number;
}

export interface SpooledRows {
  /** The next rows; null: none are here yet, or all were taken. */
  take(): RowsChunk | null;
  /** @param callback called when `take` may have rows again */
  whenReady(callback: () => void): void;
  /** Resolves with null once the database has sent the last byte, or with the error it failed with. Never rejects. */
  readonly sent: Promise<Error | null>;
  /** Resolves with null once all rows are taken, or with the error it failed with. Never rejects. */
  readonly over: Promise<Error | null>;
  /** How long the database has waited for its reader so far, in total. */
  blockedMilliseconds(): number;
  /** The reader is gone: discards what is stored and what is still sent. */
  drop(): void;
}

/** Bytes held in memory. */
const IN_MEMORY = 8 * 1024 * 1024;
/** Bytes read from disk at once. */
const CHUNK_BYTES = 256 * 1024;
/** A reader is slow once the database has waited so long for it: writing to disk and reading again costs more than waiting. */
const PATIENCE_MILLISECONDS = 500;

/**
 * @param file read to the end even when the reader is gone
 * @param spool is closed by its owner
 * @param patience milliseconds before rows are written to disk
 */
export function spooledRows(file: AsyncIterable<RowsChunk>, spool: Spool, patience = PATIENCE_MILLISECONDS): SpooledRows {
  const { promise: over, resolve: resolveOver } = Promise.withResolvers<Error | null>();
  const inMemory: RowsChunk[] = [];
  let bytesInMemory = 0;
  /** The chunks on disk, as they were written. */
  const onDisk: { readonly bytes: number; readonly rows: number }[] = [];
  /** Rows on their way from disk to memory; what comes later must not overtake them. */
  let moving: Promise<void> | null = null;
  let changed = Promise.withResolvers<void>();
  let notifyReader = () => {};
  let isReading = false;
  let isWhole = false;
  let isDropped = false;
  let blocked = 0;
  let blockedSince: number | null = null;

  const hasRoom = () => bytesInMemory < IN_MEMORY;
  const isInMemoryNext = () => moving === null && onDisk.length === 0;
  const blockedMilliseconds = () => blocked + (blockedSince === null ? 0 : performance.now() - blockedSince);

  function notifyChanged(): void {
    const previous = changed;
    changed = Promise.withResolvers();
    previous.resolve();
    // The end is reported only once somebody reads: a file without rows would end before its header was sent.
    if (isWhole && isReading && inMemory.length === 0 && isInMemoryNext()) resolveOver(null);
  }

  function add(chunk: RowsChunk): void {
    inMemory.push(chunk);
    bytesInMemory += chunk.bytes.length;
    notifyReader();
  }

  async function move(): Promise<void> {
    while (!isDropped && hasRoom() && onDisk.length > 0) {
      const next = takeGroup(onDisk);
      const bytes = await spool.take(next.bytes);
      if (bytes?.length !== next.bytes) throw new Error('rows on disk are shorter than they should be');
      if (!isDropped) add({ bytes, rows: next.rows });
    }
  }

  function startMoving(): void {
    if (moving !== null) return;
    moving = move()
      .catch(fail)
      .finally(() => {
        moving = null;
        if (!isDropped && onDisk.length > 0 && hasRoom()) startMoving();
        else notifyChanged();
      });
  }

  function fail(error: unknown): void {
    isDropped = true;
    resolveOver(error instanceof Error ? error : new Error(String(error)));
  }

  /** Waits for a change that may give room, or until the reader is slow. */
  async function wait(): Promise<void> {
    const left = patience - blocked;
    if (isReading) blockedSince = performance.now();
    const timer = isReading && left > 0 ? setTimeout(notifyChanged, left) : undefined;
    await changed.promise;
    clearTimeout(timer);
    if (blockedSince !== null) blocked += performance.now() - blockedSince;
    blockedSince = null;
  }

  async function put(chunk: RowsChunk): Promise<void> {
    while (!isDropped) {
      if (isInMemoryNext() && hasRoom()) {
        add(chunk);
        return;
      }
      if (isReading && blocked >= patience && (await spool.append(chunk.bytes))) {
        onDisk.push({ bytes: chunk.bytes.length, rows: chunk.rows });
        if (hasRoom()) startMoving();
        return;
      }
      if (!isDropped && !(isInMemoryNext() && hasRoom())) await wait();
    }
  }

  async function takeAll(): Promise<Error | null> {
    try {
      for await (const chunk of file) await put(chunk);
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  const sent = takeAll();
  void sent.then((failure) => {
    isWhole = failure === null;
    if (failure === null) notifyChanged();
    else fail(failure);
  });

  return {
    take: () => {
      const chunk = inMemory.shift();
      const isFirst = !isReading;
      isReading = true;
      if (chunk !== undefined) bytesInMemory -= chunk.bytes.length;
      if (onDisk.length > 0 && hasRoom()) startMoving();
      if (chunk !== undefined || isFirst) notifyChanged();
      return chunk ?? null;
    },
    whenReady: (callback) => {
      notifyReader = callback;
    },
    sent,
    over,
    blockedMilliseconds,
    drop: () => {
      isDropped = true;
      inMemory.length = 0;
      notifyChanged();
    },
  };
}

/** Neighbours are read at once. */
function takeGroup(onDisk: { readonly bytes: number; readonly rows: number }[]): { bytes: number; rows: number } {
  const group = { bytes: 0, rows: 0 };
  for (let [next] = onDisk; next !== undefined; [next] = onDisk) {
    if (group.bytes > 0 && group.bytes + next.bytes > CHUNK_BYTES) break;
    group.bytes += next.bytes;
    group.rows += next.rows;
    onDisk.shift();
  }
  return group;
}
