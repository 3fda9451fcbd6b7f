/** JSON text as items to parse: its lines if each is a whole value, else the items of the document. */

import { unreadable } from '../../unreadable.ts';
import { RECORD_LIMIT } from '../csv-records.ts';
import { linesOf } from '../text-lines.ts';
import { createJsonSplitter, type JsonItem } from './json-splitter.ts';

/** The items in batches, in the order of the text. @throws {AppError} IMPORT.UNREADABLE */
export async function* jsonItems(text: AsyncIterable<string>): AsyncGenerator<readonly JsonItem[]> {
  const chunks = text[Symbol.asyncIterator]();
  const read: string[] = [];
  let filled = 0;
  let ends = 0;
  let isList = false;
  // Two line ends are enough to decide; without them, as much is read as one line may hold. A list is never a line.
  while (filled < RECORD_LIMIT && ends < 2 && !isList) {
    const next = await chunks.next();
    if (next.done === true) break;
    read.push(next.value);
    const text = filled === 0 ? next.value.trimStart() : next.value;
    isList = filled === 0 && text.startsWith('[');
    filled += text.length;
    ends += text.split('\n', 3).length - 1;
  }
  async function* all(): AsyncGenerator<string> {
    yield* read;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  }
  yield* isLines(read.join('')) ? itemsOfLines(all()) : itemsOfDocument(all());
}

async function* itemsOfLines(text: AsyncIterable<string>): AsyncGenerator<readonly JsonItem[]> {
  let line = 0;
  for await (const lines of linesOf(text)) {
    yield lines.flatMap((raw) => {
      line += 1;
      return raw.trim() === '' ? [] : [{ line, raw }];
    });
  }
}

async function* itemsOfDocument(text: AsyncIterable<string>): AsyncGenerator<readonly JsonItem[]> {
  const splitter = createJsonSplitter();
  let isEmpty = true;
  for await (const chunk of text) {
    isEmpty = isEmpty && chunk.trim() === '';
    yield splitter.read(chunk);
  }
  if (isEmpty) throw unreadable('it is empty');
  splitter.end();
}

/** Whether the text has an item on each line. One broken line among the first two does not matter. */
function isLines(begin: string): boolean {
  const [first = '', second = ''] = filledLines(begin, 2);
  return first.startsWith('{') && (isObject(first) || (second.startsWith('{') && isObject(second)));
}

/** The first lines that are not blank; the last one may be incomplete. */
function filledLines(text: string, max: number): readonly string[] {
  const lines: string[] = [];
  let from = 0;
  while (lines.length < max && from < text.length) {
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
