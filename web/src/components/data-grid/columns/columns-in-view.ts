import { CHECKBOX_WIDTH } from './column-widths.ts';

/** Which part of the table is in view, in pixels of the screen. */
export interface SeenPart {
  readonly left: number;
  readonly top: number;
  /** 0: not measured yet. */
  readonly width: number;
  readonly height: number;
  /** How many screen pixels one pixel of a column's width takes. */
  readonly pixel: number;
}

/**
 * Whether one of the columns is in view; all are until it is known.
 *
 * @param widths of all shown columns
 * @param from,to the first and the last of the columns, counted from 0
 */
export function areInView(widths: readonly number[], from: number, to: number, { left, width, pixel }: SeenPart): boolean {
  if (width === 0) return true;
  const startOf = (column: number) => widths.slice(0, column).reduce((sum, one) => sum + one, CHECKBOX_WIDTH) * pixel;
  return startOf(to + 1) > left && startOf(from) < left + width;
}

/** The heights of rows in the two densities, in pixels at the default text size. */
const LOWEST_ROW = 30;
const HIGHEST_ROW = 53;

/**
 * Whether a row, counted from 0, may be in view: at the first rows, where a new answer starts, or where the table is
 * scrolled to. All rows may be, until it is known.
 */
export function isRowInView(row: number, { top, height, width, pixel }: SeenPart): boolean {
  if (width === 0) return true;
  const first = top / (HIGHEST_ROW * pixel) - 1;
  const isNear = (from: number, to: number) => row >= from && row <= to;
  return isNear(0, height / (LOWEST_ROW * pixel)) || isNear(first, (top + height) / (LOWEST_ROW * pixel));
}
