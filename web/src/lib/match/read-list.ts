/** Reads pasted lines or the text of a file into cells, and writes them back. Pure. */
import Papa from 'papaparse';

export const MAX_LINES = 100_000;

export interface OwnList {
  /** All lines, including the first. */
  readonly rows: readonly (readonly string[])[];
  /** The separator between the cells, which is written back. */
  readonly delimiter: string;
  /** The text has more lines than are read. */
  readonly isCut: boolean;
  /** Number of a row → column → address of a link; absent: it comes from no sheet. */
  readonly links?: ReadonlyMap<number, ReadonlyMap<number, string>>;
}

/** No text has it: each line is then one cell, whatever it holds. */
const NONE = '\u001f';
const DELIMITERS = ['\t', ';', ',', '|'];
/** A first line that names the separator, as some spreadsheets write it. */
const SEPARATOR_LINE = /^sep=([,;|\t])(?:\r\n|\n|\r)/i;

export function readList(text: string): OwnList {
  const marked = text.replace(/^\uFEFF/, '');
  const [line = '', named = ''] = SEPARATOR_LINE.exec(marked) ?? [];
  const plain = marked.slice(line.length);
  const guessed = parse(plain, named);
  // Names such as “Acme, Inc.” hold a comma that separates nothing.
  const isOneColumn = guessed.errors.some(({ code }) => code === 'UndetectableDelimiter');
  const { data, meta } = isOneColumn ? parse(plain, NONE) : guessed;
  return {
    rows: data.slice(0, MAX_LINES + 1),
    delimiter: meta.delimiter === NONE ? ',' : meta.delimiter,
    isCut: data.length > MAX_LINES + 1,
  };
}

function parse(text: string, delimiter: string) {
  return Papa.parse(text, {
    delimiter,
    delimitersToGuess: DELIMITERS,
    skipEmptyLines: 'greedy',
    preview: MAX_LINES + 2,
  });
}

/** The file begins with the mark by which spreadsheets know UTF-8. */
export function writeList(rows: readonly (readonly string[])[], delimiter: string): Blob {
  return new Blob([`\uFEFF${listText(rows, delimiter)}`], { type: 'text/csv;charset=utf-8' });
}

export function listText(rows: readonly (readonly string[])[], delimiter: string): string {
  return `${Papa.unparse(rows, { delimiter, newline: '\n' })}\n`;
}

/** UTF-8 or UTF-16 where the bytes are, else what spreadsheets of the west write. */
export function decodeFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
