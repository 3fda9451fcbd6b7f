/** One record of RFC 4180: comma-separated, quoted where needed, ended by CRLF. Every text is formula-safe. */
import { safeCell } from './safe-cell.ts';

/** Numbers and booleans are written as they are; null is an empty cell. */
export type CsvValue = string | number | boolean | null;

/**
 * Matches what needs quotes beyond RFC 4180, too: `;` and tabs for programs with other separators, and blanks that would be
 * trimmed.
 */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = safeCell(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
