/** The table's model: which columns are shown where and how wide, from the layout alone. */
import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { networkOf } from './body/profile-networks.ts';
import type { Layout } from './columns/column-layout.ts';
import { ICON_WIDTH, initialWidth, NAME_WIDTH, ROOT_TEXT } from './columns/column-widths.ts';
import { type FirstWidths, nameWidthIn } from './columns/first-widths.ts';
import type { GridColumn } from './columns/grid-column.ts';

export interface GridTable {
  /** The columns from left to right. The array stays the same as long as no column comes, goes or moves. */
  readonly columns: readonly GridColumn[];
  /** The widths in the order of `columns`. The array stays the same as long as none changes. */
  readonly widths: readonly number[];
}

interface GridModel {
  readonly definitions: readonly ColumnDefinition[];
  /** Complete: it names every column. */
  readonly layout: Layout;
  /** The column that names the row. */
  readonly nameField: string | undefined;
  /** null: there were no rows yet. */
  readonly firstWidths: FirstWidths | null;
  /** Profile addresses are icons until their column is resized. */
  readonly hasIcons: boolean;
  readonly rows: readonly TableRow[];
  readonly scroller: RefObject<HTMLElement | null>;
}

export function useGridTable(model: GridModel): GridTable {
  const { definitions, layout, nameField, firstWidths, hasIcons, rows, scroller } = model;
  const [nameWidth, setNameWidth] = useState(NAME_WIDTH);
  const shown = layout.filter(({ is_hidden }) => !is_hidden);
  // Pinned columns come first, and both kinds keep their order.
  const ordered = [...shown.filter(({ is_pinned }) => is_pinned), ...shown.filter(({ is_pinned }) => !is_pinned)];
  const placed = ordered.flatMap(({ field, width, is_pinned }, index) => {
    const definition = definitions.find((one) => one.field === field);
    if (definition === undefined) return [];
    const network = hasIcons && width === null ? networkOf(definition) : null;
    const ofContent = network === null ? (firstWidths?.get(field) ?? initialWidth(definition)) : ICON_WIDTH;
    const firstWidth = field === nameField ? nameWidth : ofContent;
    return [{ column: { definition, pinIndex: is_pinned ? index : null, network }, width: width ?? firstWidth }];
  });

  // Decided once, with the other widths, and before anything is painted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first rows decide it
  useLayoutEffect(() => {
    const name = definitions.find(({ field }) => field === nameField);
    if (firstWidths === null || name === undefined || scroller.current === null) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || ROOT_TEXT;
    const others = placed.reduce((sum, { column, width }) => (column.definition === name ? sum : sum + width), 0);
    setNameWidth(nameWidthIn((scroller.current.clientWidth * ROOT_TEXT) / rem, others, name, rows));
  }, [firstWidths]);

  return {
    columns: useStableItems(
      placed.map(({ column }) => column),
      isSameColumn,
    ),
    widths: useStableItems(
      placed.map(({ width }) => width),
      Object.is,
    ),
  };
}

function isSameColumn(one: GridColumn, other: GridColumn): boolean {
  return one.definition === other.definition && one.pinIndex === other.pinIndex && one.network === other.network;
}

/**
 * The earlier array while its items are the same, so that a change of width renders no cell, and a new page no
 * header.
 */
function useStableItems<Item>(items: readonly Item[], isSameItem: (one: Item, other: Item) => boolean): readonly Item[] {
  const [stable, setStable] = useState(items);
  const isSame =
    stable.length === items.length &&
    stable.every((old, index) => {
      const item = items[index];
      return item !== undefined && isSameItem(old, item);
    });
  if (!isSame) setStable(items);
  return isSame ? stable : items;
}
