/**
 * The collected people that are asked for. They are loaded whenever the screen opens, because the collector adds people.
 * While another question is asked, the answer to the one before stays whole.
 */
import { listProfiles, type ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ScrolledRows } from '../../../components/data-grid/data-grid-props.ts';
import {
  type PageQuery,
  type PageSource,
  useRequestedPage,
  useScrolledPages,
} from '../../../components/data-grid/paging/use-scrolled-pages.ts';
import { call } from '../../../lib/api-client/call.ts';
import { type PeoplePage, peopleKey } from '../../../lib/collected-people/people-queries.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import type { PeopleState } from './people-address.ts';
import type { PeopleQuery } from './people-filters.ts';

export interface People {
  /** Undefined until the first page has loaded. */
  readonly page: PeoplePage | undefined;
  /** The people of this page, or those that are scrolled through. */
  readonly people: readonly ProfileListItem[];
  /** undefined: pages are not scrolled through. */
  readonly scrolled: ScrolledRows | undefined;
  /** The question that the page answers, with the page in sight. */
  readonly answered: PeopleState;
  /** The page answers the question before. */
  readonly isOutdated: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

interface Question {
  readonly filters: PeopleQuery | null;
  readonly state: PeopleState;
}

const nobody: readonly ProfileListItem[] = [];

/**
 * @param filters null: not known yet
 * @param isScrolled false: there is one page at a time
 * @param onFollow called with the page that was scrolled to; answers whether it was written to the address
 */
export function usePeople(
  filters: PeopleQuery | null,
  state: PeopleState,
  isScrolled: boolean,
  onFollow: (page: number) => boolean,
): People {
  const [openedAt] = useState(() => Date.now());
  const requestedPage = useRequestedPage(JSON.stringify([state.filters, state.sort, state.perPage]), state.page);
  const page = requestedPage.requested.page;
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...pageQuery({ filters, state }, page),
    enabled: filters !== null,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const [answered, setAnswered] = useState({ filters, state, page });
  const isAnswered = !isPlaceholderData && (answered.filters !== filters || answered.state !== state || answered.page !== page);
  const shown = isAnswered ? { filters, state, page } : answered;
  if (isAnswered) setAnswered(shown);
  const isKnown = data !== undefined;
  const question = JSON.stringify([shown.filters, shown.state.sort, shown.state.perPage]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is that of what is shown
  const source = useMemo<PageSource<ProfileListItem, PeoplePage> | undefined>(
    () =>
      isKnown
        ? {
            queryOf: (number) => ({
              ...pageQuery(shown, number),
              // Pages that an earlier visit of the screen left are read again once.
              staleTime: ({ state: { dataUpdatedAt } }) => (dataUpdatedAt < openedAt ? 0 : Number.POSITIVE_INFINITY),
            }),
            rowsOf: ({ data: rows }) => rows,
          }
        : undefined,
    [isKnown, question, openedAt],
  );
  const pages = useScrolledPages({
    requestedPage,
    page: state.page,
    perPage: state.perPage,
    answer: isKnown ? { perPage: shown.state.perPage, total: data.total } : undefined,
    source,
    isLoading: !isKnown && (error === null || isFetching || filters === null),
    isOutdated: isPlaceholderData,
    isReady: filters !== null,
    isScrolled,
    onFollow,
  });
  return {
    page: data,
    people: isScrolled ? pages.rows : (data?.data ?? nobody),
    scrolled: isScrolled ? pages.scrolled : undefined,
    answered: { ...shown.state, page: isScrolled ? pages.pageInSight : shown.page },
    isOutdated: isPlaceholderData,
    isFetching,
    error: error ?? pages.error,
    retry: () => {
      void refetch();
      pages.retry();
    },
  };
}

function pageQuery({ filters, state: { sort, perPage } }: Question, page: number): PageQuery<PeoplePage> {
  const search = { ...filters, per_page: perPage };
  return {
    queryKey: [...peopleKey, search, sort, page],
    queryFn: ({ signal }) => call(listProfiles, { query: { ...search, page, sort: sort.field, order: sort.order } }, { signal }),
    staleTime: 0,
  };
}
