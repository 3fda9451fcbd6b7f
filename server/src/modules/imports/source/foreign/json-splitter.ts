/**
 * Splits a JSON stream of any size into its items: elements of a list, also of a list nested where networks put theirs,
 * and separate whole values. It holds one item at a time, and checks only the structure it needs for splitting; the items
 * are parsed later.
 */

import { RECORD_LIMIT } from '../../../../csv/csv-records.ts';
import { unreadable } from '../../unreadable.ts';

export interface JsonItem {
  /** The item's first line, from 1. */
  readonly line: number;
  readonly raw: string;
}

export interface JsonSplitter {
  /** @returns the items a chunk completes @throws {AppError} IMPORT.UNREADABLE */
  read(chunk: string): JsonItem[];
  /** @throws {AppError} IMPORT.UNREADABLE if the text breaks off */
  end(): void;
}

/** Paths of keys at which objects contain a list of items. */
export const ITEM_PATHS: readonly string[] = ['data', 'data.children', 'data.videos', 'videos', 'collector', 'itemList', 'items'];
const MAX_PATH_DEPTH = 2;
const MAX_KEY_LENGTH = 40;

interface Frame {
  readonly close: string;
  /** Whether the elements of the list are items. */
  readonly isList: boolean;
  /** In an object: the key of the value being read. */
  key: string;
}

interface Item {
  readonly line: number;
  readonly parts: string[];
  length: number;
  /** The offset of the item in the current chunk. */
  from: number;
}

export function createJsonSplitter(): JsonSplitter {
  const frames: Frame[] = [];
  /** Number of open brackets beyond the frames: inside an item, or deeper than a list of items can be. */
  let depth = 0;
  let item: Item | null = null;
  /** The object at the top level, kept in case it is an item itself. */
  let whole: Item | null = null;
  let isInString = false;
  let isEscaped = false;
  let key = '';
  let line = 1;

  function begin(at: number): Item {
    return { line, parts: [], length: 0, from: at };
  }

  function keep(kept: Item, chunk: string, until: number): void {
    kept.parts.push(chunk.slice(kept.from, until));
    kept.length += until - kept.from;
    kept.from = 0;
    if (kept.length > RECORD_LIMIT)
      throw unreadable(`what begins in line ${kept.line} is longer than ${RECORD_LIMIT / 1024 / 1024} million characters`);
  }

  function finish(kept: Item, chunk: string, until: number): JsonItem {
    keep(kept, chunk, until);
    return { line: kept.line, raw: kept.parts.join('') };
  }

  function open(letter: string, at: number): void {
    const parent = frames.at(-1);
    if (item !== null || depth > 0) depth += 1;
    else if (parent?.isList === true) {
      item = begin(at);
      depth = 1;
    } else if (parent === undefined) {
      whole = letter === '{' ? begin(at) : null;
      frames.push({ close: closing(letter), isList: letter === '[', key: '' });
    } else if (frames.length > MAX_PATH_DEPTH) depth += 1;
    else {
      const isList = letter === '[' && whole !== null && ITEM_PATHS.includes(frames.map((frame) => frame.key).join('.'));
      // The value is the container of the items, and need not be held.
      if (isList) whole = null;
      frames.push({ close: closing(letter), isList, key: '' });
    }
  }

  function close(letter: string, chunk: string, at: number): JsonItem | null {
    if (depth > 0) {
      depth -= 1;
      if (depth > 0 || item === null) return null;
      const finished = finish(item, chunk, at + 1);
      item = null;
      return finished;
    }
    const last = endPlain(chunk, at);
    if (frames.pop()?.close !== letter) throw unreadable(`its JSON is broken in line ${line}: a ${letter} closes nothing`);
    if (frames.length > 0 || whole === null) return last;
    const finished = finish(whole, chunk, at + 1);
    whole = null;
    return finished;
  }

  /** Ends an item without brackets, which ends where the next token starts. */
  function endPlain(chunk: string, at: number): JsonItem | null {
    if (item === null || depth > 0) return null;
    const finished = finish(item, chunk, at);
    item = null;
    return finished;
  }

  function plain(at: number): void {
    if (item !== null || depth > 0) return;
    const parent = frames.at(-1);
    if (parent === undefined) throw unreadable(`its JSON is broken in line ${line}: there is something between its objects`);
    if (parent.isList) item = begin(at);
  }

  return {
    read: (chunk) => {
      const items: JsonItem[] = [];
      for (let at = 0; at < chunk.length; at += 1) {
        const letter = chunk[at] ?? '';
        if (letter === '\n') line += 1;
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (letter === '\\') isEscaped = true;
          else if (letter === '"') isInString = false;
          else if (key.length < MAX_KEY_LENGTH) key += letter;
          continue;
        }
        let finished: JsonItem | null = null;
        if (letter === '"') {
          plain(at);
          isInString = true;
          key = '';
        } else if (letter === '{' || letter === '[') open(letter, at);
        else if (letter === '}' || letter === ']') finished = close(letter, chunk, at);
        else if (letter === ',') finished = endPlain(chunk, at);
        else if (letter === ':') {
          const frame = frames.at(-1);
          if (item === null && depth === 0 && frame !== undefined) frame.key = key;
        } else if (letter > ' ' && letter !== '\uFEFF') plain(at);
        if (finished !== null) items.push(finished);
      }
      for (const kept of new Set([item, whole])) if (kept !== null) keep(kept, chunk, chunk.length);
      return items;
    },
    end: () => {
      if (frames.length > 0) throw unreadable(`its JSON breaks off in line ${line}`);
    },
  };
}

function closing(letter: string): string {
  return letter === '{' ? '}' : ']';
}
