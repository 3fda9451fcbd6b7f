/** The table's model: which columns are shown where and how wide, from the layout alone. */
import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import { useState } from 'react';
import type { Layout } from './column-layout.ts';
import { initialWidth, NAME_WIDTH } from './column-widths.ts';
import type { GridColumn } from './grid-column.ts';

export interface GridTable {
  /** From left to right. The same array as long as no column comes, goes or moves. */
  readonly columns: readonly GridColumn[];
  /** In the order of `columns`; the same array as long as none changes. */
  readonly widths: readonly number[];
}

/** @param layout complete: it names every column */
export function useGridTable(definitions: readonly ColumnDefinition[], layout: Layout): GridTable {
  const shown = layout.filter(({ is_hidden }) => !is_hidden);
  // Pinned columns come first, and both kinds keep their order.
  const ordered = [...shown.filter(({ is_pinned }) => is_pinned), ...shown.filter(({ is_pinned }) => !is_pinned)];
  const placed = ordered.flatMap(({ field, width, is_pinned }, index) => {
    const definition = definitions.find((one) => one.field === field);
    if (definition === undefined) return [];
    const firstWidth = definition === definitions[0] ? NAME_WIDTH : initialWidth(definition);
    return [{ column: { definition, pinIndex: is_pinned ? index : null }, width: width ?? firstWidth }];
  });
  return {
    columns: useKept(
      placed.map(({ column }) => column),
      isSameColumn,
    ),
    widths: useKept(
      placed.map(({ width }) => width),
      Object.is,
    ),
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
