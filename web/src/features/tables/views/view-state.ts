/** Converts between the state of a screen and a saved view. A view is read by the table's current definition. */
import type { ColumnLayout, TableView, ViewState } from '@leadloom/shared/contract/table-views';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { readFilters } from '@leadloom/shared/tables/filter-query';
import { clampPageSize, readSort, type TableState } from '../address/filters-in-url.ts';

export function keepState({ filters, sort, perPage }: TableState, columns: readonly ColumnLayout[]): ViewState {
  return {
    filters: Object.fromEntries(
      Object.entries(filters).map(([key, value]) => [key, typeof value === 'object' ? [...value] : value]),
    ),
    columns: [...columns],
    sort: sort?.field ?? null,
    order: sort?.order ?? null,
    per_page: perPage,
  };
}

/** The first page of what the view shows. */
export function openState(definition: TableDefinition, { state }: TableView): TableState {
  return {
    filters: readFilters(definition, state.filters),
    page: 1,
    perPage: clampPageSize(state.per_page ?? 0),
    sort: readSort(definition, state.sort, state.order),
  };
}

/** Whether the screen shows something else than the view does. */
export function isChanged(
  definition: TableDefinition,
  view: TableView,
  state: TableState,
  columns: readonly ColumnLayout[],
): boolean {
  const kept = openState(definition, view);
  return (
    JSON.stringify([kept.filters, kept.perPage, kept.sort]) !== JSON.stringify([state.filters, state.perPage, state.sort]) ||
    JSON.stringify(view.state.columns) !== JSON.stringify(columns)
  );
}
