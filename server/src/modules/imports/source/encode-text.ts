/**
 * Writes text in the encoding of a file that was read, the reverse of `decodeText`. Encodings of one or two bytes for a
 * character are written by a table made of their decoder.
 */
import { TextDecoder } from 'node:util';

/** How the text of a file is encoded. */
export interface TextEncoding {
  /** The label in the decoder's terms; null: only ASCII was found, which most encodings write alike. */
  readonly label: string | null;
  /** Whether a byte order mark stands before the text. */
  readonly hasMark: boolean;
}

/** The most bytes of a character in encodings that are written by a table. */
const MOST_BYTES = 2;
const MARK = '\uFEFF';
/** What stands in for a character that the encoding does not have. */
const UNKNOWN = '?'.charCodeAt(0);
/** In this encoding, bytes depend on those before, so its text is written as UTF-8 with a mark. */
const STATEFUL = 'iso-2022-jp';

/** @param isFirst whether the file begins with this text, and with a mark if its encoding has one */
export function encodeText(text: string, { label, hasMark }: TextEncoding, isFirst = false): Buffer {
  const isStateful = label === STATEFUL;
  const marked = isFirst && (hasMark || isStateful) ? `${MARK}${text}` : text;
  if (label === null || label === 'utf-8' || isStateful) return Buffer.from(marked);
  if (label === 'utf-16le') return Buffer.from(marked, 'utf16le');
  if (label === 'utf-16be') return Buffer.from(marked, 'utf16le').swap16();
  return encodeByTable(text, tableOf(label));
}

function encodeByTable(text: string, table: ReadonlyMap<string, Buffer>): Buffer {
  const bytes = Buffer.alloc(text.length * MOST_BYTES);
  let end = 0;
  for (const letter of text) {
    const code = letter.charCodeAt(0);
    const written = code < 0x80 ? undefined : (table.get(letter) ?? Buffer.of(UNKNOWN));
    if (written === undefined) bytes[end] = code;
    else written.copy(bytes, end);
    end += written?.length ?? 1;
  }
  return bytes.subarray(0, end);
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>();

/** Characters beyond ASCII → bytes. */
function tableOf(label: string): ReadonlyMap<string, Buffer> {
  const known = tables.get(label);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(label, { fatal: true });
  const table = new Map<string, Buffer>();
  const add = (bytes: Buffer): boolean => {
    const letter = decoded(decoder, bytes);
    if (letter === null) return false;
    // Where several byte sequences mean one character, the first is written.
    if (!table.has(letter) && Array.from(letter).length === 1) table.set(letter, bytes);
    return true;
  };
  for (let lead = 0x80; lead <= 0xff; lead += 1)
    if (!add(Buffer.of(lead))) for (let trail = 0x30; trail <= 0xfe; trail += 1) add(Buffer.of(lead, trail));
  tables.set(label, table);
  return table;
}

function decoded(decoder: TextDecoder, bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
