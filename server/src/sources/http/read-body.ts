/**
 * Reads a response body as text, up to a limit of decompressed bytes, because a few kilobytes can expand to gigabytes.
 * Decompression stops at the limit, so that no more is held in memory.
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

/** The body is not text, or exceeds the limit. */
export class UnreadableBody extends Error {}

export interface BodyRules {
  /** The value of `content-encoding`; null: none. */
  readonly encoding: string | null;
  readonly maxBytes: number;
  /** Whether invalid UTF-8 makes the body unreadable. */
  readonly isStrict: boolean;
}

/** @throws {UnreadableBody} and errors of the stream */
export async function readBody(body: Readable, { encoding, maxBytes, isStrict }: BodyRules): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: isStrict });
  let text = '';
  try {
    // The body is decoded chunk by chunk, so that the bytes are not held along with the text.
    for await (const bytes of bodyBytes(body, { encoding, maxBytes })) text += decoder.decode(bytes, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    if (codeOf(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new UnreadableBody('the answer is not UTF-8', { cause: error });
  }
}

/** The decompressed bytes. @throws {UnreadableBody} and errors of the stream */
export async function* bodyBytes(
  body: Readable,
  { encoding, maxBytes }: Pick<BodyRules, 'encoding' | 'maxBytes'>,
): AsyncGenerator<Buffer> {
  // A body destroyed before its end emits an error, which would end the process without a listener.
  body.on('error', () => undefined);
  let length = 0;
  try {
    for await (const chunk of unpacked(body, encoding)) {
      const bytes: Buffer = chunk;
      length += bytes.length;
      if (length > maxBytes) throw new UnreadableBody(`the answer is longer than ${maxBytes} bytes`);
      yield bytes;
    }
  } catch (error) {
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
  // An error of either stream ends both, and reaches the reader through the decoder.
  pipeline(body, decoder, () => undefined);
  return decoder;
}

/** Recognises the error codes of zlib and Brotli. */
function isOfUnpacking(error: unknown): boolean {
  return /^(?:Z_|ERR__|ERR_BROTLI)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
