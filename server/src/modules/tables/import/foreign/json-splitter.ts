/**
 * Cuts JSON of any size into its items, on the way through: elements of a list, those of a list at a place where
 * networks put theirs, and whole values that stand alone. Holds one item at a time. Only as much is judged as
 * cutting needs; the rest is for whoever parses the items.
 */
import { RECORD_LIMIT } from '../csv-records.ts';
import { unreadable } from '../map-headers.ts';

export interface JsonPiece {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly raw: string;
}

export interface JsonSplitter {
  /** @returns the items a chunk completes @throws {AppError} IMPORT.UNREADABLE */
  read(chunk: string): JsonPiece[];
  /** @throws {AppError} IMPORT.UNREADABLE where the text breaks off */
  end(): void;
}

/** Where an object holds a list of items: the path of keys. */
export const ITEM_PATHS: readonly string[] = ['data.children', 'data.videos', 'videos', 'collector', 'itemList', 'items'];
const DEEPEST_PATH = 2;
const LONGEST_KEY = 40;

interface Frame {
  readonly close: string;
  /** Whether its elements are items. */
  readonly isList: boolean;
  /** Of an object: the key whose value is read. */
  key: string;
}

interface Item {
  readonly line: number;
  readonly parts: string[];
  length: number;
  /** Where it begins in the chunk at hand. */
  from: number;
}

export function createJsonSplitter(): JsonSplitter {
  const frames: Frame[] = [];
  /** Brackets open beyond the frames: inside an item, or deeper than a list of items can be. */
  let depth = 0;
  let item: Item | null = null;
  /** An object at the top, kept in case it is an item itself. */
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

  function finish(kept: Item, chunk: string, until: number): JsonPiece {
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
    } else if (frames.length > DEEPEST_PATH) depth += 1;
    else {
      const isList = letter === '[' && whole !== null && ITEM_PATHS.includes(frames.map((frame) => frame.key).join('.'));
      // Now it is known to be what holds the items, and need not be kept.
      if (isList) whole = null;
      frames.push({ close: closing(letter), isList, key: '' });
    }
  }

  function close(letter: string, chunk: string, at: number): JsonPiece | null {
    if (depth > 0) {
      depth -= 1;
      if (depth > 0 || item === null) return null;
      const piece = finish(item, chunk, at + 1);
      item = null;
      return piece;
    }
    const last = endPlain(chunk, at);
    if (frames.pop()?.close !== letter) throw unreadable(`its JSON is broken in line ${line}: a ${letter} closes nothing`);
    if (frames.length > 0 || whole === null) return last;
    const piece = finish(whole, chunk, at + 1);
    whole = null;
    return piece;
  }

  /** Ends an item without brackets, which ends where something else begins. */
  function endPlain(chunk: string, at: number): JsonPiece | null {
    if (item === null || depth > 0) return null;
    const piece = finish(item, chunk, at);
    item = null;
    return piece;
  }

  function plain(at: number): void {
    if (item !== null || depth > 0) return;
    const parent = frames.at(-1);
    if (parent === undefined) throw unreadable(`its JSON is broken in line ${line}: there is something between its objects`);
    if (parent.isList) item = begin(at);
  }

  return {
    read: (chunk) => {
      const pieces: JsonPiece[] = [];
      for (let at = 0; at < chunk.length; at += 1) {
        const letter = chunk[at] ?? '';
        if (letter === '\n') line += 1;
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (letter === '\\') isEscaped = true;
          else if (letter === '"') isInString = false;
          else if (key.length < LONGEST_KEY) key += letter;
          continue;
        }
        let piece: JsonPiece | null = null;
        if (letter === '"') {
          plain(at);
          isInString = true;
          key = '';
        } else if (letter === '{' || letter === '[') open(letter, at);
        else if (letter === '}' || letter === ']') piece = close(letter, chunk, at);
        else if (letter === ',') piece = endPlain(chunk, at);
        else if (letter === ':') {
          const frame = frames.at(-1);
          if (item === null && depth === 0 && frame !== undefined) frame.key = key;
        } else if (letter > ' ' && letter !== '\uFEFF') plain(at);
        if (piece !== null) pieces.push(piece);
      }
      for (const kept of new Set([item, whole])) if (kept !== null) keep(kept, chunk, chunk.length);
      return pieces;
    },
    end: () => {
      if (frames.length > 0) throw unreadable(`its JSON breaks off in line ${line}`);
    },
  };
}

function closing(letter: string): string {
  return letter === '{' ? '}' : ']';
}
