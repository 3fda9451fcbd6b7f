/**
 * Moves the focus in the grid by keys, as ARIA's grid pattern describes. The whole grid is one tab stop: the
 * element last focused. All others carry tabindex -1, and which one carries 0 is written to the page directly,
 * so that a key press renders nothing.
 *
 * A cell's stops are its links, buttons and fields; a cell without any is a stop itself.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/** Rows that PageUp and PageDown pass. */
const ROWS_PER_PAGE_KEY = 10;
const STOPS = 'a, button, input';

interface Position {
  readonly row: number;
  readonly cell: number;
}

export interface GridNavigation {
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLTableElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLTableElement>) => void;
}

/** Rows that are scrolled through, of which only some are drawn. */
interface ScrolledArea {
  /** The number of the first, from 1. */
  readonly from: number;
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
}

/**
 * @param isPaused whether something else uses the keys, such as moving a column
 * @param area null: all rows are drawn
 */
export function useGridNavigation(
  table: RefObject<HTMLTableElement | null>,
  isPaused: () => boolean,
  area: ScrolledArea | null,
): GridNavigation {
  const stop = useRef<HTMLElement | null>(null);
  const position = useRef<Position>({ row: 0, cell: 0 });
  const hasFocus = useRef(false);
  /** A cell of a row that is about to be drawn: the number of the row, and the cell's index. */
  const awaited = useRef<{ readonly number: number; readonly cell: number } | null>(null);

  const setStop = useCallback((element: HTMLElement) => {
    if (stop.current !== element && stop.current !== null) stop.current.tabIndex = -1;
    element.tabIndex = 0;
    stop.current = element;
    position.current = positionOf(element) ?? position.current;
  }, []);

  function focusAwaited(within: HTMLTableElement): void {
    const { current: to } = awaited;
    // The place of a row that is still on its way takes no focus.
    const row =
      to === null ? null : within.querySelector<HTMLTableRowElement>(`tr[aria-selected][aria-rowindex="${to.number + 1}"]`);
    if (to === null || row === null) return;
    awaited.current = null;
    firstStop(cellAt(within, { row: row.rowIndex, cell: to.cell }))?.focus();
  }

  // Rows and columns come and go. The tab stop must exist, and a focus that was removed with them is restored.
  useLayoutEffect(() => {
    if (table.current === null) return;
    focusAwaited(table.current);
    if (stop.current !== null && table.current.contains(stop.current)) {
      position.current = positionOf(stop.current) ?? position.current;
      return;
    }
    const next = firstStop(cellAt(table.current, position.current));
    if (next === null) return;
    setStop(next);
    // A row that was scrolled away is not scrolled back to.
    if (hasFocus.current) next.focus({ preventScroll: area !== null });
  });

  return {
    onKeyDown: (event) => {
      if (isPaused() || event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
      if (area !== null && isFarEnd(event)) {
        event.preventDefault();
        awaited.current = { number: area.from + area.count - 1, cell: Number.POSITIVE_INFINITY };
        area.scroller.current?.scrollTo({ top: area.scroller.current.scrollHeight });
        focusAwaited(event.currentTarget);
        return;
      }
      const next = target(event.currentTarget, event.target, event);
      if (next === undefined) return;
      event.preventDefault();
      next?.focus();
    },
    onFocus: (event) => {
      hasFocus.current = true;
      const element = event.target;
      if (element instanceof HTMLElement && element !== event.currentTarget) setStop(element);
    },
    // A focused element that was removed does not fire a blur event.
    onBlur: (event) => {
      if (!event.currentTarget.contains(event.relatedTarget)) hasFocus.current = !event.target.isConnected;
    },
  };
}

function isFarEnd({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'End' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Where a key moves the focus; null: nowhere, at an edge; undefined: the grid does not use the key. */
function target(
  table: HTMLTableElement,
  from: HTMLElement,
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
): HTMLElement | null | undefined {
  const at = positionOf(from);
  if (at === null || altKey || shiftKey) return undefined;
  const isFar = ctrlKey || metaKey;
  const lastRow = table.rows.length - 1;
  const to = (row: number, cell: number) => firstStop(cellAt(table, { row, cell }));
  switch (key) {
    case 'ArrowRight':
      return isFar ? undefined : adjacentStop(from, 1);
    case 'ArrowLeft':
      return isFar ? undefined : adjacentStop(from, -1);
    case 'ArrowDown':
      return isFar || at.row === lastRow ? undefined : to(at.row + 1, at.cell);
    case 'ArrowUp':
      return isFar || at.row === 0 ? undefined : to(at.row - 1, at.cell);
    case 'PageDown':
      return to(Math.min(lastRow, at.row + ROWS_PER_PAGE_KEY), at.cell);
    case 'PageUp':
      return to(Math.max(0, at.row - ROWS_PER_PAGE_KEY), at.cell);
    case 'Home':
      return to(isFar ? 0 : at.row, 0);
    case 'End':
      return to(isFar ? lastRow : at.row, Number.POSITIVE_INFINITY);
    default:
      return undefined;
  }
}

function positionOf(element: Element): Position | null {
  const cell = element.closest('td, th');
  const row = cell?.parentElement;
  if (!(cell instanceof HTMLTableCellElement) || !(row instanceof HTMLTableRowElement)) return null;
  return { row: row.rowIndex, cell: cell.cellIndex };
}

/** The nearest existing cell. */
function cellAt(table: HTMLTableElement, { row, cell }: Position): HTMLElement | null {
  const cells = cellsOf(table.rows[Math.min(row, table.rows.length - 1)]);
  return cells[Math.min(cell, cells.length - 1)] ?? null;
}

/** The cells of a row, without the one that fills the rest of it. */
function cellsOf(row: HTMLTableRowElement | undefined): HTMLElement[] {
  return row === undefined ? [] : [...row.cells].filter((cell) => cell.role !== 'presentation');
}

export function stopsOf(cell: HTMLElement): HTMLElement[] {
  const inside = [...cell.querySelectorAll<HTMLElement>(STOPS)];
  return inside.length > 0 ? inside : [cell];
}

function firstStop(cell: HTMLElement | null): HTMLElement | null {
  return cell === null ? null : (stopsOf(cell)[0] ?? null);
}

function adjacentStop(from: HTMLElement, step: -1 | 1): HTMLElement | null {
  const row = from.closest('tr');
  if (row === null) return null;
  const stops = cellsOf(row).flatMap(stopsOf);
  return stops[stops.indexOf(from) + step] ?? null;
}
