/** The account's views of a table as the server keeps them. They are changed by `view-changes.ts`. */
import { getTableView, listTableViews, type TableView } from '@leadloom/shared/contract/table-views';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useEffect } from 'react';
import { call } from '../../../lib/api-client/call.ts';
import { logProblem } from '../../../lib/log.ts';
import { useQuery } from '../../../lib/query/use-query.ts';

export interface TableViews {
  /** The views by name; empty while loading, and where they could not be loaded. */
  readonly views: readonly TableView[];
  readonly isLoading: boolean;
  /** null: they were loaded, or are being loaded for the first time. */
  readonly failure: { readonly retry: () => void; readonly isRetrying: boolean } | null;
}

const noViews: readonly TableView[] = [];

export const tableViewsKey = (table: TableName) => ['table-views', table] as const;

export function useTableViews(table: TableName): TableViews {
  const { data, isPending, isFetching, error, refetch } = useQuery({
    queryKey: tableViewsKey(table),
    queryFn: async ({ signal }): Promise<readonly TableView[]> =>
      (await call(listTableViews, { query: { table } }, { signal })).data,
    retry: false,
  });
  useEffect(() => {
    if (error !== null) logProblem('The views of a table could not be loaded.', error);
  }, [error]);

  return {
    views: data ?? noViews,
    isLoading: isPending,
    failure: data === undefined && error !== null ? { retry: () => void refetch(), isRetrying: isFetching } : null,
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
