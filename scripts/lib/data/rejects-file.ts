/** The file of the rows an import refused, created with the first of them in the format of their source. */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { Reject } from '../../../server/src/modules/imports/load-records.ts';
import {
  createRejectsWriter,
  type RejectsWriter,
  type SourceFormat,
} from '../../../server/src/modules/imports/report/rejects-file.ts';

const BUFFER_BYTES = 256 * 1024;
/** Enough of a file to recognise its first line. */
const LINE_BYTES = 64 * 1024;

export interface RejectsFile {
  /** Called before the first row. */
  readonly open: (format: SourceFormat) => void;
  readonly add: (reject: Reject) => void;
  /** @returns its path; null: there is no file */
  readonly end: () => string | null;
  /** Called after the end, if no row was refused: removes the file of an earlier run. Other files stay. */
  readonly removeOld: () => void;
}

/** @param pathOf the path of a file of this kind */
export function createRejectsFile(pathOf: (kind: RejectsWriter['kind']) => string): RejectsFile {
  let writer: RejectsWriter | null = null;
  let path: string | null = null;
  let file: number | null = null;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;

  // Synchronous, not a stream: rows may be refused faster than a slow disk writes, and must not pile up.
  const flush = (to: string) => {
    file ??= openSync(to, 'w', 0o600);
    for (const bytes of waiting) writeSync(file, bytes);
    waiting = [];
    waitingBytes = 0;
  };
  const put = (bytes: Buffer) => {
    waiting.push(bytes);
    waitingBytes += bytes.length;
  };
  return {
    open: (format) => {
      writer = createRejectsWriter(format);
    },
    add: (reject) => {
      if (writer === null) return;
      if (path === null) {
        path = pathOf(writer.kind);
        put(writer.begin());
      }
      put(writer.write(reject));
      if (waitingBytes > BUFFER_BYTES) flush(path);
    },
    end: () => {
      if (path === null) return null;
      flush(path);
      if (file !== null) closeSync(file);
      file = null;
      return path;
    },
    removeOld: () => {
      if (writer !== null && path === null) removeRejects(writer);
    },
  };

  function removeRejects(ofSource: RejectsWriter): void {
    const old = pathOf(ofSource.kind);
    try {
      if (ofSource.wrote(beginOf(old))) rmSync(old);
    } catch {
      // There is no such file, or it cannot be removed.
    }
  }
}

function beginOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(LINE_BYTES);
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
