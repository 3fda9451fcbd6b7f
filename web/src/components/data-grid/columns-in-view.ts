import { CHECKBOX_WIDTH } from './column-widths.ts';

/** Which part of the table's width is in view, in pixels of the screen. */
export interface SeenPart {
  readonly left: number;
  readonly width: number;
  /** How many screen pixels one pixel of a column's width takes. */
  readonly pixel: number;
}

/**
 * Whether one of the columns is in view.
 *
 * @param widths of all shown columns
 * @param from,to the first and the last of the columns, counted from 0
 */
export function areInView(widths: readonly number[], from: number, to: number, { left, width, pixel }: SeenPart): boolean {
  const startOf = (column: number) => widths.slice(0, column).reduce((sum, one) => sum + one, CHECKBOX_WIDTH) * pixel;
  return startOf(to + 1) > left && startOf(from) < left + width;
}
