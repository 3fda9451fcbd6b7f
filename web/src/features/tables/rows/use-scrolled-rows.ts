/** The rows of a table over several pages, where the layout scrolls from one into the next. */
import type { TableRow } from '@leadloom/shared/tables/define-table';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useMemo } from 'react';
import type { ScrolledRows } from '../../../components/data-grid/data-grid-props.ts';
import { type PageSource, useRequestedPage, useScrolledPages } from '../../../components/data-grid/paging/use-scrolled-pages.ts';
import type { TableState } from '../address/filters-in-url.ts';
import { pageQuery, type TablePage, type TableRows, useTableRows } from './use-table-rows.ts';

const noRows: readonly TableRow[] = [];

export interface ScrolledTable extends TableRows {
  /** The rows of all pages that are loaded one after another around those in sight. */
  readonly rows: readonly TableRow[];
  /** undefined: pages are not scrolled through. */
  readonly scrolled: ScrolledRows | undefined;
  /** The page in sight, from 1. */
  readonly pageInSight: number;
  /** The ids of each page in sight. */
  readonly idsInSight: readonly (readonly number[])[];
}

/**
 * @param isScrolled false: there is one page at a time
 * @param onFollow called with the page that was scrolled to; answers whether it was written to the address
 */
export function useScrolledRows(
  name: TableName,
  state: TableState,
  isReady: boolean,
  isScrolled: boolean,
  onFollow: (page: number) => boolean,
): ScrolledTable {
  const requestedPage = useRequestedPage(JSON.stringify([name, state.filters, state.sort, state.perPage]), state.page);
  const base = useTableRows(name, { ...state, page: requestedPage.requested.page }, isReady);
  const { isOutdated, isLoading, page: answer } = base;
  const answered = answer?.state;
  const source = useMemo<PageSource<TableRow, TablePage> | undefined>(
    () =>
      answered === undefined
        ? undefined
        : { queryOf: (page) => pageQuery(name, { ...answered, page }), rowsOf: ({ rows }) => rows },
    [name, answered],
  );
  const pages = useScrolledPages({
    requestedPage,
    page: state.page,
    perPage: state.perPage,
    answer: answer === undefined ? undefined : { perPage: answer.state.perPage, total: answer.total },
    source,
    isLoading,
    isOutdated,
    isReady,
    isScrolled,
    onFollow,
  });
  return {
    ...base,
    error: base.error ?? pages.error,
    retry: () => {
      base.retry();
      pages.retry();
    },
    rows: isScrolled ? pages.rows : (answer?.rows ?? noRows),
    scrolled: isScrolled ? pages.scrolled : undefined,
    pageInSight: isScrolled ? pages.pageInSight : (answer?.state.page ?? state.page),
    idsInSight: pages.idsInSight,
  };
}
