/**
 * The decompressed bytes of a file: gzip is recognised by its first bytes and decompressed on the fly. Files that hold
 * neither text nor an archive are refused by name, and so is a file that decompresses to far more than a table's text would.
 */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isGzip, isOldOffice, isZip, LOOKED_AT_BYTES, unreadableFileOf } from '@leadloom/shared/domain/unreadable-file';
import { unreadable } from '../unreadable.ts';

const CHUNK_BYTES = 256 * 1024;
/** Tables of text shrink to a tenth, of repeated text to a hundredth. */
const MAX_RATIO = 300;
const RATIO_MATTERS_FROM = 8 * 1024 * 1024;

/** The name of a part in the container of old Office documents. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

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
  if (isGzip(head)) yield* refuseForeign(gunzip(all));
  else if (mustBeGzip && head.length > 0) throw unreadable('it should be gzip but is not');
  else yield* refuseForeign(all);
}

/** Refuses decompressed bytes in an unsupported format. */
async function* refuseForeign(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, all } = await peek(source);
  if (isGzip(head)) throw unreadable('it is compressed twice');
  refuseUnreadable(head);
  yield* all;
}

/** @param head the first bytes, as they are in the file: gzip and ZIP pass @throws {AppError} IMPORT.UNREADABLE */
export function refuseUnreadable(head: Uint8Array): void {
  if (isZip(head)) return;
  refuseOldOffice(Buffer.from(head.buffer, head.byteOffset, head.byteLength));
  const found = unreadableFileOf(head);
  if (found === null) return;
  throw unreadable(`it is ${found.name}${found.advice === null ? '' : `; ${found.advice}`}`);
}

/** A workbook with a password is stored in the container of old Office documents. */
function refuseOldOffice(head: Buffer): void {
  if (!isOldOffice(head)) return;
  if (head.includes(ENCRYPTED)) throw unreadable('it is a workbook with a password; save it as .xlsx without one');
  throw unreadable('it is an old Office document, or a workbook with a password; save it as .xlsx without one, or as CSV');
}

/** The first bytes, and the whole stream including them. */
export async function peek(source: AsyncIterable<Uint8Array>): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < LOOKED_AT_BYTES) {
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
    throw isDamage(error) ? unreadable('its gzip data is damaged or cut off', { cause: error }) : error;
  } finally {
    packed.destroy();
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
