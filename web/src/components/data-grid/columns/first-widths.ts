/**
 * The widths with which columns begin: those of what they hold in the first rows that come. They are decided once, so that
 * no column moves when a page is turned.
 */
import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { useState } from 'react';
import { cellText } from '../body/cell-format.ts';
import { shownCell } from '../body/shown-cell.ts';
import { MAX_INITIAL_WIDTH, MIN_INITIAL_WIDTH } from './column-widths.ts';
import { textWidth } from './text-width.ts';

/** Padding on both sides, a link's rounded corners, and what another font may need. */
const CELL_EXTRA = 28;
/** A longer name is cut, and whole in the column's menu: it is read once, and the cells in every row. */
const MAX_HEADER_WIDTH = 128;
const HEADER_EXTRA = 26;
const NO_LONGER_READ = 80;

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

/** null until there are rows */
export function useFirstWidths(columns: readonly ColumnDefinition[], rows: readonly TableRow[]): FirstWidths | null {
  const [decided, setDecided] = useState<{ readonly columns: typeof columns; readonly widths: FirstWidths } | null>(null);
  if (decided?.columns === columns) return decided.widths;
  if (rows.length === 0) return null;
  const widths = firstWidths(columns, rows);
  setDecided({ columns, widths });
  return widths;
}
