/** Resizes a column by its edge. During the resize only widths on the page change; the layout changes once, at the end. */
import { type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { GridTable } from '../use-grid-table.ts';
import { applyWidths } from './apply-widths.ts';
import { clampWidth } from './column-widths.ts';
import { pixelsPerWidth } from './pixels-per-width.ts';

interface ResizeTarget {
  readonly table: RefObject<HTMLTableElement | null>;
  readonly model: RefObject<GridTable>;
  readonly onResize: (field: string, width: number) => void;
}

/** @returns the handler for a pressed handle; it never changes */
export function useColumnResize({ table, model, onResize }: ResizeTarget) {
  /** Cancels a resize in progress. */
  const cancel = useRef<() => void>(() => undefined);
  useEffect(() => () => cancel.current(), []);

  return useCallback(
    (field: string, event: PointerEvent<HTMLElement>): void => {
      const element = table.current;
      const { columns, widths } = model.current;
      const index = columns.findIndex(({ definition }) => definition.field === field);
      const startWidth = widths[index];
      if (event.button !== 0 || element === null || startWidth === undefined) return;
      // The event stops here, because a drag of the header would start otherwise.
      event.stopPropagation();
      event.preventDefault();
      cancel.current();

      const handle = event.currentTarget;
      const pixel = pixelsPerWidth();
      const pinnedCount = columns.filter(({ pinIndex }) => pinIndex !== null).length;
      const startX = event.clientX;
      let width = startWidth;
      const show = (next: number): void => {
        width = next;
        applyWidths(element, widths.with(index, next), pinnedCount);
      };
      for (const row of [...element.rows].slice(1)) row.cells[index + 1]?.toggleAttribute('data-pulled', true);
      const onMove = (move: globalThis.PointerEvent): void => {
        const next = clampWidth(startWidth + (move.clientX - startX) / pixel);
        if (next !== width) show(next);
      };
      const end = (isAccepted: boolean): void => {
        listening.abort();
        cancel.current = () => undefined;
        delete handle.dataset.resizing;
        if (!isAccepted) show(startWidth);
        else if (width !== startWidth) onResize(field, width);
      };
      const listening = new AbortController();
      const { signal } = listening;
      handle.setPointerCapture(event.pointerId);
      handle.dataset.resizing = '';
      handle.addEventListener('pointermove', onMove, { signal });
      handle.addEventListener('pointerup', () => end(true), { signal });
      handle.addEventListener('pointercancel', () => end(false), { signal });
      const onKey = ({ key }: KeyboardEvent): void => {
        if (key === 'Escape') end(false);
      };
      window.addEventListener('keydown', onKey, { signal });
      cancel.current = () => end(false);
    },
    [table, model, onResize],
  );
}
