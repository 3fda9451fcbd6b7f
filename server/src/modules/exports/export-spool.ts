/**
 * Stores on disk what the reader of an export has not read yet, in unnamed files of limited size per account and in total.
 * A file is unlinked as soon as it is open, so nothing is left once it is closed, however the process ends.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkspaceId } from '../../http/workspace-id.ts';

interface SpoolLimits {
  readonly directory: string;
  /** Bytes of all files together. */
  readonly total: number;
  /** Bytes of one account's files. */
  readonly perAccount: number;
  /** Called with the reason when a file cannot be written. */
  readonly onError: (error: unknown) => void;
  /** Called with the bytes of all files together, whenever they change. */
  readonly onUsed?: (bytes: number) => void;
}

/** A queue of bytes on disk, first in, first out. Calls are carried out one after the other. */
export interface Spool {
  /** Bytes that nobody has taken yet. */
  readonly waiting: number;
  /** Appends bytes. False: there is no room, or the disk is full; nothing was stored. */
  append(bytes: Buffer): Promise<boolean>;
  /** The next bytes; null: none are waiting. @param maxBytes at least 1 */
  take(maxBytes: number): Promise<Buffer | null>;
  /** Frees the space. Unread bytes are discarded. */
  close(): Promise<void>;
}

export interface SpoolRoom {
  open(workspaceId: WorkspaceId): Spool;
}

export function createSpoolRoom({ directory, total, perAccount, onError, onUsed }: SpoolLimits): SpoolRoom {
  const byAccount = new Map<number, number>();
  let used = 0;

  function reserve(workspaceId: WorkspaceId, bytes: number): boolean {
    const own = byAccount.get(workspaceId) ?? 0;
    if (used + bytes > total || own + bytes > perAccount) return false;
    used += bytes;
    byAccount.set(workspaceId, own + bytes);
    onUsed?.(used);
    return true;
  }

  function giveBack(workspaceId: WorkspaceId, bytes: number): void {
    used -= bytes;
    const own = (byAccount.get(workspaceId) ?? 0) - bytes;
    if (own > 0) byAccount.set(workspaceId, own);
    else byAccount.delete(workspaceId);
    onUsed?.(used);
  }

  async function openFile(): Promise<FileHandle> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const path = join(directory, randomUUID());
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return file;
  }

  return {
    open: (workspaceId) => {
      let file: FileHandle | null = null;
      let isClosed = false;
      /** The offsets up to which the file was read and written; the difference is the space in use. */
      let [start, end] = [0, 0];
      let last: Promise<unknown> = Promise.resolve();

      const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
        const done = last.then(work);
        last = done.catch(() => undefined);
        return done;
      };
      const write = async (bytes: Buffer): Promise<boolean> => {
        try {
          file ??= await openFile();
          await writeWhole(file, bytes, end);
          return true;
        } catch (error) {
          onError(error);
          return false;
        }
      };
      /** Everything was read, so the file starts again at 0. */
      const rewind = async () => {
        giveBack(workspaceId, end);
        [start, end] = [0, 0];
        await file?.truncate(0);
      };

      return {
        get waiting() {
          return end - start;
        },
        append: (bytes) =>
          inTurn(async () => {
            if (isClosed || !reserve(workspaceId, bytes.length)) return false;
            if (await write(bytes)) {
              end += bytes.length;
              return true;
            }
            giveBack(workspaceId, bytes.length);
            return false;
          }),
        take: (maxBytes) =>
          inTurn(async () => {
            if (isClosed || file === null || start === end) return null;
            const bytes = await readWhole(file, start, Math.min(maxBytes, end - start));
            start += bytes.length;
            if (start === end) await rewind();
            return bytes;
          }),
        close: () =>
          inTurn(async () => {
            if (isClosed) return;
            isClosed = true;
            giveBack(workspaceId, end);
            [start, end] = [0, 0];
            await file?.close();
          }),
      };
    },
  };
}

async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

async function readWhole(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw new Error('a file that was written is shorter than it should be');
    done += bytesRead;
  }
  return bytes;
}
