/** Which column a dragged one is over, from widths alone: nothing on the page is measured while it moves. */
import { CHECKBOX_WIDTH } from '../columns/column-widths.ts';

export interface ColumnSpan {
  readonly field: string;
  readonly width: number;
  /** The column stays fixed while the others scroll. */
  readonly isFixed: boolean;
}

/**
 * @param spans from left to right, fixed ones first
 * @param x from the left edge of the visible part of the grid, in pixels at the default text size, like all
 * values here
 * @param scrolled how far the grid is scrolled to the right
 * @returns the nearest column if `x` is beyond them all; null if there are none
 */
export function columnAt(spans: readonly ColumnSpan[], x: number, scrolled: number): string | null {
  const fixedEnd = spans.reduce((end, span) => (span.isFixed ? end + span.width : end), CHECKBOX_WIDTH);
  const at = x < fixedEnd && spans[0]?.isFixed === true ? x : x + scrolled;
  let end = CHECKBOX_WIDTH;
  for (const span of spans) {
    end += span.width;
    if (at < end) return span.field;
  }
  return spans.at(-1)?.field ?? null;
}
