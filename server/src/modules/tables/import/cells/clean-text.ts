/**
 * Text as it is stored: composed (NFC), without outer blanks, invisible fillers and control characters, so
 * that equal-looking values are equal and can be typed into a filter. What no database text can hold is refused.
 */
import { CellProblem } from './cell-problem.ts';

/** What most cells are: visible ASCII with single blanks. Stored as it is. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const FILLERS = /[\u200b\u2060\ufeff]/g;
const BLANKS_OF_LINE = /[\s\p{Cc}]+/gu;
/** All control characters but tab and line feed. */
const CONTROLS_OF_TEXT = /[^\P{Cc}\t\n]/gu;

/** Text of one line: every run of blanks is one space. null: nothing is left. */
export function cleanLine(text: string, limit: number): string | null | CellProblem {
  if (PLAIN.test(text)) return text.length > limit ? tooLong(limit) : text;
  return clean(text, limit, (composed) => composed.replace(BLANKS_OF_LINE, ' '));
}

/** Text of many lines, ended by line feeds. */
export function cleanText(text: string, limit: number): string | null | CellProblem {
  if (PLAIN.test(text)) return text.length > limit ? tooLong(limit) : text;
  return clean(text, limit, (composed) => composed.replace(/\r\n?/g, '\n').replace(CONTROLS_OF_TEXT, ' '));
}

function clean(text: string, limit: number, simplify: (text: string) => string): string | null | CellProblem {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  // Nothing below makes more than a third of it go away, and a cell of megabytes is not worth the work.
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
