/**
 * The bytes of an answer as text, within a limit that holds for what it unpacks to: a few kilobytes can
 * unpack to gigabytes. Unpacking stops at the limit, so that no more is ever held.
 */
import { pipeline, type Readable, type Transform } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
]);

/** The body is no text within the limits. */
export class UnreadableBody extends Error {}

export interface BodyRules {
  /** Of `content-encoding`; null: none. */
  readonly encoding: string | null;
  readonly maxBytes: number;
  /** Whether bytes that are no UTF-8 make the body unreadable. */
  readonly isStrict: boolean;
}

/** @throws {UnreadableBody} and whatever ends the body early */
export async function readBody(body: Readable, { encoding, maxBytes, isStrict }: BodyRules): Promise<string> {
  // A body that is put away before its end says so as an error, which would end the process were nobody to listen.
  body.on('error', () => undefined);
  const decoder = new TextDecoder('utf-8', { fatal: isStrict });
  let text = '';
  let length = 0;
  try {
    for await (const chunk of unpacked(body, encoding)) {
      const bytes: Buffer = chunk;
      length += bytes.length;
      if (length > maxBytes) throw new UnreadableBody(`the answer is longer than ${maxBytes} bytes`);
      // Bytes are let go as soon as they are text: together they would be held twice.
      text += decoder.decode(bytes, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new UnreadableBody('the answer is not UTF-8', { cause: error });
    throw isOfUnpacking(error) ? new UnreadableBody('the answer cannot be unpacked', { cause: error }) : error;
  }
}

function unpacked(body: Readable, encoding: string | null): Readable {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return body;
  const decoder = decoders.get(name)?.();
  if (decoder === undefined) {
    body.destroy();
    throw new UnreadableBody(`the answer is packed as ${JSON.stringify(name.slice(0, 40))}`);
  }
  // Whatever ends either ends both; the reader of the second learns of it.
  pipeline(body, decoder, () => undefined);
  return decoder;
}

/** By the codes of zlib and of Brotli. */
function isOfUnpacking(error: unknown): boolean {
  return /^(?:Z_|ERR__|ERR_BROTLI)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
