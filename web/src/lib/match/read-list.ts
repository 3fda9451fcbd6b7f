/** Reads pasted lines or the text of a file into cells, and writes them back. Pure. */
import { LINES_ABOVE, likeliestSeparator } from '@leadloom/shared/tables/header-line';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
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
const DELIMITERS = ['\t', ';', ',', '|'] as const;
/** Characters in which a line of headers is looked for. */
const LOOKED_AT = 64 * 1024;
/** One known word may be a name in a list of names. */
const LEAST_NAMED = 2;
/** A first line that names the separator, as some spreadsheets write it. */
const SEPARATOR_LINE = /^sep=([,;|\t])(?:\r\n|\n|\r)/i;

/** @param table whose columns a line may name; null: only the lines themselves tell what separates their cells */
export function readList(text: string, table: TableName | null = null): OwnList {
  const marked = text.replace(/^\uFEFF/, '');
  const [line = '', named = ''] = SEPARATOR_LINE.exec(marked) ?? [];
  const plain = marked.slice(line.length);
  const guessed = parse(plain, named || headerSeparator(plain, table));
  // Names such as “Acme, Inc.” hold a comma that separates nothing.
  const isOneColumn = guessed.errors.some(({ code }) => code === 'UndetectableDelimiter');
  const { data: parsed, meta } = isOneColumn ? parse(plain, NONE) : guessed;
  // Spreadsheets write empty rows as separators only.
  const data = isOneColumn ? parsed.filter((row) => row.some(holdsSomething)) : parsed;
  return {
    rows: data.slice(0, MAX_LINES + 1),
    delimiter: meta.delimiter === NONE ? ',' : meta.delimiter,
    isCut: data.length > MAX_LINES + 1,
  };
}

/** The separator with which a line names columns of the table, as in imports; empty: none does. */
function headerSeparator(text: string, table: TableName | null): string {
  if (table === null) return '';
  const beginning = text.slice(0, LOOKED_AT);
  const linesBy = (separator: string) => parse(beginning, separator, LINES_ABOVE + 1).data;
  const { separator, named } = likeliestSeparator(tableByName(table), DELIMITERS, { linesBy });
  return named >= LEAST_NAMED ? separator : '';
}

function parse(text: string, delimiter: string, preview = MAX_LINES + 2) {
  return Papa.parse(text, { delimiter, delimitersToGuess: DELIMITERS, skipEmptyLines: 'greedy', preview });
}

/** Whether a text has more than blanks and separators. */
export function holdsSomething(text: string): boolean {
  return /[^\s,;|\uFEFF]/.test(text);
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
