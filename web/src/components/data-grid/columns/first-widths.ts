/**
 * The widths with which columns begin: those of what they hold in the first rows that come. They are decided once, so that
 * no column moves when a page is turned.
 */
import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { useState } from 'react';
import { cellText } from '../body/cell-format.ts';
import { shownCell } from '../body/shown-cell.ts';
import { CHECKBOX_WIDTH, MAX_INITIAL_WIDTH, MIN_INITIAL_WIDTH, NAME_WIDTH, ROOT_TEXT } from './column-widths.ts';

const TEXT_SIZE = 0.875 * ROOT_TEXT;
const FIRST_LETTER = 32;
/** Advance widths of Inter from the space on, in hundredths of an em; digits as wide as the widest, as tables have them. */
const LETTERS =
  '28 29 47 63 64 98 64 30 36 36 50 66 29 46 29 36 64 64 64 64 64 64 64 64 64 64 29 30 66 66 66 51 97 69 65 73 72 60 59 75 74 27 57 67 57 90 75 76 64 76 64 64 65 74 69 99 68 68 63 36 36 36 47 46 32 56 61 57 61 58 37 61 59 24 24 55 24 88 59 60 61 61 38 53 33 59 56 82 55 56 55 43 33 43 66'
    .split(' ')
    .map(Number);
/** Letters with accents, and those of Greek and Cyrillic; those of other scripts are as wide as high. */
const ACCENTED = 62;
const FIRST_WIDE_LETTER = 0x1100;
const WIDE = 100;

/** Padding on both sides, a link's rounded corners, and what another font may need. */
const CELL_EXTRA = 28;
/** A longer name is cut, and whole in the column's menu: it is read once, and the cells in every row. */
const MAX_HEADER_WIDTH = 152;
const HEADER_EXTRA = 26;
const NO_LONGER_READ = 80;
/** Of the name of a row in a window with room; what follows it stays within reach of the eye. */
const MAX_NAME_WIDTH = 544;
/** Names are bold. */
const BOLD = 1.06;

export type FirstWidths = ReadonlyMap<string, number>;

export function firstWidths(columns: readonly ColumnDefinition[], rows: readonly TableRow[]): FirstWidths {
  return new Map(columns.map((column) => [column.field, firstWidth(column, rows)]));
}

function firstWidth(column: ColumnDefinition, rows: readonly TableRow[]): number {
  return widthOfContent(column.headerName, rows, (row) => cellText(column, shownCell(row, column)));
}

/** The width of a column that shows these texts: in pixels at the default text size, at most 200. */
export function widthOfContent<Row>(headerName: string, rows: readonly Row[], textOf: (row: Row) => string): number {
  let width = Math.max(MIN_INITIAL_WIDTH, Math.min(MAX_HEADER_WIDTH, textWidth(headerName) + HEADER_EXTRA));
  for (const row of rows) {
    if (width >= MAX_INITIAL_WIDTH) break;
    const text = textOf(row).slice(0, NO_LONGER_READ);
    if (text !== '') width = Math.max(width, textWidth(text) + CELL_EXTRA);
  }
  return Math.min(MAX_INITIAL_WIDTH, Math.ceil(width));
}

/**
 * The width of the column with the rows' names: where the window has room beside the other columns, that of the longest name.
 * @param available width of the grid, and `others` the widths of the other columns, in pixels at the default text size
 */
export function nameWidthIn(available: number, others: number, column: ColumnDefinition, rows: readonly TableRow[]): number {
  const room = Math.floor(available - CHECKBOX_WIDTH - others);
  if (room <= NAME_WIDTH) return NAME_WIDTH;
  const texts = rows.map((row) => cellText(column, shownCell(row, column)).slice(0, NO_LONGER_READ));
  const needed = Math.ceil(Math.max(0, ...texts.map(textWidth)) * BOLD + CELL_EXTRA);
  return Math.max(NAME_WIDTH, Math.min(room, needed, MAX_NAME_WIDTH));
}

/** null until there are rows */
export function useFirstWidths(columns: readonly ColumnDefinition[], rows: readonly TableRow[]): FirstWidths | null {
  const [decided, setDecided] = useState<{ readonly columns: typeof columns; readonly widths: FirstWidths } | null>(null);
  if (decided?.columns === columns) return decided.widths;
  if (rows.length === 0) return null;
  const widths = firstWidths(columns, rows);
  setDecided({ columns, widths });
  return widths;
}

/**
 * The width of a text in the grid's font, without asking the browser, which would lay the page out. It is in pixels at the
 * default text size.
 */
function textWidth(text: string): number {
  let hundredths = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    hundredths += LETTERS[code - FIRST_LETTER] ?? (code < FIRST_WIDE_LETTER ? ACCENTED : WIDE);
  }
  return (hundredths * TEXT_SIZE) / 100;
}
