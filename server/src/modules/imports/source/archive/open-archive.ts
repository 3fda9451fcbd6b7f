/** A ZIP archive on disk: its entries by their names, and the bytes of one. */
import { crc32, createInflateRaw } from 'node:zlib';
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';
import {
  ARCHIVE_DAMAGED,
  checkedBytes,
  entryKey,
  indexEntries,
  NAME_OUTSIDE,
  refuseTooMany,
  type TextArchive,
} from '@leadloom/shared/workbook/read/archive-rules';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { decodeText } from '../decode-text.ts';
import type { SpooledFile } from './spooled-file.ts';

const CHUNK_BYTES = 256 * 1024;
const DEFLATED = 8;

export interface Archive extends TextArchive {
  /** @param maxBytes decompressed @throws {UnreadableContent} from the first read on */
  read(name: string, maxBytes?: number): AsyncGenerator<Buffer>;
}

/** @throws {UnreadableContent} */
export async function openArchive({ reader, size }: SpooledFile): Promise<Archive> {
  const zip = await readable(() => fromRandomAccessReaderPromise(reader, size, { autoClose: false }));
  refuseTooMany(zip.entryCount);
  const listed = await readable(async () => {
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return entries;
  });
  const entries = indexEntries(listed, ({ fileName }) => fileName);

  async function* read(name: string, maxBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    const entry = entries.get(entryKey(name));
    if (entry === undefined) throw new UnreadableContent(ARCHIVE_DAMAGED);
    const described = {
      name: entry.fileName,
      packedBytes: entry.compressedSize,
      bytes: entry.uncompressedSize,
      crc32: entry.crc32,
      isLocked: entry.isEncrypted(),
      isKnown: entry.canDecodeFileData(),
    };
    try {
      yield* checkedBytes(described, { maxBytes, unpack: () => unpacked(zip, entry), crc32 });
    } catch (error) {
      throw refusalOf(error);
    }
  }

  return {
    names: [...entries.values()].map(({ fileName }) => fileName),
    find: (name) => entries.get(entryKey(name))?.fileName ?? null,
    read,
    text: (name, maxBytes) => decodeText(read(name, maxBytes), null).text,
  };
}

async function* unpacked(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const unpacker = entry.compressionMethod === DEFLATED ? createInflateRaw({ chunkSize: CHUNK_BYTES }) : null;
  if (unpacker !== null) {
    packed.once('error', (error) => unpacker.destroy(error));
    packed.pipe(unpacker);
  }
  try {
    yield* unpacker ?? packed;
  } finally {
    packed.destroy();
    unpacker?.destroy();
  }
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
  if (error instanceof UnreadableContent || !(error instanceof Error)) return error;
  if ('code' in error && typeof error.code === 'string' && !error.code.startsWith('Z_')) return error;
  const isName = /^(?:invalid relative path|absolute path|invalid characters in fileName)/.test(error.message);
  return new UnreadableContent(isName ? NAME_OUTSIDE : ARCHIVE_DAMAGED, { cause: error });
}
