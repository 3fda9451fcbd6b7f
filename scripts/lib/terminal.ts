/** The streams from which a command reads and to which it writes. */
import type { Readable, Writable } from 'node:stream';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable & { readonly isTTY?: boolean };
}

/**
 * The terminal of the process. Each stream is opened when it is first used: an open input would keep the process from
 * ending.
 */
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
