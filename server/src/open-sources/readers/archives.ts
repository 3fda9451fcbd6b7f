/**
 * Opens what publishers pack: ZIP archives, with 64-bit sizes too, and gzip. Both are decompressed as they are read, and an
 * archive's entries are checked against what its directory says of them. A damaged file is removed: a download that is kept
 * would otherwise be damaged for the next run, too.
 */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openPromise } from 'yauzl';
import { entryBytes, listEntries } from '../../streams/zip-entries.ts';
import { OpenSourceError } from '../open-source.ts';
import { refusalOf } from './refused.ts';

const CHUNK_BYTES = 64 * 1024;

export interface ZipFile {
  /** Files, in the order of the archive; folders are left out. `size` is in bytes, decompressed. */
  readonly entries: () => readonly { readonly name: string; readonly size: number }[];
  /** @throws {OpenSourceError} if there is no such entry; the stream fails with one if the entry is damaged */
  readonly read: (name: string) => Promise<Readable>;
  readonly close: () => void;
}

/** @throws {OpenSourceError} if the file is no archive, or a damaged one; it is removed then */
export async function openZip(path: string): Promise<ZipFile> {
  const file = basename(path);
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => refuse(path, error));
  const listed = await listEntries(zip).catch((error: unknown) => {
    zip.close();
    return refuse(path, error);
  });
  const entries = new Map([...listed.values()].map((entry) => [entry.fileName, entry]));
  return {
    entries: () => [...entries.values()].map(({ fileName, uncompressedSize }) => ({ name: fileName, size: uncompressedSize })),
    read: async (name) => {
      const entry = entries.get(name);
      if (entry === undefined) throw new OpenSourceError(`${file} has no file ${JSON.stringify(name)}.`);
      return Readable.from(checked(path, entryBytes(zip, entry)), { objectMode: false });
    },
    close: () => zip.close(),
  };
}

/** The decompressed bytes of a gzip file. The stream fails with an `OpenSourceError` if it is damaged, and the file is removed. */
export function readGzip(path: string): Readable {
  const unpacker = createGunzip({ chunkSize: CHUNK_BYTES });
  pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), unpacker, () => undefined);
  return Readable.from(checked(path, unpacker), { objectMode: false });
}

async function* checked(path: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    await refuse(path, error);
  }
}

/** Errors of the disk say nothing about the file. */
async function refuse(path: string, error: unknown): Promise<never> {
  const refusal = refusalOf(basename(path), error);
  if (refusal instanceof OpenSourceError) await rm(path, { force: true });
  throw refusal;
}
