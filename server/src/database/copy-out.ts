/**
 * Reads the rows of COPY … TO STDOUT as the bytes of one file. Each row arrives as a message of its own, whose head is
 * removed where it was received, and rows are counted by their messages, so no byte is looked at. Memory is used again once
 * its reader is done with it: new memory for each piece would have the collector run several times for each file.
 */
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { createLoadWatch } from '../process/load-watch.ts';
import { DatabaseSocket, type RawReader } from './database-socket.ts';

/** A piece of the file. */
export interface RowsChunk {
  readonly bytes: Buffer;
  /** Rows that begin in it. */
  readonly rows: number;
  /** Its memory may be used again; nobody may read it any more. Optional: what is not released is collected. */
  release(): void;
}

export interface CopyOut {
  /**
   * The next piece; null once there are no more, and the connection is free again. One call at a time. Nothing is received
   * before it is wanted, except for one piece.
   */
  next(): Promise<RowsChunk | null>;
}

const MEMORY_BYTES = 256 * 1024;
/** A piece is passed on once it has so many bytes. */
const CHUNK_BYTES = 128 * 1024;
/** The database sends 8 KiB at a time. Reading each of them at once would take longer than what is done with it. */
const GATHER_MILLISECONDS = 1;
/**
 * While the process computes nearly all the time, others wait for answers. Then rows come in larger pauses, in which the
 * database waits as well: an export takes longer, and the others notice little of it.
 */
const BUSY_SHARE = 0.8;
const BUSY_GATHER_MILLISECONDS = 8;
const LOAD_WINDOW_MILLISECONDS = 20;
/** Pieces of memory kept for the next rows: as much as the rows of one copy that wait for their reader. */
const SPARE_LIMIT = 36;

const HEAD_BYTES = 5;
const COPY_DATA = 0x64;
const COPY_OUT_RESPONSE = 0x48;
/** Notices, settings and notifications may come between the rows. */
const OTHERS: ReadonlySet<number> = new Set([COPY_OUT_RESPONSE, 0x4e, 0x53, 0x41]);

/** Memory for the rows of many copies, one after the other and at once. */
export interface CopyMemory {
  take(): Buffer;
  /** Whose rows are not needed any more. */
  giveBack(memory: Buffer): void;
}

export function createCopyMemory(): CopyMemory {
  const spare: Buffer[] = [];
  return {
    take: () => spare.pop() ?? Buffer.allocUnsafeSlow(MEMORY_BYTES),
    giveBack: (memory) => {
      if (memory.length === MEMORY_BYTES && spare.length < SPARE_LIMIT) spare.push(memory);
    },
  };
}

/** Starts the copy. @param statement must be a COPY … TO STDOUT */
export function copyOut(client: pg.ClientBase, statement: string, memory: CopyMemory): CopyOut {
  return client.query(new CopyOutQuery(statement, memory));
}

class CopyOutQuery implements CopyOut, pg.Submittable {
  readonly #statement: string;
  readonly #all: CopyMemory;
  #memory: Buffer;
  /** Bytes of rows in the memory, and rows that begin there. */
  #filled = 0;
  #rows = 0;
  /** What has arrived of the head of a message, what is missing of its body, and what that is. */
  readonly #head = Buffer.alloc(HEAD_BYTES);
  readonly #load = createLoadWatch(LOAD_WINDOW_MILLISECONDS);
  #headBytes = 0;
  #missing = 0;
  #isRow = false;
  #isRowBegun = false;
  #ready: RowsChunk | null = null;
  #wanting: PromiseWithResolvers<RowsChunk | null> | null = null;
  #ended: { readonly failure: Error | null } | null = null;
  /** null: the driver has the connection. */
  #source: Source | null = null;
  #isResting = false;

  constructor(statement: string, memory: CopyMemory) {
    this.#statement = statement;
    this.#all = memory;
    this.#memory = memory.take();
  }

  next(): Promise<RowsChunk | null> {
    const ready = this.#ready;
    if (ready !== null) {
      this.#ready = null;
      if (this.#isResting) this.#resume();
      return Promise.resolve(ready);
    }
    if (this.#ended !== null) return this.#ended.failure === null ? Promise.resolve(null) : Promise.reject(this.#ended.failure);
    this.#wanting = Promise.withResolvers();
    return this.#wanting.promise;
  }

  submit(connection: pg.Connection): void {
    this.#source = takeSource(connection.stream, {
      room: () => this.#memory.subarray(this.#filled),
      receive: (bytes) => this.#receive(bytes),
    });
    connection.query(this.#statement);
  }

  handleError(failure: Error): void {
    this.#giveBack(Buffer.alloc(0));
    this.#end(failure);
  }

  handleReadyForQuery(): void {
    this.#end(null);
  }

  handleCommandComplete(): void {
    // The number of rows is known.
  }

  #end(failure: Error | null): void {
    this.#ended ??= { failure };
    const wanting = this.#wanting;
    this.#wanting = null;
    if (failure === null) wanting?.resolve(null);
    else wanting?.reject(failure);
  }

  #giveBack(rest: Buffer): void {
    const source = this.#source;
    this.#source = null;
    source?.giveBack(rest);
  }

  #resume(): void {
    this.#isResting = false;
    this.#source?.resume();
  }

  #receive(bytes: Buffer): boolean {
    this.#makeRoom(bytes);
    const read = this.#read(bytes);
    const isOver = read < bytes.length;
    if (this.#filled >= CHUNK_BYTES || (isOver && this.#filled > 0)) this.#passOn();
    if (isOver) {
      this.#giveBack(bytes.subarray(read));
      // The socket receives in memory of its own from now on.
      this.#all.giveBack(this.#memory);
      return true;
    }
    if (this.#ready !== null) {
      this.#isResting = true;
      return false;
    }
    setTimeout(() => this.#source?.resume(), this.#load() > BUSY_SHARE ? BUSY_GATHER_MILLISECONDS : GATHER_MILLISECONDS);
    return false;
  }

  /** Bytes received elsewhere may be more than there is room for. */
  #makeRoom(bytes: Buffer): void {
    if (bytes.buffer === this.#memory.buffer || this.#memory.length - this.#filled >= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(this.#filled + bytes.length + MEMORY_BYTES);
    this.#memory.copy(larger, 0, 0, this.#filled);
    this.#memory = larger;
  }

  /** Moves rows to the end of the others. @returns where a message begins that is for the driver; their length: nowhere */
  #read(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length) {
      if (this.#missing > 0) {
        const part = Math.min(this.#missing, bytes.length - at);
        if (this.#isRow) this.#keep(bytes, at, at + part);
        this.#missing -= part;
        at += part;
        continue;
      }
      if (this.#headBytes === 0) {
        const kind = bytes[at];
        if (kind !== COPY_DATA && !OTHERS.has(kind ?? 0)) return at;
      }
      if (this.#headBytes === 0 && bytes.length - at >= HEAD_BYTES) {
        this.#begin(bytes, at);
        at += HEAD_BYTES;
      } else {
        this.#head[this.#headBytes] = bytes[at] ?? 0;
        this.#headBytes += 1;
        at += 1;
        if (this.#headBytes === HEAD_BYTES) this.#begin(this.#head, 0);
      }
    }
    return at;
  }

  #begin(head: Buffer, at: number): void {
    this.#isRow = head[at] === COPY_DATA;
    this.#isRowBegun = false;
    // The length counts its own four bytes.
    this.#missing = head.readUInt32BE(at + 1) - 4;
    this.#headBytes = 0;
  }

  #keep(bytes: Buffer, from: number, to: number): void {
    if (!this.#isRowBegun) this.#rows += 1;
    this.#isRowBegun = true;
    bytes.copy(this.#memory, this.#filled, from, to);
    this.#filled += to - from;
  }

  #passOn(): void {
    const memory = this.#memory;
    let isKept = true;
    const chunk: RowsChunk = {
      bytes: memory.subarray(0, this.#filled),
      rows: this.#rows,
      release: () => {
        if (isKept) this.#all.giveBack(memory);
        isKept = false;
      },
    };
    this.#memory = this.#all.take();
    this.#filled = 0;
    this.#rows = 0;
    const wanting = this.#wanting;
    this.#wanting = null;
    if (wanting === null) this.#ready = chunk;
    else wanting.resolve(chunk);
  }
}

interface Source {
  resume(): void;
  giveBack(rest: Buffer): void;
}

/** With TLS the bytes cannot be put anywhere; they are taken in place of the driver. */
function takeSource(stream: Duplex, reader: RawReader): Source {
  if (stream instanceof DatabaseSocket) {
    stream.takeOver(reader);
    return { resume: () => void stream.resume(), giveBack: (rest) => stream.giveBack(rest) };
  }
  const listeners = stream.listeners('data');
  const take = (bytes: Buffer) => {
    if (!reader.receive(bytes)) stream.pause();
  };
  stream.removeAllListeners('data').on('data', take);
  return {
    resume: () => void stream.resume(),
    giveBack: (rest) => {
      stream.off('data', take);
      for (const listener of listeners) Reflect.apply(stream.on, stream, ['data', listener]);
      if (rest.length > 0) stream.emit('data', rest);
      stream.resume();
    },
  };
}
