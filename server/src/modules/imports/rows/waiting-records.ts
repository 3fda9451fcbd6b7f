/** Rows of a file that wait for its end: the first thousands in memory, the others in a temporary file. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { SourceRecord } from '../source/record-source.ts';

const HELD_ROWS = 5_000;
/** Characters of rows that are held in memory. */
const HELD_TEXT = 8 * 1024 * 1024;
const READ_BYTES = 1024 * 1024;

export interface WaitingRecords {
  add(record: SourceRecord): void;
  /** Returns all rows in batches, in the order in which they came. */
  take(): Generator<readonly SourceRecord[]>;
  /** Removes what is left of them. */
  end(): void;
}

export function createWaitingRecords(): WaitingRecords {
  // Rows are held as texts of their own: a cell would keep the whole chunk it was cut from in memory.
  let held: string[] = [];
  let heldText = 0;
  let file: number | null = null;

  // Synchronous, not a stream: rows may come faster than a slow disk writes, and must not pile up.
  const flush = () => {
    file ??= openUnnamed();
    writeSync(file, `${held.join('\n')}\n`);
    held = [];
    heldText = 0;
  };

  function* written(from: number): Generator<readonly SourceRecord[]> {
    const decoder = new StringDecoder('utf8');
    const bytes = Buffer.alloc(READ_BYTES);
    let rest = '';
    for (let at = 0, read = readSync(from, bytes, 0, READ_BYTES, 0); read > 0; read = readSync(from, bytes, 0, READ_BYTES, at)) {
      at += read;
      const lines = (rest + decoder.write(bytes.subarray(0, read))).split('\n');
      rest = lines.pop() ?? '';
      yield lines.map(parsed);
    }
  }

  return {
    add: (record) => {
      const text = JSON.stringify(record);
      held.push(text);
      heldText += text.length;
      if (held.length >= HELD_ROWS || heldText >= HELD_TEXT) flush();
    },
    take: function* take() {
      if (file !== null) yield* written(file);
      if (held.length > 0) yield held.map(parsed);
    },
    end: () => {
      if (file !== null) closeSync(file);
      file = null;
      held = [];
    },
  };
}

function parsed(text: string): SourceRecord {
  return JSON.parse(text);
}

/** Opens a file and removes its name at once, so that the file ends with the process, however the process ends. */
function openUnnamed(): number {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-import-'));
  try {
    return openSync(join(folder, 'rows'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
