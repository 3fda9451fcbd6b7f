/** Operations on layouts. Every function returns a complete layout: each column once, in the saved order. */
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import { clampWidth } from './column-widths.ts';

export type Layout = readonly ColumnLayout[];

/**
 * A saved layout, fitted to the current columns: unknown names are dropped, missing columns follow as arranged, or else as
 * defined, and at least one column is shown. The first column, which names the row, is pinned until the layout says otherwise.
 * @param arrangement the columns before anything is changed, where they are not as defined
 */
export function completeLayout(columns: readonly ColumnDefinition[], layout: Layout, arrangement: Layout = []): Layout {
  const left = new Map(columns.map((column) => [column.field, column]));
  const remaining = layout
    .filter(({ field }) => left.delete(field))
    .map((entry) => (entry.width === null ? entry : { ...entry, width: clampWidth(entry.width) }));
  const arranged = arrangement.filter(({ field }) => left.delete(field));
  const [first] = columns;
  const added = [...left.keys()].map((field) => ({
    field,
    width: null,
    is_hidden: false,
    is_pinned: arrangement.length === 0 && field === first?.field,
  }));
  const all = [...remaining, ...arranged, ...added];
  return all.some((entry) => !entry.is_hidden) ? all : all.map((entry, index) => ({ ...entry, is_hidden: index > 0 }));
}

/** The columns on the screen, from left to right: pinned columns first. */
export function shownColumns(layout: Layout): Layout {
  const shown = layout.filter((entry) => !entry.is_hidden);
  return [...shown.filter((entry) => entry.is_pinned), ...shown.filter((entry) => !entry.is_pinned)];
}

export function changeColumn(layout: Layout, field: string, change: Partial<Omit<ColumnLayout, 'field'>>): Layout {
  return layout.map((entry) => (entry.field === field ? { ...entry, ...change } : entry));
}

/** Moves a column next to another one, and pins it if that one is pinned. */
export function moveColumn(layout: Layout, field: string, side: 'before' | 'after', target: string): Layout {
  const moved = layout.find((entry) => entry.field === field);
  const rest = layout.filter((entry) => entry.field !== field);
  const at = rest.findIndex((entry) => entry.field === target);
  const neighbour = rest[at];
  if (moved === undefined || neighbour === undefined) return layout;
  return rest.toSpliced(side === 'before' ? at : at + 1, 0, { ...moved, is_pinned: neighbour.is_pinned });
}

/** A column dropped over another takes its position. */
export function dropColumn(layout: Layout, field: string, over: string): Layout {
  const shown = shownColumns(layout).map((entry) => entry.field);
  return moveColumn(layout, field, shown.indexOf(field) < shown.indexOf(over) ? 'after' : 'before', over);
}

/** One step to the left (-1) or right (1) among columns pinned alike; null if there is none. */
export function stepColumn(layout: Layout, field: string, step: -1 | 1): Layout | null {
  const shown = shownColumns(layout);
  const at = shown.findIndex((entry) => entry.field === field);
  const neighbour = shown[at + step];
  if (neighbour === undefined || neighbour.is_pinned !== shown[at]?.is_pinned) return null;
  return moveColumn(layout, field, step < 0 ? 'before' : 'after', neighbour.field);
}

export function showAllColumns(layout: Layout): Layout {
  return layout.map((entry) => ({ ...entry, is_hidden: false }));
}
