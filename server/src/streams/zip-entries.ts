/**
 * The entries of a ZIP archive, and the bytes of one, checked against what the archive's directory says of them. Errors are
 * those of yauzl, of the decompressor and of the rules of archives; each reader says in its own words what they mean.
 */
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { checkedBytes, indexEntries, refuseTooMany } from '@leadloom/shared/workbook/read/archive-rules';
import type { Entry, ZipFile } from 'yauzl';

const CHUNK_BYTES = 256 * 1024;
const DEFLATED = 8;

/** Files by the keys of their names, in the order of the archive; folders are left out. */
export async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  refuseTooMany(zip.entryCount);
  const listed: Entry[] = [];
  for await (const entry of zip.eachEntry()) listed.push(entry);
  return indexEntries(listed, ({ fileName }) => fileName);
}

/** @param maxBytes decompressed */
export function entryBytes(zip: ZipFile, entry: Entry, maxBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  const described = {
    name: entry.fileName,
    packedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    crc32: entry.crc32,
    isLocked: entry.isEncrypted(),
    isKnown: entry.canDecodeFileData(),
  };
  return checkedBytes(described, { maxBytes, unpack: () => unpacked(zip, entry), crc32 });
}

async function* unpacked(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  if (entry.compressionMethod !== DEFLATED) yield* packed;
  // An error reaches the reader through the decompressor, and a reader that leaves ends both.
  else yield* pipeline(packed, createInflateRaw({ chunkSize: CHUNK_BYTES }), () => undefined);
}
