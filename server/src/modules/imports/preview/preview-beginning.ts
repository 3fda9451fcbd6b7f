/** The beginning of a file, which a preview reads several times: once for each table. */
import { isUtf8 } from 'node:buffer';
import type { SheetRow } from '@leadloom/shared/workbook/read/sheet-rows';
import type { FileContent } from '../source/open-content.ts';

/** Of the file's beginning, by which tables are compared. */
const COMPARED_BYTES = 512 * 1024;
export const COMPARED_ROWS = 500;

/** By the beginning, as `decodeText` decides. */
function encodingOf(begin: Buffer): string {
  if (begin[0] === 0xff && begin[1] === 0xfe) return 'utf-16le';
  if (begin[0] === 0xfe && begin[1] === 0xff) return 'utf-16be';
  return isUtf8(begin) ? 'utf-8' : 'windows-1252';
}

interface Beginning {
  /** The first rows, each time anew. */
  readonly begin: () => FileContent;
  readonly all: FileContent;
  readonly encoding: string;
}

export async function beginningOf(content: FileContent): Promise<Beginning> {
  if (content.kind === 'text') {
    const { first, isWhole, all } = await firstOf(content.bytes, COMPARED_BYTES, ({ length }) => length);
    const bytes = Buffer.concat(first);
    const end = isWhole ? -1 : bytes.lastIndexOf(0x0a);
    const lines = end < 0 ? bytes : bytes.subarray(0, end + 1);
    const begin = () => ({ kind: 'text', bytes: only(lines) }) as const;
    return { begin, all: { kind: 'text', bytes: all }, encoding: encodingOf(lines) };
  }
  const { first, all } = await firstOf<readonly SheetRow[]>(content.rows, COMPARED_ROWS, ({ length }) => length);
  const begin = () => ({ kind: 'sheet', rows: only(first.flat()) }) as const;
  return { begin, all: { kind: 'sheet', rows: all }, encoding: 'utf-8' };
}

/** The first parts, up to this size together, and all of them. */
async function firstOf<Part>(source: AsyncIterable<Part>, size: number, sizeOf: (part: Part) => number) {
  const iterator = source[Symbol.asyncIterator]();
  const first: Part[] = [];
  let isWhole = false;
  for (let read = 0; read < size; ) {
    const next = await iterator.next();
    isWhole = next.done === true;
    if (next.done === true) break;
    first.push(next.value);
    read += sizeOf(next.value);
  }
  async function* all(): AsyncGenerator<Part> {
    yield* first;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { first, isWhole, all: all() };
}

async function* only<Part>(part: Part): AsyncGenerator<Part> {
  yield part;
}
