import { type RefObject, useEffect } from 'react';
import { HEADER_PIXELS } from './grid-measures.ts';
import { pixelsPerWidth } from './pixels-per-width.ts';

/** Scrolls to the row whose record was opened, as by keys that go through the rows, just as far as it takes. */
export function useOpenRowInSight(
  table: RefObject<HTMLTableElement | null>,
  scroller: RefObject<HTMLElement | null>,
  openRowId: number | null,
): void {
  useEffect(() => {
    const box = scroller.current;
    const row = openRowId === null ? null : table.current?.querySelector('tr[aria-current="true"]');
    if (box === null || row == null) return;
    const seen = box.getBoundingClientRect();
    const { top, bottom } = row.getBoundingClientRect();
    const above = seen.top + HEADER_PIXELS * pixelsPerWidth() - top;
    const below = bottom - (seen.top + box.clientHeight);
    if (above > 0) box.scrollBy({ top: -above });
    else if (below > 0) box.scrollBy({ top: below });
  }, [table, scroller, openRowId]);
}
