/** Writes a file of an import into the database and reads it from there, part by part, compressed and bounded. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { addFilePart, type ImportFileKind, readFilePart } from './import-files.repository.ts';

/** Bytes of text, before it is compressed. */
const PART_BYTES = 512 * 1024;
/** Compressed bytes of a file. What exceeds them is not stored. */
const FILE_BYTES = 256 * 1024 * 1024;
const FASTEST = 1;

export interface StoredFileWriter {
  write(bytes: Buffer): void;
  /** Resolves once what was written so far is stored, except for the last, unfinished part. */
  settle(): Promise<void>;
  end(): Promise<void>;
}

interface FileName {
  readonly importId: string;
  readonly kind: ImportFileKind;
  readonly fileName: string;
}

export function createStoredFile(database: Database, name: FileName): StoredFileWriter {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let part = 0;
  let storedBytes = 0;
  let storing: Promise<void> = Promise.resolve();

  const flush = () => {
    const bytes = gzipSync(Buffer.concat(waiting), { level: FASTEST });
    waiting = [];
    waitingBytes = 0;
    storedBytes += bytes.length;
    if (storedBytes > FILE_BYTES) return;
    const row = { ...name, part, bytes };
    part += 1;
    storing = storing.then(() => addFilePart(database, row));
    // The caller of `settle` or `end` gets the error.
    storing.catch(() => undefined);
  };
  return {
    write: (bytes) => {
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= PART_BYTES) flush();
    },
    settle: () => storing,
    end: async () => {
      if (waitingBytes > 0) flush();
      await storing;
    },
  };
}

type StoredPart = NonNullable<Awaited<ReturnType<typeof readFilePart>>>;

interface StoredFile {
  readonly fileName: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** @throws {AppError} IMPORT.NO_FILE */
export async function openStoredFile(database: Database, importId: string, kind: ImportFileKind): Promise<StoredFile> {
  const first = await readFilePart(database, { importId, kind, part: 0 });
  if (first === null) throw new AppError('IMPORT.NO_FILE');
  async function* bytes(): AsyncGenerator<Buffer> {
    let part = 0;
    for (let found: StoredPart | null = first; found !== null; found = await readFilePart(database, { importId, kind, part })) {
      yield gunzipSync(found.bytes);
      part += 1;
    }
  }
  return { fileName: first.fileName, bytes: bytes() };
}
