/**
 * Keeps an archive on disk while it is read, because its directory stands at its end. The file is unlinked as soon as it is
 * open, so nothing is left once it is closed, however the process ends.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import { unreadable } from '../../unreadable.ts';

const GIGABYTE = 1024 ** 3;
const ARCHIVE_BYTES = 2 * GIGABYTE;
const CHUNK_BYTES = 256 * 1024;

export interface SpooledFile {
  readonly reader: RandomAccessReader;
  readonly size: number;
  close(): Promise<void>;
}

/** @throws {AppError} IMPORT.UNREADABLE if it is too large, and the errors of the source and the disk */
export async function spoolFile(source: AsyncIterable<Buffer>, maxBytes = ARCHIVE_BYTES): Promise<SpooledFile> {
  const path = join(tmpdir(), `leadloom-import-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw unreadable(`as an archive, it is larger than ${maxBytes / GIGABYTE} GB`);
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done);
        done += bytesWritten;
      }
    }
    return { reader: new SpoolReader(file), size, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads through the handle, which closes only after all reads. */
class SpoolReader extends RandomAccessReader {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(chunksOf(this.#file, start, end));
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#file.read(buffer, offset, length, position).then(
      ({ bytesRead }) => callback(bytesRead < length ? new Error('unexpected end of the file') : null, bytesRead),
      (error: Error) => callback(error),
    );
  }

  override close(callback: (error: Error | null) => void): void {
    // Whoever spooled it closes the file.
    callback(null);
  }
}

async function* chunksOf(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const bytes = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield bytes.subarray(0, bytesRead);
  }
}
