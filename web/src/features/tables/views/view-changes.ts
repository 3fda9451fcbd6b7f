/** Changes of the account's views of a table. Loaded with the menu of views, which alone makes them. */
import {
  createTableView,
  deleteTableView,
  getTableView,
  type TableView,
  updateTableView,
  type ViewChart,
  type ViewState,
} from '@leadloom/shared/contract/table-views';
import type { TableName } from '@leadloom/shared/tables/tables';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client/call.ts';
import { pinnedChartsKey } from '../../../lib/pins/pinned-charts-key.ts';
import { pinsKey } from '../../../lib/pins/use-pins.ts';
import { tableViewsKey } from './use-table-views.ts';

/** All of these calls reject with an ApiError. */
export interface ViewChanges {
  /** @param chart null: the view shows rows */
  readonly create: (name: string, state: ViewState, chart: ViewChart | null) => Promise<TableView>;
  /** What is not changed stays as the server keeps it, which another tab may have changed meanwhile. */
  readonly update: (
    view: TableView,
    change: Partial<Pick<TableView, 'name' | 'state' | 'is_default' | 'chart'>>,
  ) => Promise<TableView>;
  readonly remove: (view: TableView) => Promise<void>;
}

export function viewChanges(queryClient: QueryClient, table: TableName): ViewChanges {
  const queryKey = tableViewsKey(table);

  async function setList(change: (views: readonly TableView[]) => readonly TableView[]): Promise<void> {
    void queryClient.invalidateQueries({ queryKey: pinsKey });
    void queryClient.invalidateQueries({ queryKey: pinnedChartsKey });
    // An answer already on its way may have been written before the change.
    await queryClient.cancelQueries({ queryKey });
    if (queryClient.getQueryData(queryKey) === undefined) {
      // One change alone is no list; it stands in the one that is asked for now.
      void queryClient.invalidateQueries({ queryKey });
      return;
    }
    queryClient.setQueryData<readonly TableView[]>(queryKey, (views = []) =>
      change(views).toSorted((one, other) => one.name.localeCompare(other.name)),
    );
  }

  const put = (view: TableView) => {
    // The view is written for a screen that has it open while the list is not there.
    queryClient.setQueryData(['table-view', view.id], view);
    return setList((views) => {
      const others = views.filter(({ id }) => id !== view.id);
      return [...others.map((other) => (view.is_default ? { ...other, is_default: false } : other)), view];
    });
  };

  return {
    create: async (name, state, chart) => {
      const view = await call(createTableView, { body: { table, name, state, is_default: false, ...charted(chart) } });
      await put(view);
      return view;
    },
    update: async ({ id }, change) => {
      const { name, state, is_default } = await call(getTableView, { params: { view_id: id } });
      const view = await call(updateTableView, { params: { view_id: id }, body: { name, state, is_default, ...change } });
      await put(view);
      return view;
    },
    remove: async (view) => {
      const { id } = view;
      await call(deleteTableView, { params: { view_id: id } });
      // The address may name it for a moment longer; it is not asked for again.
      queryClient.setQueryData(['table-view', id], view);
      await setList((views) => views.filter((other) => other.id !== id));
    },
  };
}

/** A view without a chart is made as before, also by a server of an earlier version, which would refuse the field. */
function charted(chart: ViewChart | null): { readonly chart?: ViewChart } {
  return chart === null ? {} : { chart };
}
