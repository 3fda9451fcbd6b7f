/** Where a command reads and writes. */
import type { Readable, Writable } from 'node:stream';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable & { readonly isTTY?: boolean };
}

/** That of the process. Each stream is opened when it is asked for: an open input would keep the process from ending. */
export const processTerminal: Terminal = {
  get input() {
    return process.stdin;
  },
  get output() {
    return process.stdout;
  },
  get errors() {
    return process.stderr;
  },
};
