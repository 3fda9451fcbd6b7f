/**
 * One page of collected people. It is loaded whenever the screen opens, because the collector adds people.
 * While another question is asked, the answer to the one before stays whole.
 */
import { listProfiles } from '@leadloom/shared/contract/collected-profiles';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client/call.ts';
import { type PeoplePage, peopleKey } from '../../lib/collected-people/people-queries.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import type { PeopleState } from './people-address.ts';
import type { PeopleQuery } from './people-filters.ts';

export interface People {
  /** Undefined until the first page has loaded. */
  readonly page: PeoplePage | undefined;
  /** The question that the page answers. */
  readonly answered: PeopleState;
  /** The page answers the question before. */
  readonly isOutdated: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** @param filters null: not known yet */
export function usePeople(filters: PeopleQuery | null, state: PeopleState): People {
  const { sort, page, perPage } = state;
  const search = { ...filters, per_page: perPage };
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: [...peopleKey, search, sort, page],
    queryFn: ({ signal }) => call(listProfiles, { query: { ...search, page, sort: sort.field, order: sort.order } }, { signal }),
    enabled: filters !== null,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const [answered, setAnswered] = useState(state);
  const shown = isPlaceholderData ? answered : state;
  if (shown !== answered) setAnswered(shown);
  return { page: data, answered: shown, isOutdated: isPlaceholderData, isFetching, error, retry: () => void refetch() };
}
