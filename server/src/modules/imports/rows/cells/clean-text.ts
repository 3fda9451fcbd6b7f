/**
 * Text as it is stored: composed (NFC), without surrounding blanks, invisible characters and control
 * characters, so that equal-looking values are equal and can be typed into a filter. Text the database cannot
 * store is refused.
 */
import { CellProblem } from '@leadloom/shared/domain/cell-problem';

/** Matches most cells: visible ASCII with single blanks. They are stored unchanged. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const FILLERS = /[\u200b\u2060\ufeff]/g;
const BLANKS_OF_LINE = /[\s\p{Cc}]+/gu;
/** All control characters except tab and line feed. */
const CONTROLS_OF_TEXT = /[^\P{Cc}\t\n]/gu;

/** Text of one line: every run of blanks becomes one space. null: nothing is left. */
export function cleanLine(text: string, limit: number): string | null | CellProblem {
  if (PLAIN.test(text)) return text.length > limit ? tooLong(limit) : text;
  return clean(text, limit, (composed) => composed.replace(BLANKS_OF_LINE, ' '));
}

/** Text of several lines, separated by line feeds. */
export function cleanText(text: string, limit: number): string | null | CellProblem {
  if (PLAIN.test(text)) return text.length > limit ? tooLong(limit) : text;
  return clean(text, limit, (composed) => composed.replace(/\r\n?/g, '\n').replace(CONTROLS_OF_TEXT, ' '));
}

function clean(text: string, limit: number, simplify: (text: string) => string): string | null | CellProblem {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  // A cell of megabytes is refused without the cost of cleaning it.
  if (trimmed.length > limit * 4) return tooLong(limit);
  if (trimmed.includes('\0')) return new CellProblem('holds a NUL character');
  if (!trimmed.isWellFormed()) return new CellProblem('holds half of a surrogate pair');
  const cleaned = simplify(trimmed.replace(FILLERS, '').normalize('NFC')).trim();
  if (cleaned === '') return null;
  return cleaned.length > limit ? tooLong(limit) : cleaned;
}

function tooLong(limit: number): CellProblem {
  return new CellProblem(`is longer than ${limit.toLocaleString('en')} characters`);
}
