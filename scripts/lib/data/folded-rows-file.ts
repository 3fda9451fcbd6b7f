/** The file of the rows an import folded into others of their file, created with the first of them. */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { FOLDED_BEGIN, foldedHeader, foldedLines } from '../../../server/src/modules/imports/report/folded-file.ts';
import type { FoldedRow } from '../../../server/src/modules/imports/staging/folded-rows.ts';

export interface FoldedRowsFile {
  readonly add: (rows: readonly FoldedRow[], fields: readonly string[]) => void;
  /** @returns its path; null: there is no file */
  readonly end: () => string | null;
  /** Called after the end, if no row was folded: removes the file of an earlier run. Other files stay. */
  readonly removeOld: () => void;
}

export function createFoldedRowsFile(path: string): FoldedRowsFile {
  let file: number | null = null;
  let isWritten = false;
  return {
    add: (rows, fields) => {
      if (rows.length === 0) return;
      if (file === null) {
        file = openSync(path, 'w', 0o600);
        isWritten = true;
        writeSync(file, foldedHeader(fields));
      }
      writeSync(file, foldedLines(rows));
    },
    end: () => {
      if (file !== null) closeSync(file);
      file = null;
      return isWritten ? path : null;
    },
    removeOld: () => {
      if (isWritten) return;
      try {
        if (beginOf(path) === FOLDED_BEGIN) rmSync(path);
      } catch {
        // There is no such file, or it cannot be removed.
      }
    },
  };
}

function beginOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(FOLDED_BEGIN.length);
    return bytes.subarray(0, readSync(file, bytes)).toString('latin1');
  } finally {
    closeSync(file);
  }
}
