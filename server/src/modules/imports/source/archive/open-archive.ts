/** A ZIP archive on disk: its entries by their names, and the bytes of one. */
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';
import { ARCHIVE_DAMAGED, entryKey, NAME_OUTSIDE, type TextArchive } from '@leadloom/shared/workbook/read/archive-rules';
import { fromRandomAccessReaderPromise } from 'yauzl';
import { entryBytes, listEntries } from '../../../../streams/zip-entries.ts';
import { decodeText } from '../decode-text.ts';
import type { SpooledFile } from './spooled-file.ts';

export interface Archive extends TextArchive {
  /** @param maxBytes decompressed @throws {UnreadableContent} from the first read on */
  read(name: string, maxBytes?: number): AsyncGenerator<Buffer>;
}

/** @throws {UnreadableContent} */
export async function openArchive({ reader, size }: SpooledFile): Promise<Archive> {
  const zip = await readable(() => fromRandomAccessReaderPromise(reader, size, { autoClose: false }));
  const entries = await readable(() => listEntries(zip));

  async function* read(name: string, maxBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    const entry = entries.get(entryKey(name));
    if (entry === undefined) throw new UnreadableContent(ARCHIVE_DAMAGED);
    try {
      yield* entryBytes(zip, entry, maxBytes);
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
