/**
 * The rows of several pages of one question, for scrolling from one into the next. The question is asked with the page of the
 * address; the pages in sight and those beside them are read as they are reached, and shown from the cache. What is scrolled
 * to is written to the address after a pause, and is no new question. A sort or a filter begins anew.
 */
import { type QueryClient, type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RowsInSight, ScrolledRows } from '../data-grid-props.ts';

/**
 * Rows under each other at most: browsers limit how high a page can be. A multiple of every page size; what is beyond is
 * reached by the pager.
 */
const MOST_SCROLLED = 90_000;
/** Pages before and after those in sight that a range of selected rows, or the keys of a record, can reach. */
const MOST_RUN_PAGES = 40;
const FOLLOW_PAUSE_MS = 400;

type RowId = number | string;

interface RowWithId {
  readonly id: RowId;
}

/** The part of a query's options that says what is read. */
export interface PageQuery<Answer> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Answer>;
  /** Milliseconds. */
  readonly staleTime: number | ((query: { readonly state: { readonly dataUpdatedAt: number } }) => number);
}

/** The pages of the question that is answered. */
export interface PageSource<Row extends RowWithId, Answer> {
  readonly queryOf: (page: number) => PageQuery<Answer>;
  readonly rowsOf: (answer: Answer) => readonly Row[];
}

/** Pages, from 1. */
export interface PagesInSight {
  readonly page: number;
  readonly first: number;
  readonly last: number;
}

export interface Place {
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

/** Which page is asked for, for `useScrolledPages`. */
export interface RequestedPage {
  readonly requested: Place;
  readonly sight: PagesInSight;
  readonly setPlace: (change: (known: Place) => Place) => void;
  readonly setSight: (change: (known: PagesInSight) => PagesInSight) => void;
}

/**
 * @param question differs where something else is asked than another page
 * @param page of the address
 */
export function useRequestedPage(question: string, page: number): RequestedPage {
  const [place, setPlace] = useState<Place>({ question, page, addressed: page, followed: null, jumps: 0 });
  const [sight, setSight] = useState<PagesInSight>({ page, first: page, last: page });
  const requested = requestedPlace(place, question, page, sight.page);
  if (requested !== place) setPlace(requested);
  return { requested, sight, setPlace, setSight };
}

interface ScrolledPagesInput<Row extends RowWithId, Answer> {
  readonly requestedPage: RequestedPage;
  /** The page of the address. */
  readonly page: number;
  /** The answer to the asked page, or to the question before; undefined: nothing is known. */
  readonly answer: { readonly perPage: number; readonly total: number | null } | undefined;
  /** The size of the asked page. */
  readonly perPage: number;
  /** The object stays the same while the same question is answered; undefined: nothing is known. */
  readonly source: PageSource<Row, Answer> | undefined;
  readonly isLoading: boolean;
  /** The answer is that to the question before. */
  readonly isOutdated: boolean;
  readonly isReady: boolean;
  /** false: there is one page at a time. */
  readonly isScrolled: boolean;
  /** Called with the page that was scrolled to; answers whether it was written to the address. */
  readonly onFollow: (page: number) => boolean;
}

export interface ScrolledPages<Row extends RowWithId> {
  /** The rows of all pages that are loaded one after another around those in sight. */
  readonly rows: readonly Row[];
  readonly scrolled: ScrolledRows;
  /** The page in sight, from 1. */
  readonly pageInSight: number;
  /** The ids of each page in sight. */
  readonly idsInSight: readonly (readonly Row['id'][])[];
  /** The error of a page that could not be read. */
  readonly error: Error | null;
  readonly retry: () => void;
}

export function useScrolledPages<Row extends RowWithId, Answer>(input: ScrolledPagesInput<Row, Answer>): ScrolledPages<Row> {
  const { requestedPage, answer, source, isLoading, isOutdated, isReady, isScrolled, onFollow } = input;
  const { requested, sight, setPlace, setSight } = requestedPage;
  const queryClient = useQueryClient();
  /** The place that is shown; another one is scrolled to. */
  const [shown, setShown] = useState(requested);
  const isArrived = !isOutdated && !isLoading && shown.jumps !== requested.jumps;
  const { page: jumpPage, jumps: jump } = isArrived ? requested : shown;
  const inSight = isArrived ? { page: requested.page, first: requested.page, last: requested.page } : sight;
  if (isArrived) {
    setShown(requested);
    setSight(() => inSight);
  }

  const perPage = answer?.perPage ?? input.perPage;
  const total = answer?.total ?? null;
  const lastPage = total === null ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(total / perPage));
  const firstRequested = Math.max(1, inSight.first - 1);
  const lastRequested = Math.min(lastPage, inSight.last + 1);
  const queries = useMemo(() => {
    if (source === undefined || !isScrolled) return [];
    const pages = Array.from({ length: Math.max(0, lastRequested - firstRequested + 1) }, (_, index) => firstRequested + index);
    return pages.map((page): PageQuery<unknown> & { readonly enabled: boolean } => ({
      ...source.queryOf(page),
      enabled: isReady,
    }));
  }, [source, firstRequested, lastRequested, isReady, isScrolled]);
  const pages = useQueries({ queries });
  const loadedCount = pages.filter(({ data }) => data !== undefined).length;
  // Pages that are read again, as after a change of their rows, change together.
  const readAt = pages.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  const isReadAgain = pages.some(({ data, isFetching }) => data !== undefined && isFetching);
  const [settledAt, setSettledAt] = useState(readAt);
  if (!isReadAgain && settledAt !== readAt) setSettledAt(readAt);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that has come changes what is in the cache
  const run = useMemo(() => {
    const read = (page: number): readonly Row[] | undefined =>
      source === undefined ? undefined : rowsIn(queryClient, source, page, page < firstRequested || page > lastRequested);
    return runAround(inSight, read);
  }, [queryClient, source, inSight.first, inSight.last, loadedCount, settledAt, total]);

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
    [perPage, jumpPage, setSight],
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
    isScrolled && isReady && !isOutdated && !isLoading && inSight.page !== input.page && requested.addressed === input.page;
  useEffect(() => {
    if (!isFollowing) return;
    const timer = window.setTimeout(() => {
      if (onFollow(inSight.page)) setPlace((known) => ({ ...known, followed: inSight.page }));
    }, FOLLOW_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [isFollowing, inSight.page, onFollow, setPlace]);

  return {
    rows: run.rows,
    scrolled,
    pageInSight: inSight.page,
    idsInSight: useMemo(() => pagesOf(run, inSight, perPage), [run, inSight, perPage]),
    error: pages.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of pages) if (error !== null) void refetch();
    },
  };
}

/** @param isOutOfSight it is not read again until it is reached, so that what it was before a change does not count */
function rowsIn<Row extends RowWithId, Answer>(
  queryClient: QueryClient,
  source: PageSource<Row, Answer>,
  page: number,
  isOutOfSight: boolean,
): readonly Row[] | undefined {
  const known = queryClient.getQueryState<Answer>(source.queryOf(page).queryKey);
  if (known?.data === undefined || (known.isInvalidated && isOutOfSight)) return undefined;
  return source.rowsOf(known.data);
}

/** What was scrolled to and then written to the address is no new place, also if another page is in sight by then. */
function requestedPlace(place: Place, question: string, page: number, pageInSight: number): Place {
  if (place.question === question && place.addressed === page) return place;
  const isFollowed = place.question === question && (page === pageInSight || page === place.followed);
  if (isFollowed) return { ...place, addressed: page, followed: null };
  return { question, page, addressed: page, followed: null, jumps: place.jumps + 1 };
}

interface Run<Row> {
  /** From 1. */
  readonly firstPage: number;
  readonly rows: readonly Row[];
}

/** Pages that are loaded one after another around the first one in sight that is; without one, no rows. */
function runAround<Row>({ first, last }: PagesInSight, read: (page: number) => readonly Row[] | undefined): Run<Row> {
  const seen = Array.from({ length: last - first + 1 }, (_, index) => first + index).find((page) => read(page) !== undefined);
  if (seen === undefined) return { firstPage: first, rows: [] };
  let start = seen;
  while (start > 1 && seen - start < MOST_RUN_PAGES && read(start - 1) !== undefined) start -= 1;
  const pages: (readonly Row[])[] = [];
  for (let page = start; page - seen < MOST_RUN_PAGES; page += 1) {
    const rows = read(page);
    if (rows === undefined) break;
    pages.push(rows);
  }
  return { firstPage: start, rows: pages.flat() };
}

function pagesOf<Row extends RowWithId>(
  { firstPage, rows }: Run<Row>,
  { first, last }: PagesInSight,
  perPage: number,
): readonly (readonly Row['id'][])[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const start = (first + index - firstPage) * perPage;
    return start < 0 ? [] : rows.slice(start, start + perPage).map(({ id }) => id);
  }).filter((ids) => ids.length > 0);
}
