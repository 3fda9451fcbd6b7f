/** The rows of the page, skeletons while they load, or the empty text; and what a press on a cell does. */
import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { type KeyboardEvent, type MouseEvent, memo, useMemo, useRef } from 'react';
import { copyText } from '../../../lib/copy-text.ts';
import { isPressed, shortcuts } from '../../../lib/shortcuts.ts';
import type { GridColumn } from '../columns/grid-column.ts';
import type { GridActions } from '../grid-actions.ts';
import { gridClasses } from '../grid-classes.ts';
import { cellText, wholeText } from './cell-format.ts';
import type { OpenCell } from './cell-popover.tsx';
import { MAX_CELL_LETTERS } from './grid-row.tsx';
import { GridRows, type Line, type Sight } from './grid-rows.tsx';
import type { Selection } from './grid-selection.ts';
import { shownCell } from './shown-cell.ts';
import { useTouchRows } from './use-touch-rows.ts';

interface GridBodyProps {
  readonly columns: readonly GridColumn[];
  readonly widths: readonly number[];
  readonly nameColumns: readonly ColumnDefinition[];
  readonly hrefOfRow: ((id: number) => string) | undefined;
  readonly rows: readonly TableRow[];
  readonly selection: Selection;
  /** The number of the first of `rows`, from 1. */
  readonly firstNumber: number;
  /** Which rows are drawn, and the place of the first one; null: all. */
  readonly drawn: DrawnRows | null;
  /** How many skeleton rows to show; 0 once the rows are loaded. */
  readonly skeletonCount: number;
  readonly emptyText: string;
  /** A stable reference. */
  readonly sight: Sight;
  readonly actions: GridActions;
  /** Rows open, and which one is. */
  readonly canOpen: boolean;
  readonly openRowId: number | null;
  readonly newRowIds: ReadonlySet<number>;
  readonly onOpenCell: (cell: OpenCell) => void;
  /** The text of this cell was copied. */
  readonly onCopy: (cell: HTMLTableCellElement) => void;
}

/** Rows by their numbers, from 1; `from` is the first row that can be scrolled to. */
export interface DrawnRows {
  readonly first: number;
  readonly end: number;
  readonly from: number;
  /** The answer that the rows are of; the rows of another one are drawn anew. */
  readonly answer: unknown;
}

export const GridBody = memo(function GridBody(props: GridBodyProps) {
  const { columns, widths, nameColumns, rows, selection, firstNumber, drawn, skeletonCount, emptyText, sight, actions } = props;
  const { onOpenCell, onCopy } = props;
  const first = drawn?.first ?? firstNumber;
  const end = drawn?.end ?? null;
  const lines = useMemo(
    () =>
      end === null || skeletonCount > 0 ? linesOf(rows, skeletonCount, firstNumber) : linesBetween(rows, firstNumber, first, end),
    [rows, skeletonCount, firstNumber, first, end],
  );
  const isWaiting = skeletonCount > 0 || (drawn !== null && lines.some(({ row }) => row === null));
  const body = useRef<HTMLTableSectionElement>(null);

  /** The row that a cell shows now. */
  function rowOf(cell: HTMLTableCellElement): TableRow | null {
    const line = cell.parentElement instanceof HTMLTableRowElement ? lines[cell.parentElement.rowIndex - 1] : undefined;
    return line?.row ?? null;
  }

  /** The value of a truncated cell or of a link; null: the cell shows everything, or has no text. */
  function moreIn(cell: HTMLTableCellElement): OpenCell | null {
    const row = rowOf(cell);
    const definition = columns[cell.cellIndex - 1]?.definition;
    const text = cell.querySelector(':scope > div');
    if (row === null || definition === undefined || text === null) return null;
    const value = shownCell(row, definition);
    const link = linkIn(cell);
    if (link !== null && !isName(link)) return { anchor: cell, definition, value };
    const isCut = text.scrollWidth > text.clientWidth || cellText(definition, value).length > MAX_CELL_LETTERS;
    return isCut ? { anchor: cell, definition, value } : null;
  }

  const touch = useTouchRows((target) => {
    const cell = cellOf(target);
    const row = cell === null ? null : rowOf(cell);
    if (row !== null) actions.toggleRow(row.id, false);
  });

  function onClick(event: MouseEvent): void {
    const cell = cellOf(event.target);
    if (cell === null) return;
    const link = linkIn(cell);
    const row = rowOf(cell);
    const isOnLink = link !== null && event.target instanceof Node && link.contains(event.target);
    // The browser follows such a link itself: in a new tab, in another window, or as a download.
    if (isOnLink && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
    if (isOnLink) event.preventDefault();
    // A person who has just selected text wants to copy it. Enter on a link is a press without a pointer.
    const selection = document.getSelection();
    if (event.detail > 0 && selection?.isCollapsed === false && cell.contains(selection.focusNode)) return;
    const isOnName = isOnLink && isName(link);
    if (row !== null && props.canOpen && (isOnName || (touch.isTap(event) && !isControl(event.target)))) {
      actions.openRow(row.id);
      return;
    }
    const more = moreIn(cell);
    if (more === null) return;
    link?.focus();
    onOpenCell(more);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const cell = cellOf(event.target);
    const row = cell === null ? null : rowOf(cell);
    if (cell === null || row === null) return;
    const isSelecting = isPressed(shortcuts.selectRow, event);
    if (isSelecting || isPressed(shortcuts.openRecord, event)) {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement) return;
      event.preventDefault();
      if (isSelecting) actions.toggleRow(row.id, false);
      else actions.openRow(row.id);
    } else if (isPressed(shortcuts.copyCell, event)) {
      copyCell(cell, row);
    } else if (isPressed(shortcuts.openCell, event) && event.target === cell) {
      const more = moreIn(cell);
      if (more !== null) onOpenCell(more);
    }
  }

  /** What a person has marked is copied by the browser. */
  function copyCell(cell: HTMLTableCellElement, row: TableRow): void {
    const definition = columns[cell.cellIndex - 1]?.definition;
    if (definition === undefined || document.getSelection()?.isCollapsed === false) return;
    void copyText(wholeText(definition, shownCell(row, definition)), cell).then((isCopied) => {
      if (isCopied) onCopy(cell);
    });
  }

  function onDoubleClick({ target }: MouseEvent): void {
    const cell = cellOf(target);
    const row = cell === null ? null : rowOf(cell);
    if (row === null || isControl(target)) return;
    // The browser has marked a word.
    document.getSelection()?.removeAllRanges();
    actions.openRow(row.id);
  }

  /** Only the cell under the pointer is measured, so that the others cost nothing. */
  function onPointerOver({ target }: MouseEvent): void {
    const cell = cellOf(target);
    cell?.toggleAttribute('data-more', moreIn(cell) !== null);
  }

  return (
    <tbody
      ref={body}
      data-loading={isWaiting ? '' : undefined}
      onClick={onClick}
      {...touch.handlers}
      onDoubleClick={onDoubleClick}
      onKeyDown={onKeyDown}
      onPointerOver={onPointerOver}
    >
      <GridRows
        lines={lines}
        offset={drawn === null ? 0 : first - drawn.from}
        answer={drawn === null || skeletonCount > 0 ? lines : drawn.answer}
        isScrolled={drawn !== null}
        body={body}
        columns={columns}
        widths={widths}
        nameColumns={nameColumns}
        hrefOfRow={props.hrefOfRow}
        selection={selection}
        sight={sight}
        actions={actions}
        canOpen={props.canOpen}
        openRowId={props.openRowId}
        newRowIds={props.newRowIds}
      />
      {lines.length === 0 && (
        <tr>
          <td className={gridClasses.empty} colSpan={columns.length + 2} tabIndex={-1}>
            <div>{emptyText}</div>
          </td>
        </tr>
      )}
    </tbody>
  );
});

function linesOf(rows: readonly TableRow[], skeletonCount: number, firstNumber: number): readonly Line[] {
  const shown = skeletonCount > 0 ? Array.from({ length: skeletonCount }, () => null) : rows;
  return shown.map((row, index) => ({ row, number: firstNumber + index }));
}

/** @param firstNumber of the loaded rows; those that are not loaded are on their way */
function linesBetween(rows: readonly TableRow[], firstNumber: number, first: number, end: number): readonly Line[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => ({
    row: rows[first + index - firstNumber] ?? null,
    number: first + index,
  }));
}

function isName(link: HTMLAnchorElement): boolean {
  return link.classList.contains(gridClasses.name);
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`input, button, a:not(.${gridClasses.name})`) !== null;
}

function linkIn(cell: HTMLTableCellElement): HTMLAnchorElement | null {
  return cell.querySelector<HTMLAnchorElement>(':scope > div > a');
}

function cellOf(target: EventTarget | null): HTMLTableCellElement | null {
  return target instanceof Element ? target.closest('td') : null;
}
