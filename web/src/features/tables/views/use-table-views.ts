/** The account's views of a table as the server keeps them, and what can be done to them. */
import {
  createTableView,
  deleteTableView,
  getTableView,
  listTableViews,
  type TableView,
  updateTableView,
  type ViewState,
} from '@leadloom/shared/contract/table-views';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/api-client/call.ts';
import { logProblem } from '../../../lib/log.ts';
import { pinsKey } from '../../../lib/pins/use-pins.ts';
import { useQuery } from '../../../lib/query/use-query.ts';

export interface TableViews {
  /** The views by name; empty while loading, and where they could not be loaded. */
  readonly views: readonly TableView[];
  readonly isLoading: boolean;
  /** null: they were loaded, or are being loaded for the first time. */
  readonly failure: { readonly retry: () => void; readonly isRetrying: boolean } | null;
  /** All of these calls reject with an ApiError. */
  readonly create: (name: string, state: ViewState) => Promise<TableView>;
  /** What is not changed stays as the server keeps it, which another tab may have changed meanwhile. */
  readonly update: (view: TableView, change: Partial<Pick<TableView, 'name' | 'state' | 'is_default'>>) => Promise<TableView>;
  readonly remove: (view: TableView) => Promise<void>;
}

const noViews: readonly TableView[] = [];

export function useTableViews(table: TableName): TableViews {
  const queryClient = useQueryClient();
  const queryKey = ['table-views', table];
  const { data, isPending, isFetching, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<readonly TableView[]> =>
      (await call(listTableViews, { query: { table } }, { signal })).data,
    retry: false,
  });
  useEffect(() => {
    if (error !== null) logProblem('The views of a table could not be loaded.', error);
  }, [error]);

  async function setList(change: (views: readonly TableView[]) => readonly TableView[]): Promise<void> {
    void queryClient.invalidateQueries({ queryKey: pinsKey });
    // An answer already on its way may have been written before the change.
    await queryClient.cancelQueries({ queryKey });
    if (queryClient.getQueryData(queryKey) === undefined) {
      // One change alone is no list; it stands in the one that is asked for now.
      void queryClient.invalidateQueries({ queryKey });
      return;
    }
    queryClient.setQueryData<readonly TableView[]>(queryKey, (views = noViews) =>
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
    views: data ?? noViews,
    isLoading: isPending,
    failure: data === undefined && error !== null ? { retry: () => void refetch(), isRetrying: isFetching } : null,
    create: async (name, state) => {
      const view = await call(createTableView, { body: { table, name, state, is_default: false } });
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

/** The view an address names: one of the account's own, or one that somebody shared. */
export function useNamedView(
  viewId: string | null,
  { views, isLoading }: TableViews,
): { readonly view: TableView | null; readonly error: Error | null } {
  const own = views.find(({ id }) => id === viewId) ?? null;
  const { data, error } = useQuery({
    queryKey: ['table-view', viewId],
    queryFn: ({ signal }) => call(getTableView, { params: { view_id: viewId ?? '' } }, { signal }),
    enabled: viewId !== null && own === null && !isLoading,
    retry: false,
  });
  if (viewId === null) return { view: null, error: null };
  return { view: own ?? data ?? null, error: own === null ? error : null };
}
