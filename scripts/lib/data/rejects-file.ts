/** The rows an import refused, each with its line and reasons: a CSV file that is created with the first of them. */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { csvLine } from '../../../server/src/csv/csv-line.ts';

const HEADER = csvLine(['line', 'reason', 'raw']);
const BUFFER_LENGTH = 256 * 1024;
/** The beginning of a very long row is enough to identify it. */
const RAW_LIMIT = 100_000;

export interface RejectsFile {
  add(reject: { readonly line: number; readonly reason: string; readonly raw: string }): void;
  /** @returns whether there is a file */
  end(): boolean;
}

export function openRejectsFile(path: string): RejectsFile {
  let file: number | null = null;
  let text = '';
  // Synchronous, not a stream: rows may be refused faster than a slow disk writes, and must not pile up.
  const flush = () => {
    file ??= openSync(path, 'w', 0o600);
    writeSync(file, text);
    text = '';
  };
  return {
    add: ({ line, reason, raw }) => {
      if (file === null && text === '') text = HEADER;
      text += csvLine([line, reason, raw.length > RAW_LIMIT ? `${raw.slice(0, RAW_LIMIT)}…` : raw]);
      if (text.length > BUFFER_LENGTH) flush();
    },
    end: () => {
      if (text !== '') flush();
      if (file === null) return false;
      closeSync(file);
      file = null;
      return true;
    },
  };
}

/** Removes the rejects file of an earlier run. Other files stay, and so does one that cannot be removed. */
export function removeOldRejects(path: string): void {
  try {
    if (beginsLikeOurs(path)) rmSync(path);
  } catch {
    // There is none, or it cannot be removed.
  }
}

function beginsLikeOurs(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const begin = Buffer.alloc(HEADER.length);
    readSync(file, begin);
    return begin.toString('latin1') === HEADER;
  } finally {
    closeSync(file);
  }
}
