/**
 * The decompressed bytes of a file: gzip is recognised by its first bytes and decompressed on the fly. Other archives and
 * binary files are refused by name, and so is a file that decompresses to far more than a table's text would.
 */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { unreadable } from './map-headers.ts';

const CHUNK_BYTES = 256 * 1024;
const GZIP = [0x1f, 0x8b];
const OTHER_FILES: readonly (readonly [bytes: readonly number[], name: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive or an Excel workbook; save it as CSV'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Office document; save it as CSV'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed with zstd; decompress it or use gzip'],
  [[0x42, 0x5a, 0x68], 'compressed with bzip2; decompress it or use gzip'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'compressed with xz; decompress it or use gzip'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file; save it as CSV or JSONL'],
  [[0xff, 0xfe, 0x00, 0x00], 'written in UTF-32; save it as UTF-8'],
];
const LONGEST_SIGNATURE = 5;
/** Tables of text shrink to a tenth, of repeated text to a hundredth. */
const MAX_RATIO = 300;
const RATIO_MATTERS_FROM = 8 * 1024 * 1024;

interface OpenOptions {
  /** The file's name or a request header says it is gzip. */
  readonly mustBeGzip: boolean;
}

/**
 * The caller closes the source; its remainder stays unread.
 * @throws {AppError} IMPORT.UNREADABLE, from the first read on
 */
export async function* openBytes(source: AsyncIterable<Uint8Array>, { mustBeGzip }: OpenOptions): AsyncGenerator<Buffer> {
  const { head, all } = await peek(source);
  if (startsWith(head, GZIP)) yield* refuseForeign(gunzip(all));
  else if (mustBeGzip && head.length > 0) throw unreadable('it should be gzip but is not');
  else yield* refuseForeign(all);
}

/** Refuses decompressed bytes in an unsupported format. */
async function* refuseForeign(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, all } = await peek(source);
  if (startsWith(head, GZIP)) throw unreadable('it is compressed twice');
  const other = OTHER_FILES.find(([bytes]) => startsWith(head, bytes));
  if (other !== undefined) throw unreadable(`it is ${other[1]}`);
  yield* all;
}

/** The first bytes, and the whole stream including them. */
async function peek(source: AsyncIterable<Uint8Array>): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < LONGEST_SIGNATURE) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = head.length === 0 ? asBuffer(next.value) : Buffer.concat([head, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield asBuffer(next.value);
  }
  return { head, all: all() };
}

async function* gunzip(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const packed = Readable.from(source);
  const unpacker = createGunzip({ chunkSize: CHUNK_BYTES });
  packed.once('error', (error) => unpacker.destroy(error));
  packed.pipe(unpacker);
  let size = 0;
  try {
    for await (const chunk of unpacker) {
      const unpacked: Buffer = chunk;
      size += unpacked.length;
      if (size > RATIO_MATTERS_FROM && size > unpacker.bytesWritten * MAX_RATIO)
        throw unreadable(`it decompresses to more than ${MAX_RATIO} times its size`);
      yield unpacked;
    }
  } catch (error) {
    throw isDamage(error) ? unreadable('its gzip data is damaged or cut off', error) : error;
  } finally {
    packed.destroy();
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function startsWith(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
