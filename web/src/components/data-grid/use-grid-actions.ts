/** The grid's actions as one object that never changes; each reads the current values when it is called. */
import type { ColumnDefinition, ColumnKind, TableRow } from '@leadloom/shared/tables/define-table';
import { type PointerEvent, type RefObject, useMemo, useRef } from 'react';
import { selectRange, togglePage, toggleRow } from './body/grid-selection.ts';
import type { DataGridProps, GridSort } from './data-grid-props.ts';
import type { GridActions } from './grid-actions.ts';
import { useLatest } from './use-latest.ts';

/** Kinds of which people look for the largest or latest values first; texts are read from A. */
const largestFirst: ReadonlySet<ColumnKind> = new Set(['integer', 'number', 'money', 'date', 'time']);

interface ActionsInput
  extends Pick<
    DataGridProps,
    | 'columns'
    | 'rows'
    | 'isOutdated'
    | 'sort'
    | 'onSortChange'
    | 'selection'
    | 'onSelectionChange'
    | 'onLayoutChange'
    | 'onDelete'
    | 'onOpenRow'
  > {
  /** The rows of `rows` that are on the page in sight. */
  readonly pageRows: readonly TableRow[];
  readonly table: RefObject<HTMLTableElement | null>;
  readonly openMenu: (field: string, anchor: HTMLElement) => void;
  readonly startResize: (field: string, event: PointerEvent<HTMLElement>) => void;
  readonly toggleFit: (field: string) => void;
}

export function useGridActions(input: ActionsInput): GridActions {
  const latest = useLatest(input);
  /** The row pressed last, where a range starts. */
  const pressed = useRef<number | null>(null);
  return useMemo(
    () => ({
      sort: (field) => {
        const { columns, sort, onSortChange } = latest.current;
        const column = columns.find((definition) => definition.field === field);
        if (column !== undefined) onSortChange(nextSort(sort, column));
      },
      openMenu: (field, anchor) => latest.current.openMenu(field, anchor),
      startResize: (field, event) => latest.current.startResize(field, event),
      toggleFit: (field) => latest.current.toggleFit(field),
      openRow: (id) => latest.current.onOpenRow?.(id),
      toggleRow: (id, isRange) => {
        const { selection, rows, isOutdated, onSelectionChange } = latest.current;
        if (isOutdated) return;
        const from = pressed.current;
        pressed.current = id;
        onSelectionChange(
          isRange && from !== null
            ? selectRange(
                selection,
                rows.map((row) => row.id),
                from,
                id,
              )
            : toggleRow(selection, id),
        );
      },
      togglePage: () => {
        const { selection, pageRows, isOutdated, onSelectionChange } = latest.current;
        if (isOutdated) return;
        onSelectionChange(
          togglePage(
            selection,
            pageRows.map((row) => row.id),
          ),
        );
      },
      clearSelection: () => {
        latest.current.onSelectionChange(new Set());
        // The pressed button is about to be removed, and the focus with it.
        latest.current.table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
      },
      deleteSelected: () => latest.current.onDelete?.([...latest.current.selection]),
      changeLayout: (layout) => latest.current.onLayoutChange(layout),
    }),
    [latest],
  );
}

/** The sort after a press on a column's header: the column's first order, then the reverse, then the table's default order. */
function nextSort(sort: GridSort | null, { field, kind }: Pick<ColumnDefinition, 'field' | 'kind'>): GridSort | null {
  const first = largestFirst.has(kind) ? 'desc' : 'asc';
  if (sort?.field !== field) return { field, order: first };
  return sort.order === first ? { field, order: first === 'asc' ? 'desc' : 'asc' } : null;
}
