/**
 * One page of rows, with the question it answers. A visited page is shown from the cache; the next one is prefetched.
 * While another question is asked, the answer to the one before stays whole. Each failure is shown once, in a snackbar.
 */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import type { TableName } from '@leadloom/shared/tables/tables';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import type { TableState } from '../address/filters-in-url.ts';
import { listFailure } from './failure-sentence.ts';

export interface TablePage {
  /** The question that it answers. */
  readonly state: TableState;
  readonly rows: readonly TableRow[];
  /** The number of rows on all pages; null while it is being counted. */
  readonly total: number | null;
}

export interface TableRows {
  /** Undefined while nothing is known. */
  readonly page: TablePage | undefined;
  /** Rows of all pages of what is asked for, as another page or an earlier count told; null: not known. */
  readonly expectedTotal: number | null;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  /** What is shown answers the question before. */
  readonly isOutdated: boolean;
  /** null also after a 404, which is an empty table. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** @param isReady false: not yet known whether, or what, to ask */
export function useTableRows(name: TableName, state: TableState, isReady: boolean): TableRows {
  const queryClient = useQueryClient();
  const { data, error, isPlaceholderData, isFetching, refetch, errorUpdatedAt } = useQuery({
    ...pageQuery(name, state),
    enabled: isReady,
    placeholderData: samePlace(name),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same failure at another time is told again
  useEffect(() => {
    if (error !== null) showSnackbar('error', listFailure(error));
  }, [error, errorUpdatedAt]);

  const isUncounted = data?.total === null;
  const { data: counted = null } = useQuery({ ...totalQuery(name, data?.state ?? state), enabled: isReady && isUncounted });
  const page = isUncounted ? { ...data, total: counted } : data;

  const total = isPlaceholderData ? undefined : page?.total;
  useEffect(() => {
    if (total === undefined || total === null || state.page * state.perPage >= total) return;
    void queryClient.prefetchQuery(pageQuery(name, { ...state, page: state.page + 1 }));
  }, [queryClient, name, state, total]);

  const isEmpty = error instanceof ApiError && error.status === 404;
  return {
    page: isEmpty ? { state, rows: [], total: 0 } : page,
    expectedTotal: data === undefined ? knownTotal(queryClient, name, state) : data.total,
    isLoading: data === undefined && (error === null || isFetching),
    isOutdated: isPlaceholderData,
    error: isEmpty ? null : error,
    retry: () => void refetch(),
  };
}

/** The answer that is on the screen, with its total where that is known. Fetches nothing. */
export function useTableAnswer(name: TableName, state: TableState): TablePage | undefined {
  const { data } = useQuery({ ...pageQuery(name, state), enabled: false, placeholderData: samePlace(name) });
  const { data: counted = null } = useQuery({ ...totalQuery(name, data?.state ?? state), enabled: false });
  return data?.total === null ? { ...data, total: counted } : data;
}

/** The answer before, if it was of the same table. */
function samePlace(name: TableName) {
  return (previous: TablePage | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[1] === name ? previous : undefined;
}

/** Whether nothing was found, as far as is known. Fetches nothing. */
export function useIsNothingFound(name: TableName, state: TableState): boolean {
  const { data, error } = useQuery({ ...pageQuery(name, state), enabled: false });
  return data?.total === 0 || (error instanceof ApiError && error.status === 404);
}

export function pageQuery(name: TableName, state: TableState) {
  const { filters, sort, perPage, page } = state;
  return {
    queryKey: ['table-rows', name, filters, perPage, sort, page] as const,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<TablePage> => {
      const order = sort === null ? {} : { sort: sort.field, order: sort.order };
      const query = { ...filters, ...order, page, per_page: perPage };
      const { data, total } = await call(tableEndpoints[name].list, { query }, { signal });
      return { state, rows: data, total };
    },
    staleTime: Number.POSITIVE_INFINITY,
  };
}

function knownTotal(queryClient: QueryClient, name: TableName, state: TableState): number | null {
  const pages = queryClient.getQueriesData<TablePage>({ queryKey: pageQuery(name, state).queryKey.slice(0, 3) });
  const [counted] = pages.flatMap(([, page]) => page?.total ?? []);
  return counted ?? queryClient.getQueryData(totalQuery(name, state).queryKey) ?? null;
}

/** The total, which is requested where a page came before it. */
function totalQuery(name: TableName, { filters }: TableState) {
  return queryOptions({
    queryKey: ['table-total', name, filters] as const,
    queryFn: async ({ signal }) => (await call(tableEndpoints[name].total, { query: filters }, { signal })).total,
  });
}
