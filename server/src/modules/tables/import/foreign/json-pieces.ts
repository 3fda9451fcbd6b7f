/** JSON text as the pieces to parse: its lines where each is a value of its own, else the items of the whole. */

import { RECORD_LIMIT } from '../csv-records.ts';
import { unreadable } from '../map-headers.ts';
import { linesOf } from '../text-lines.ts';
import { createJsonSplitter, type JsonPiece } from './json-splitter.ts';

/** In batches, in the order of the text. @throws {AppError} IMPORT.UNREADABLE */
export async function* jsonPieces(text: AsyncIterable<string>): AsyncGenerator<readonly JsonPiece[]> {
  const chunks = text[Symbol.asyncIterator]();
  const begun: string[] = [];
  let filled = 0;
  let ends = 0;
  let isList = false;
  // The ends of two lines tell; without them, as much as one line may hold. A list is no line at all.
  while (filled < RECORD_LIMIT && ends < 2 && !isList) {
    const next = await chunks.next();
    if (next.done === true) break;
    begun.push(next.value);
    const text = filled === 0 ? next.value.trimStart() : next.value;
    isList = filled === 0 && text.startsWith('[');
    filled += text.length;
    ends += text.split('\n', 3).length - 1;
  }
  async function* all(): AsyncGenerator<string> {
    yield* begun;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  }
  yield* isLines(begun.join('')) ? pieceLines(all()) : pieceItems(all());
}

async function* pieceLines(text: AsyncIterable<string>): AsyncGenerator<readonly JsonPiece[]> {
  let line = 0;
  for await (const lines of linesOf(text)) {
    yield lines.flatMap((raw) => {
      line += 1;
      return raw.trim() === '' ? [] : [{ line, raw }];
    });
  }
}

async function* pieceItems(text: AsyncIterable<string>): AsyncGenerator<readonly JsonPiece[]> {
  const splitter = createJsonSplitter();
  let isEmpty = true;
  for await (const chunk of text) {
    isEmpty = isEmpty && chunk.trim() === '';
    yield splitter.read(chunk);
  }
  if (isEmpty) throw unreadable('it is empty');
  splitter.end();
}

/** A broken first line does not make the others less of lines. */
function isLines(begin: string): boolean {
  const [first = '', second = ''] = filledLines(begin, 2);
  return first.startsWith('{') && (isObject(first) || (second.startsWith('{') && isObject(second)));
}

/** The first lines with something in them, the last of which may go on. */
function filledLines(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  let from = 0;
  while (lines.length < most && from < text.length) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? text.length : end);
    if (line.trim() !== '') lines.push(line);
    from = end === -1 ? text.length : end + 1;
  }
  return lines;
}

function isObject(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}
