import { type RefObject, useEffect } from 'react';
import { pixelsPerWidth } from '../columns/pixels-per-width.ts';
import { COMPACT_ROW_PIXELS, HEADER_PIXELS } from '../grid-measures.ts';
import { useLatest } from '../use-latest.ts';

/**
 * Scrolls to the row whose record was opened, as by keys that go through the rows, just as far as it takes.
 * @param placeOfOpenRow the place of that row where only some rows are drawn, from 0 for the first that can be scrolled to;
 * null: all are drawn, or the row is not among those that are loaded
 */
export function useOpenRowInSight(
  table: RefObject<HTMLTableElement | null>,
  scroller: RefObject<HTMLElement | null>,
  openRowId: number | null,
  placeOfOpenRow: number | null,
): void {
  const place = useLatest(placeOfOpenRow);
  useEffect(() => {
    const box = scroller.current;
    if (box === null || openRowId === null) return;
    const header = HEADER_PIXELS * pixelsPerWidth();
    const seen = box.getBoundingClientRect();
    const row = table.current?.querySelector('tr[aria-current="true"]')?.getBoundingClientRect();
    const pixels = COMPACT_ROW_PIXELS * pixelsPerWidth();
    if (row === undefined && place.current === null) return;
    const top = row === undefined ? (place.current ?? 0) * pixels - box.scrollTop : row.top - seen.top - header;
    const below = top + (row?.height ?? pixels) - (box.clientHeight - header);
    if (top < 0) box.scrollBy({ top });
    else if (below > 0) box.scrollBy({ top: below });
  }, [table, scroller, openRowId, place]);
}
