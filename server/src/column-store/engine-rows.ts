/**
 * Reads `JSONCompactEachRow`: an array a line. Line ends within texts are escaped, so each line is a row. The engine writes an
 * error that occurs after the first rows into the answer itself; its words are no array, so they cannot be read as a row.
 */
import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { ColumnStoreFailed, type EngineCell } from './column-store.ts';
import { brokenAnswer, MAX_ERROR_CHARACTERS } from './engine-failure.ts';

export type EngineRow = readonly EngineCell[];

/** A longer row is refused. */
const MAX_ROW_CHARACTERS = 16 * 1024 * 1024;

/** The rows in parts, as they arrive. @throws {ColumnStoreFailed} where the answer breaks off, holds an error or is too long */
export async function* readRows(body: Readable, maxBytes: number): AsyncGenerator<readonly EngineRow[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let left = maxBytes;
  let rest = '';
  for await (const bytes of body) {
    left -= bytes.length;
    if (left < 0) throw new ColumnStoreFailed(`The column store's answer is longer than ${maxBytes} bytes.`);
    const text = rest + decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    if (rest.length > MAX_ROW_CHARACTERS) throw new ColumnStoreFailed("A row of the column store's answer is too long.");
    if (end === 0) continue;
    const rows = parseLines(text.slice(0, end - 1));
    if (rows === null) throw brokenAnswer(await readMore(text, body, decoder));
    yield rows;
  }
  rest += decoder.decode();
  if (rest !== '') throw brokenAnswer(rest);
}

/** null: not all of them are rows */
function parseLines(lines: string): readonly EngineRow[] | null {
  try {
    const rows: unknown = JSON.parse(`[${lines.replaceAll('\n', ',')}]`);
    return isRows(rows) ? rows : null;
  } catch {
    return null;
  }
}

/** The format has no other cells than these. */
function isRows(rows: unknown): rows is readonly EngineRow[] {
  return Array.isArray(rows) && rows.every((row) => Array.isArray(row));
}

/** The end of an answer, where the error's words are. */
async function readMore(text: string, body: Readable, decoder: TextDecoder): Promise<string> {
  let end = text.slice(-MAX_ERROR_CHARACTERS);
  for await (const bytes of body) end = (end + decoder.decode(bytes, { stream: true })).slice(-MAX_ERROR_CHARACTERS);
  return end;
}
