/** Converts between the state of a screen and a saved view. A view is read by the table's current definition. */
import type { ColumnLayout, TableView, ViewState } from '@leadloom/shared/contract/table-views';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { chartOfView } from '../../../lib/charts/table-chart.ts';
import { clampPageSize, type PageSize } from '../../../lib/page-size.ts';
import { readSort, type TableState } from '../address/filters-in-url.ts';
import { readTableFilters } from '../changed/changed-filters.ts';

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

/** The first page of what the view shows. @param ownPageSize where the view has none */
export function openState(definition: TableDefinition, { state, chart }: TableView, ownPageSize: PageSize): TableState {
  return {
    filters: readTableFilters(definition, state.filters),
    page: 1,
    perPage: state.per_page === null ? ownPageSize : clampPageSize(state.per_page),
    sort: readSort(definition, state.sort, state.order),
    chart: chartOfView(definition, chart),
  };
}

/** Whether the screen shows something else than the view does. */
export function isChanged(
  definition: TableDefinition,
  view: TableView,
  state: TableState,
  columns: readonly ColumnLayout[],
): boolean {
  const viewState = openState(definition, view, state.perPage);
  return (
    JSON.stringify([viewState.filters, viewState.perPage, viewState.sort, viewState.chart]) !==
      JSON.stringify([state.filters, state.perPage, state.sort, state.chart]) ||
    JSON.stringify(view.state.columns) !== JSON.stringify(columns)
  );
}

/** Whether both open in the same way, whatever they are called. */
export function isSameState(one: TableView, other: TableView): boolean {
  return JSON.stringify([one.state, one.chart]) === JSON.stringify([other.state, other.chart]);
}
