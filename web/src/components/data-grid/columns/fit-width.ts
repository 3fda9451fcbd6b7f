/** The width of a column's header and of its cells on this page if nothing is truncated. */

import { gridClasses } from '../grid-classes.ts';
import { clampWidth } from './column-widths.ts';
import { pixelsPerWidth } from './pixels-per-width.ts';

/** Padding on both sides, a link's rounded corners, and the line of the next column. */
const CELL_EXTRA = 26;
/** Padding, and the arrow of a sorted column next to the name. */
const HEADER_EXTRA = 46;

/** @param index of the column in every row; the checkbox is 0 */
export function fitWidth(table: HTMLTableElement, index: number): number {
  const pixel = pixelsPerWidth();
  const [header, ...cells] = [...table.rows].map((row) => row.cells[index]);
  const label = header?.querySelector(`.${gridClasses.label}`);
  const headerWidth = (label ? contentWidth(label) : 0) / pixel + HEADER_EXTRA;
  const cellWidths = cells.map((cell) => (cell === undefined ? 0 : contentWidth(cell) / pixel + CELL_EXTRA));
  return clampWidth(Math.ceil(Math.max(headerWidth, ...cellWidths)));
}

/** The width of the text itself, even if it is truncated or narrower than its cell. */
function contentWidth(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element.firstElementChild ?? element);
  return range.getBoundingClientRect().width;
}
