/**
 * A connection to a database without TLS. It receives in one buffer and passes on copies of what arrived, which takes less
 * than the 64 KiB of new memory that Node sets aside for each read. A reader of many rows may have the bytes put into its
 * own memory instead; the driver then sees none of them.
 */
import { Socket } from 'node:net';

const BUFFER_BYTES = 64 * 1024;

export interface RawReader {
  /** Where the next bytes are put. Asked after each read. */
  room(): Uint8Array;
  /**
   * @param bytes usually in the room that was given last; the first ones are elsewhere, where they are overwritten later
   * @returns false: nothing more is read until `resume` of the socket
   */
  receive(bytes: Buffer): boolean;
}

interface Receiving {
  own: Uint8Array | null;
  reader: RawReader | null;
  pass: (bytes: Buffer) => boolean;
}

export class DatabaseSocket extends Socket {
  readonly #receiving: Receiving;

  constructor() {
    const receiving: Receiving = { own: null, reader: null, pass: () => true };
    super({
      onread: {
        buffer: () => {
          if (receiving.reader !== null) return receiving.reader.room();
          receiving.own ??= new Uint8Array(BUFFER_BYTES);
          return receiving.own;
        },
        callback: (length, memory) => {
          const bytes = Buffer.from(memory.buffer, memory.byteOffset, length);
          return receiving.reader === null ? receiving.pass(Buffer.from(bytes)) : receiving.reader.receive(bytes);
        },
      },
    });
    this.#receiving = receiving;
    receiving.pass = (bytes) => this.push(bytes);
  }

  /** From now on the reader gets what arrives. */
  takeOver(reader: RawReader): void {
    this.#receiving.reader = reader;
  }

  /** The driver gets it again. @param rest of what the reader received, for the driver */
  giveBack(rest: Buffer): void {
    this.#receiving.reader = null;
    if (rest.length > 0) this.push(Buffer.from(rest));
  }
}
