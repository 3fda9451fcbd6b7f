/**
 * Splits CSV text into records (RFC 4180 and common deviations): quoted line breaks, lone carriage returns as
 * line ends, blanks around quoted cells. A record with a broken quote is reported, and the next line starts a
 * new record. A quote that is never closed makes the file unreadable, because it is unknown where it should
 * end.
 *
 * Optimised for speed, which determines that of an import: quoted text is searched, not read character by
 * character, and a record cut off at the end of a chunk is read again only when twice as much text is there.
 */
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';

/** Characters of a record. A row with a cell of ten megabytes is refused; a longer record makes the file unreadable. */
export const RECORD_LIMIT = 16 * 1024 * 1024;

const QUOTE = 0x22;
const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface Dialect {
  readonly delimiter: string;
  /** Whether lone carriage returns also end lines, as on old Macs. */
  readonly endsAtReturn: boolean;
}

export interface CsvRecord {
  /** The record's first line, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The source text, without its line end. */
  readonly raw: string;
  /** The problem with its quotes, if any. */
  readonly problem: string | null;
  /** Column → address of a link, in a sheet; absent: it has none. */
  readonly links?: ReadonlyMap<number, string> | null;
}

export interface CsvReader {
  /** The complete records. Blank lines are skipped. @throws {UnreadableContent} */
  read(text: string): CsvRecord[];
  /** The last record, if no line end follows it. @throws {UnreadableContent} */
  end(): CsvRecord[];
}

/** @param line number of the first line */
export function createCsvReader({ delimiter, endsAtReturn }: Dialect, line = 1): CsvReader {
  const mark = delimiter.charCodeAt(0);
  let text = '';
  let isWhole = false;
  /** The text length from which reading the current record is tried again. */
  let retryFrom = 0;
  let record: CsvRecord | null = null;
  let next = 0;

  const isLineEnd = (code: number) => code === LINE_FEED || (endsAtReturn && code === CARRIAGE_RETURN);

  /**
   * Reads the record at `start`. Sets `record` (null for a blank line) and `next`; returns false if its end is
   * not there yet.
   */
  function readRecord(start: number): boolean {
    const cells: string[] = [];
    let problem: string | null = null;
    let breaks = 0;
    let at = start;
    for (;;) {
      let open = at;
      while (text.charCodeAt(open) === SPACE || (mark !== TAB && text.charCodeAt(open) === TAB)) open += 1;
      if (text.charCodeAt(open) === QUOTE) {
        const cell = readQuoted(open + 1);
        if (cell === null) {
          if (isWhole) throw new UnreadableContent(`a quote is opened in line ${line + breaks} and never closed`);
          return false;
        }
        cells.push(cell);
        breaks += countLineEnds(cell);
        at = next;
        const rest = unquotedEnd(at);
        if (problem === null && !isBlank(text, at, rest)) problem = 'a quote ends in the middle of a cell';
        at = rest;
      } else {
        const end = unquotedEnd(at);
        cells.push(text.slice(at, withoutReturn(at, end)));
        at = end;
      }
      if (at >= text.length) {
        if (!isWhole) return false;
        break;
      }
      if (text.charCodeAt(at) !== mark) break;
      at += 1;
    }
    const end = withoutReturn(start, at);
    // If lone carriage returns end lines, a line feed after one belongs to it.
    if (text.charCodeAt(at) === CARRIAGE_RETURN) {
      if (at + 1 >= text.length && !isWhole) return false;
      if (text.charCodeAt(at + 1) === LINE_FEED) at += 1;
    }
    at += 1;
    const isBlankLine = cells.length === 1 && problem === null && cells[0]?.trim() === '';
    record = isBlankLine ? null : { line, cells, raw: text.slice(start, end), problem };
    line += breaks + 1;
    next = at;
    return true;
  }

  /**
   * @param start after the opening quote
   * @returns null if the closing quote is not there yet; otherwise `next` is after it
   */
  function readQuoted(start: number): string | null {
    let value = '';
    let part = start;
    for (;;) {
      const close = text.indexOf('"', part);
      // Only one more character distinguishes a closing quote from an escaped one.
      if (close < 0 || (close + 1 >= text.length && !isWhole)) return null;
      value += text.slice(part, close);
      next = close + 1;
      if (text.charCodeAt(next) !== QUOTE) return value;
      value += '"';
      part = close + 2;
    }
  }

  /** The end of the cell that starts here: at a delimiter, a line end or the end of the text. */
  function unquotedEnd(start: number): number {
    let end = start;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === mark || isLineEnd(code)) return end;
    }
    return end;
  }

  /** A carriage return before a line feed, or at the very end, belongs to the line end. */
  function withoutReturn(start: number, end: number): number {
    const isLast = end >= text.length || text.charCodeAt(end) === LINE_FEED;
    return isLast && end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
  }

  function take(): CsvRecord[] {
    const records: CsvRecord[] = [];
    let start = 0;
    while (start < text.length && readRecord(start)) {
      if (record !== null) records.push(record);
      start = next;
    }
    text = text.slice(start);
    retryFrom = text.length * 2;
    if (text.length > RECORD_LIMIT)
      throw new UnreadableContent(
        `the record that begins in line ${line} is longer than ${RECORD_LIMIT / 1024 / 1024} million characters`,
      );
    return records;
  }

  return {
    read: (chunk) => {
      text += chunk;
      return text.length < retryFrom ? [] : take();
    },
    end: () => {
      isWhole = true;
      return take();
    },
  };
}

function countLineEnds(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1;
  return count > 0 || !cell.includes('\r') ? count : cell.split('\r').length - 1;
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== TAB && code !== CARRIAGE_RETURN) return false;
  }
  return true;
}
