/**
 * The table's model: TanStack Table decides which columns are shown where and how wide, from the layout alone.
 * It gets no rows, because the server has filtered, sorted and paged them, and a row model would be built for
 * every page.
 */
import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Layout } from './column-layout.ts';
import { initialWidth, NAME_WIDTH } from './column-widths.ts';
import type { GridColumn } from './grid-column.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});

export interface GridTable {
  /** From left to right. The same array as long as no column comes, goes or moves. */
  readonly columns: readonly GridColumn[];
  /** In the order of `columns`; the same array as long as none changes. */
  readonly widths: readonly number[];
}

const noRows: readonly TableRow[] = [];

/** @param layout complete: it names every column */
export function useGridTable(definitions: readonly ColumnDefinition[], layout: Layout): GridTable {
  const columnDefs = useMemo(
    () =>
      definitions.map((definition, index) => ({
        id: definition.field,
        size: index === 0 ? NAME_WIDTH : initialWidth(definition),
        minSize: 0,
      })),
    [definitions],
  );
  const state = useMemo(() => stateOf(layout), [layout]);
  const table = useTable({ features, columns: columnDefs, data: noRows, state });
  const byField = useMemo(() => new Map(definitions.map((definition) => [definition.field, definition])), [definitions]);
  const shown = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()];
  const columns = shown.flatMap((column, index) => {
    const definition = byField.get(column.id);
    return definition === undefined ? [] : [{ definition, pinIndex: column.getIsPinned() === 'start' ? index : null }];
  });
  return {
    columns: useKept(columns, isSameColumn),
    widths: useKept(
      shown.map((column) => column.getSize()),
      Object.is,
    ),
  };
}

function stateOf(layout: Layout) {
  return {
    columnOrder: layout.map(({ field }) => field),
    columnVisibility: Object.fromEntries(layout.map(({ field, is_hidden }) => [field, !is_hidden])),
    columnPinning: { start: layout.filter(({ is_pinned }) => is_pinned).map(({ field }) => field), end: [] },
    columnSizing: Object.fromEntries(layout.flatMap(({ field, width }) => (width === null ? [] : [[field, width]]))),
  };
}

function isSameColumn(one: GridColumn, other: GridColumn): boolean {
  return one.definition === other.definition && one.pinIndex === other.pinIndex;
}

/**
 * The earlier array while its items are the same, so that a change of width renders no cell, and a new page no
 * header.
 */
function useKept<Item>(items: readonly Item[], isSameItem: (one: Item, other: Item) => boolean): readonly Item[] {
  const [kept, setKept] = useState(items);
  const isSame =
    kept.length === items.length &&
    kept.every((old, index) => {
      const item = items[index];
      return item !== undefined && isSameItem(old, item);
    });
  if (!isSame) setKept(items);
  return isSame ? kept : items;
}
