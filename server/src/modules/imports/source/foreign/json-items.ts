/** JSON text as items to parse: its lines if each is a whole value, else the items of the document. */

import { RECORD_LIMIT } from '../../../../csv/csv-records.ts';
import { linesOf } from '../../../../csv/text-lines.ts';
import { unreadable } from '../../unreadable.ts';
import { refusedIn } from '../refused-content.ts';
import { createJsonSplitter, type JsonItem } from './json-splitter.ts';

/** Lines of which one must be a whole object, where only lines are expected. */
const LINES_LOOKED_AT = 20;

/**
 * The items in batches, in the order of the text.
 * @param expectsLines whether the text is lines as soon as one of the first is a whole object
 * @throws {AppError} IMPORT.UNREADABLE
 */
export async function* jsonItems(
  text: AsyncIterable<string>,
  { expectsLines }: { readonly expectsLines: boolean },
): AsyncGenerator<readonly JsonItem[]> {
  const lines = expectsLines ? LINES_LOOKED_AT : 2;
  const chunks = text[Symbol.asyncIterator]();
  const read: string[] = [];
  let filled = 0;
  let ends = 0;
  let isList = false;
  // A few line ends are enough to decide; without them, as much is read as one line may hold. A list is never a line.
  while (filled < RECORD_LIMIT && ends < lines && !isList) {
    const next = await chunks.next();
    if (next.done === true) break;
    read.push(next.value);
    const text = filled === 0 ? next.value.trimStart() : next.value;
    isList = filled === 0 && text.startsWith('[');
    filled += text.length;
    ends += text.split('\n', lines + 1).length - 1;
  }
  async function* all(): AsyncGenerator<string> {
    yield* read;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  }
  const begin = read.join('');
  yield* (expectsLines ? mayBeLines(begin) : isLines(begin)) ? itemsOfLines(all()) : itemsOfDocument(all());
}

async function* itemsOfLines(text: AsyncIterable<string>): AsyncGenerator<readonly JsonItem[]> {
  let line = 0;
  for await (const lines of refusedIn(linesOf(text))) {
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

/** Whether it is anything but one document over several lines, or one that breaks off. */
function mayBeLines(begin: string): boolean {
  const lines = filledLines(begin, LINES_LOOKED_AT);
  const [first] = lines;
  return first !== undefined && (!first.trimStart().startsWith('{') || lines.some(isObject));
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
