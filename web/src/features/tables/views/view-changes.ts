/** Changes of the account's views of a table. Loaded with the menu of views, which alone makes them. */
import {
  changeTableView,
  createTableView,
  deleteTableView,
  getTableView,
  type TableView,
  tableViewSchema,
  updateTableView,
  type ViewChart,
  type ViewState,
} from '@leadloom/shared/contract/table-views';
import type { Visibility } from '@leadloom/shared/contract/visibility';
import type { TableName } from '@leadloom/shared/tables/tables';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client/call.ts';
import { pinnedChartsKey } from '../../../lib/pins/pinned-charts-key.ts';
import { pinsKey } from '../../../lib/pins/use-pins.ts';
import { saveOverOthers } from '../../../lib/workspace/save-over-others.ts';
import { tabWorkspace } from '../../../lib/workspace/tab-workspace.ts';
import { tableViewsKey } from './use-table-views.ts';
import { describeView } from './view-words.ts';

export type ViewChange = Partial<Pick<TableView, 'name' | 'state' | 'is_default' | 'chart' | 'visibility'>>;

/** All of these calls reject with an ApiError. */
export interface ViewChanges {
  /** @param chart null: the view shows rows @param visibility undefined: a personal workspace, where there is no choice */
  readonly create: (name: string, state: ViewState, chart: ViewChart | null, visibility?: Visibility) => Promise<TableView>;
  /**
   * What is not changed stays as the server keeps it, which another tab or another member may have changed meanwhile.
   * @param view as it was when the change began
   * @returns the view as it is kept then, and whether that is what was saved, or what somebody else did
   */
  readonly update: (view: TableView, change: ViewChange) => Promise<{ readonly kept: TableView; readonly isMine: boolean }>;
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
    create: async (name, state, chart, visibility) => {
      const shared = visibility === undefined ? {} : { visibility };
      const view = await call(createTableView, { body: { table, name, state, is_default: false, ...charted(chart), ...shared } });
      await put(view);
      return view;
    },
    update: async (view, change) => {
      const saved = await saveOverOthers({
        what: 'view',
        base: view,
        change,
        schema: tableViewSchema,
        describe: describeView,
        send: (basedOn) => (tabWorkspace() === null ? replace(view, change) : patch(view, { ...change, ...basedOn })),
      });
      await put(saved.kept);
      return saved;
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

/** As servers of an earlier version understand it, too. */
async function replace({ id }: TableView, { visibility: _, ...change }: ViewChange): Promise<TableView> {
  const { name, state, is_default } = await call(getTableView, { params: { view_id: id } });
  return call(updateTableView, { params: { view_id: id }, body: { name, state, is_default, ...change } });
}

function patch({ id }: TableView, body: ViewChange & { readonly based_on?: string }): Promise<TableView> {
  return call(changeTableView, { params: { view_id: id }, body });
}
