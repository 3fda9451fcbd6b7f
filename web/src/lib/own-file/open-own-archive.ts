/** A ZIP archive in the browser's memory, with the limits of archives that the server reads, and one for all of it. */
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';
import {
  ARCHIVE_DAMAGED,
  checkedBytes,
  entryKey,
  indexEntries,
  type TextArchive,
  tooLarge,
} from '@leadloom/shared/workbook/read/archive-rules';
import { crc32 } from './crc32.ts';
import { unpacked } from './unpacked.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** Of all that is decompressed of one archive: a sheet is read up to three times. */
const ALL_BYTES = 1024 * 1024 * 1024;

type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>>;

export interface OwnArchive extends TextArchive {
  /** @param maxBytes decompressed @throws {UnreadableContent} from the first read on */
  read(name: string, maxBytes: number): Chunks;
}

/** @param pause awaited between chunks @throws {UnreadableContent} */
export function openOwnArchive(archive: Uint8Array<ArrayBuffer>, pause: () => Promise<void>): OwnArchive {
  const entries = indexEntries(readZipDirectory(archive), ({ name }) => name);
  let left = ALL_BYTES;

  async function* read(name: string, maxBytes: number): Chunks {
    const entry = entries.get(entryKey(name));
    if (entry === undefined) throw new UnreadableContent(ARCHIVE_DAMAGED);
    try {
      for await (const chunk of checkedBytes(entry, { maxBytes, unpack: () => contentOf(entry), crc32 })) {
        left -= chunk.length;
        if (left < 0) throw tooLarge(ALL_BYTES);
        yield chunk;
        await pause();
      }
    } catch (error) {
      throw error instanceof TypeError ? new UnreadableContent(ARCHIVE_DAMAGED, { cause: error }) : error;
    }
  }

  return {
    names: [...entries.values()].map(({ name }) => name),
    find: (name) => entries.get(entryKey(name))?.name ?? null,
    read,
    text: (name, maxBytes) => decoded(read(name, maxBytes)),
  };
}

async function* contentOf(entry: ZipEntry): Chunks {
  if (entry.isDeflated) yield* unpacked(entry.packed(), 'deflate-raw');
  else yield entry.packed();
}

/** XML is UTF-8, or begins with what tells that it is UTF-16. */
async function* decoded(bytes: Chunks): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder !== null) yield decoder.decode();
}

function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
}
