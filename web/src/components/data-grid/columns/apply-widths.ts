/**
 * Writes column widths to the page. Widths are written only here and never rendered: the table, its `<col>`
 * elements, and the left offset of each pinned column.
 */
import { scrollerOf } from '../grid-elements.ts';
import { CHECKBOX_WIDTH, inRem } from './column-widths.ts';

/**
 * @param widths of the shown columns, from left to right
 * @param pinnedCount how many of them, from the left, are pinned
 */
export function applyWidths(table: HTMLTableElement, widths: readonly number[], pinnedCount: number): void {
  const total = widths.reduce((sum, width) => sum + width, CHECKBOX_WIDTH);
  table.style.width = inRem(total);
  const cols = table.querySelectorAll('col');
  for (const [index, width] of widths.entries()) {
    const col = cols[index + 1];
    // Even writing the same value costs a comparison of the whole table's style.
    if (col !== undefined && col.style.width !== inRem(width)) col.style.width = inRem(width);
  }
  let left = CHECKBOX_WIDTH;
  for (const [index, width] of widths.slice(0, pinnedCount).entries()) {
    setProperty(table, `--pin-${index}`, left);
    left += width;
  }
  const scroller = scrollerOf(table);
  if (scroller !== null) setProperty(scroller, '--pinned-width', left);
}

/** The property is written only after a change, because the browser then matches the style of every cell again. */
function setProperty(element: HTMLElement, name: string, width: number): void {
  if (element.style.getPropertyValue(name) !== inRem(width)) element.style.setProperty(name, inRem(width));
}
