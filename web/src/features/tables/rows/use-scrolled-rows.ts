/**
 * The rows of several pages of one question, for scrolling from one into the next. The question is asked with the page of the
 * address; the pages in sight and those beside them are read as they are reached, and shown from the cache. What is scrolled
 * to is written to the address after a pause, and is no new question. A sort or a filter begins anew.
 */
import type { TableRow } from '@leadloom/shared/tables/define-table';
import type { TableName } from '@leadloom/shared/tables/tables';
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RowsInSight, ScrolledRows } from '../../../components/data-grid/data-grid-props.ts';
import type { TableState } from '../address/filters-in-url.ts';
import { pageQuery, type TablePage, type TableRows, useTableRows } from './use-table-rows.ts';

/**
 * Rows under each other at most: browsers limit how high a page can be. A multiple of every page size; what is beyond is
 * reached by the pager.
 */
const MOST_SCROLLED = 90_000;
/** Pages before and after those in sight that a range of selected rows, or the keys of a record, can reach. */
const MOST_RUN_PAGES = 40;
const FOLLOW_PAUSE_MS = 400;

const noRows: readonly TableRow[] = [];

/** Pages, from 1. */
interface PagesInSight {
  readonly page: number;
  readonly first: number;
  readonly last: number;
}

interface Place {
  readonly question: string;
  /** The page that was asked for. */
  readonly page: number;
  /** The page of the address that was seen last. */
  readonly addressed: number;
  /** The page that was scrolled to and is on its way to the address; null: none. */
  readonly followed: number | null;
  /** How often something else was asked for than what is scrolled to. */
  readonly jumps: number;
}

export interface ScrolledTable extends TableRows {
  /** Of all pages that are loaded one after another around those in sight. */
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
  const queryClient = useQueryClient();
  const question = JSON.stringify([name, state.filters, state.sort, state.perPage]);
  const [place, setPlace] = useState<Place>({ question, page: state.page, addressed: state.page, followed: null, jumps: 0 });
  const [sight, setSight] = useState<PagesInSight>({ page: state.page, first: state.page, last: state.page });
  const asked = askedPlace(place, question, state.page, sight.page);
  if (asked !== place) setPlace(asked);

  const base = useTableRows(name, { ...state, page: asked.page }, isReady);
  const { isOutdated, isLoading } = base;
  /** The place that is shown; another one is scrolled to. */
  const [shown, setShown] = useState(asked);
  const isArrived = !isOutdated && !isLoading && shown.jumps !== asked.jumps;
  const { page: jumpPage, jumps: jump } = isArrived ? asked : shown;
  const inSight = isArrived ? { page: asked.page, first: asked.page, last: asked.page } : sight;
  if (isArrived) {
    setShown(asked);
    setSight(inSight);
  }

  const answer = base.page;
  const perPage = answer?.state.perPage ?? state.perPage;
  const total = answer?.total ?? null;
  const lastPage = total === null ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(total / perPage));
  const firstAsked = Math.max(1, inSight.first - 1);
  const lastAsked = Math.min(lastPage, inSight.last + 1);
  const answered = answer?.state;
  const queries = useMemo(() => {
    if (answered === undefined || !isScrolled) return [];
    const pages = Array.from({ length: Math.max(0, lastAsked - firstAsked + 1) }, (_, index) => firstAsked + index);
    return pages.map((page) => ({ ...pageQuery(name, { ...answered, page }), enabled: isReady }));
  }, [name, answered, firstAsked, lastAsked, isReady, isScrolled]);
  const pages = useQueries({ queries });
  const loadedCount = pages.filter(({ data }) => data !== undefined).length;
  // Pages that are read again, as after a change of their rows, change together.
  const readAt = pages.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  const isReadAgain = pages.some(({ data, isFetching }) => data !== undefined && isFetching);
  const [settledAt, setSettledAt] = useState(readAt);
  if (!isReadAgain && settledAt !== readAt) setSettledAt(readAt);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that has come changes what is in the cache
  const run = useMemo(() => {
    const read = (page: number): readonly TableRow[] | undefined =>
      answered === undefined
        ? undefined
        : rowsIn(queryClient, name, { ...answered, page }, page < firstAsked || page > lastAsked);
    return runAround(inSight, read);
  }, [queryClient, name, answered, inSight.first, inSight.last, loadedCount, settledAt, total]);

  const from = Math.floor(((jumpPage - 1) * perPage) / MOST_SCROLLED) * MOST_SCROLLED + 1;
  const end = total ?? (run.firstPage - 1) * perPage + run.rows.length;
  const onSight = useCallback(
    ({ first, last, isEnd, isJump }: RowsInSight) => {
      const pageOf = (row: number) => Math.ceil(row / perPage);
      setSight((known) => {
        const next = { page: isJump ? jumpPage : pageOf(isEnd ? last : first), first: pageOf(first), last: pageOf(last) };
        return next.page === known.page && next.first === known.first && next.last === known.last ? known : next;
      });
    },
    [perPage, jumpPage],
  );
  const scrolled = useMemo<ScrolledRows>(
    () => ({
      from,
      count: Math.max(0, Math.min(MOST_SCROLLED, end - from + 1)),
      rowsFrom: (run.firstPage - 1) * perPage + 1,
      jump,
      onSight,
    }),
    [from, end, run, perPage, jump, onSight],
  );

  const isFollowing =
    isScrolled && isReady && !isOutdated && !isLoading && inSight.page !== state.page && asked.addressed === state.page;
  useEffect(() => {
    if (!isFollowing) return;
    const timer = window.setTimeout(() => {
      if (onFollow(inSight.page)) setPlace((known) => ({ ...known, followed: inSight.page }));
    }, FOLLOW_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [isFollowing, inSight.page, onFollow]);

  const failed = pages.find(({ error }) => error !== null);
  return {
    ...base,
    error: base.error ?? failed?.error ?? null,
    retry: () => {
      base.retry();
      for (const { error, refetch } of pages) if (error !== null) void refetch();
    },
    rows: isScrolled ? run.rows : (answer?.rows ?? noRows),
    scrolled: isScrolled ? scrolled : undefined,
    pageInSight: isScrolled ? inSight.page : (answer?.state.page ?? state.page),
    idsInSight: useMemo(() => pagesOf(run, inSight, perPage), [run, inSight, perPage]),
  };
}

/** @param isOutOfSight it is not read again until it is reached, so that what it was before a change does not count */
function rowsIn(
  queryClient: QueryClient,
  name: TableName,
  state: TableState,
  isOutOfSight: boolean,
): readonly TableRow[] | undefined {
  const known = queryClient.getQueryState<TablePage>(pageQuery(name, state).queryKey);
  return known?.isInvalidated === true && isOutOfSight ? undefined : known?.data?.rows;
}

/** What was scrolled to and then written to the address is no new place, also if another page is in sight by then. */
function askedPlace(place: Place, question: string, page: number, pageInSight: number): Place {
  if (place.question === question && place.addressed === page) return place;
  const isFollowed = place.question === question && (page === pageInSight || page === place.followed);
  if (isFollowed) return { ...place, addressed: page, followed: null };
  return { question, page, addressed: page, followed: null, jumps: place.jumps + 1 };
}

interface Run {
  /** From 1. */
  readonly firstPage: number;
  readonly rows: readonly TableRow[];
}

/** Pages that are loaded one after another around the first one in sight that is; without one, no rows. */
function runAround({ first, last }: PagesInSight, read: (page: number) => readonly TableRow[] | undefined): Run {
  const seen = Array.from({ length: last - first + 1 }, (_, index) => first + index).find((page) => read(page) !== undefined);
  if (seen === undefined) return { firstPage: first, rows: [] };
  let start = seen;
  while (start > 1 && seen - start < MOST_RUN_PAGES && read(start - 1) !== undefined) start -= 1;
  const pages: (readonly TableRow[])[] = [];
  for (let page = start; page - seen < MOST_RUN_PAGES; page += 1) {
    const rows = read(page);
    if (rows === undefined) break;
    pages.push(rows);
  }
  return { firstPage: start, rows: pages.flat() };
}

function pagesOf({ firstPage, rows }: Run, { first, last }: PagesInSight, perPage: number): readonly (readonly number[])[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const start = (first + index - firstPage) * perPage;
    return start < 0 ? [] : rows.slice(start, start + perPage).map(({ id }) => id);
  }).filter((ids) => ids.length > 0);
}
