/**
 * A ZIP archive on disk: its entries by their names, and the bytes of one. Refuses archives that no ordinary program writes:
 * names that lead outside, one name twice, too many entries, sizes that are not true. Nothing is ever unpacked to a path.
 */
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { AppError } from '../../../../http/app-error.ts';
import { unreadable } from '../../unreadable.ts';
import type { SpooledFile } from './spooled-file.ts';

const MAX_ENTRIES = 10_000;
const CHUNK_BYTES = 256 * 1024;
/** As for gzip: tables shrink to a tenth, repeated text to a hundredth. */
const MAX_RATIO = 300;
const RATIO_MATTERS_FROM = 8 * 1024 * 1024;
const DEFLATED = 8;
const DAMAGED = 'its archive is damaged or cut off';

export interface Archive {
  /** Of files, as they are written, in the order of the archive. */
  readonly names: readonly string[];
  /** As it is written there; letter case and a leading slash do not matter. null: there is none. */
  find(name: string): string | null;
  /** @param maxBytes decompressed @throws {AppError} IMPORT.UNREADABLE, from the first read on */
  read(name: string, maxBytes?: number): AsyncGenerator<Buffer>;
}

/** @throws {AppError} IMPORT.UNREADABLE */
export async function openArchive({ reader, size }: SpooledFile): Promise<Archive> {
  const entries = new Map<string, Entry>();
  const zip = await readable(() => fromRandomAccessReaderPromise(reader, size, { autoClose: false }));
  if (zip.entryCount > MAX_ENTRIES) throw unreadable(`its archive has more than ${MAX_ENTRIES.toLocaleString('en')} entries`);
  await readable(async () => {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const name = keyOf(entry.fileName);
      if (entries.has(name)) throw unreadable('its archive holds two files of one name');
      entries.set(name, entry);
    }
  });
  return {
    names: [...entries.values()].map(({ fileName }) => fileName),
    find: (name) => entries.get(keyOf(name))?.fileName ?? null,
    async *read(name, maxBytes = Number.POSITIVE_INFINITY) {
      const entry = entries.get(keyOf(name));
      if (entry === undefined) throw unreadable(DAMAGED);
      if (entry.isEncrypted()) throw unreadable('its archive is locked with a password');
      if (!entry.canDecodeFileData())
        throw unreadable('its archive is compressed in an unusual way; compress it as an ordinary ZIP file');
      if (entry.uncompressedSize > maxBytes) throw tooLarge(maxBytes);
      try {
        yield* decompressed(zip, entry, maxBytes);
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

async function* decompressed(zip: ZipFile, entry: Entry, maxBytes: number): AsyncGenerator<Buffer> {
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const unpacker = entry.compressionMethod === DEFLATED ? createInflateRaw({ chunkSize: CHUNK_BYTES }) : null;
  if (unpacker !== null) {
    packed.once('error', (error) => unpacker.destroy(error));
    packed.pipe(unpacker);
  }
  let bytes = 0;
  let sum = 0;
  try {
    for await (const chunk of unpacker ?? packed) {
      const unpacked: Buffer = chunk;
      bytes += unpacked.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      if (bytes > RATIO_MATTERS_FROM && bytes > entry.compressedSize * MAX_RATIO)
        throw unreadable(`it decompresses to more than ${MAX_RATIO} times its size`);
      if (bytes > entry.uncompressedSize) throw unreadable(DAMAGED);
      sum = crc32(unpacked, sum);
      yield unpacked;
    }
  } finally {
    packed.destroy();
    unpacker?.destroy();
  }
  if (bytes !== entry.uncompressedSize || sum !== entry.crc32) throw unreadable(DAMAGED);
}

async function readable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Errors of the disk have codes such as `EIO`; those of the decompressor begin with `Z_`, those of yauzl have none. */
function refusalOf(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  if ('code' in error && typeof error.code === 'string' && !error.code.startsWith('Z_')) return error;
  const isName = /^(?:invalid relative path|absolute path|invalid characters in fileName)/.test(error.message);
  return unreadable(isName ? 'its archive names a file outside of itself' : DAMAGED, { cause: error });
}

function tooLarge(maxBytes: number): AppError {
  return unreadable(`it decompresses to more than ${Math.round(maxBytes / 1024 / 1024).toLocaleString('en')} MB`);
}

function keyOf(name: string): string {
  return name.replace(/^\/+/, '').toLowerCase();
}
