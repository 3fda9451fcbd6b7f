/**
 * One cell of a sheet as XML, from its text as a CSV file has it. Texts are stored as texts, which no program runs; what a
 * sheet cannot hold as a number or a day stays text, so no digit is lost. Pure.
 */
import type { ColumnKind } from '../tables/define-table.ts';

/** `date`: `2026-03-31`. `time`: `2026-03-31T12:00:00.000Z`. `boolean`: `true` or `false`. */
export type WorkbookCellKind = 'text' | 'number' | 'boolean' | 'date' | 'time';

/** The numbers by which cells name their style, in the order of `styles.xml`. */
export const cellStyles = { number: 0, text: 1, date: 2, time: 3, header: 4 } as const;

/** Characters of a cell, as spreadsheet programs have it. */
export const MAX_CELL_TEXT = 32_767;

/** More digits before the point are rounded by spreadsheet programs: they may be an id. */
const NUMBER = /^-?\d{1,15}(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const DAY_MILLISECONDS = 86_400_000;
/** Days from 30 December 1899, from which sheets count, to 1 January 1970. */
const DAYS_TO_1970 = 25_569;
/** 1 March 1900: before it, sheets count 29 February 1900, which was no day. */
const FIRST_SERIAL = 61;

/** Characters that XML does not have, or that its parsers change; `_x000D_` of the text's own would be read as one. */
const UNWRITABLE = /[[\p{Cc}--[\t\n]]\ufffe\uffff]|_(?=x[\da-f]{4}_)/giv;
const MARKUP = /[&<>]/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const NEEDS_ESCAPE = /[&<>[\p{Cc}--[\t\n]]\ufffe\uffff]|_x[\da-f]{4}_/iv;
/** XML parsers may remove what is blank at either end. */
const HAS_BLANK_END = /^\s|\s$/;

/** What a column's values are in a sheet. */
export function cellKindOf(kind: ColumnKind): WorkbookCellKind {
  switch (kind) {
    case 'integer':
    case 'number':
    case 'money':
      return 'number';
    case 'boolean':
    case 'date':
    case 'time':
      return kind;
    default:
      return 'text';
  }
}

/** @param reference such as `B7` @param text null or empty: the cell is blank, and nothing is written */
export function cellXml(reference: string, kind: WorkbookCellKind, text: string | null): string {
  if (text === null || text === '') return '';
  if (kind === 'number' && NUMBER.test(text)) return `<c r="${reference}"><v>${text}</v></c>`;
  if (kind === 'boolean' && (text === 'true' || text === 'false'))
    return `<c r="${reference}" t="b"><v>${text === 'true' ? 1 : 0}</v></c>`;
  if (kind === 'date' || kind === 'time') {
    const serial = serialOf(kind, text);
    if (serial !== null) return `<c r="${reference}" s="${cellStyles[kind]}"><v>${serial}</v></c>`;
  }
  return textCellXml(reference, text, cellStyles.text);
}

/** @param style of `cellStyles` */
export function textCellXml(reference: string, text: string, style: number): string {
  const written = escapedText(fittingText(text));
  const space = HAS_BLANK_END.test(written) ? ' xml:space="preserve"' : '';
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${written}</t></is></c>`;
}

/** A text as XML has it, between tags. Control characters are written as workbooks write them: `_x0007_`. */
export function escapedText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  if (!NEEDS_ESCAPE.test(whole)) return whole;
  return whole
    .replace(UNWRITABLE, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(MARKUP, (sign) => entities[sign] ?? sign);
}

/** The text, or its beginning with a sentence about what is missing. */
function fittingText(text: string): string {
  if (text.length <= MAX_CELL_TEXT) return text;
  const note = ` … [cut: the text has ${text.length.toLocaleString('en')} characters, and a cell holds 32,767; a CSV file has all of it]`;
  return `${text.slice(0, MAX_CELL_TEXT - note.length).replace(/[\ud800-\udbff]$/, '')}${note}`;
}

/** Days as sheets count them, the time as their fraction; null: it is no day, or one that sheets do not have. */
function serialOf(kind: 'date' | 'time', text: string): number | null {
  if (!(kind === 'date' ? DAY : MOMENT).test(text)) return null;
  const serial = Date.parse(text) / DAY_MILLISECONDS + DAYS_TO_1970;
  return serial >= FIRST_SERIAL ? serial : null;
}
