/**
 * One page of collected people. It is loaded whenever the screen opens, because the collector adds people.
 * While another page or order loads, the previous people stay on the screen.
 */
import { listProfiles } from '@leadloom/shared/contract/collected-profiles';
import { call } from '../../lib/api-client/call.ts';
import { type PeoplePage, peopleKey } from '../../lib/collected-people/people-queries.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import type { PeopleState } from './people-address.ts';
import type { PeopleQuery } from './people-filters.ts';

export interface People {
  /** Undefined until the first page has loaded. */
  readonly page: PeoplePage | undefined;
  /** The page shown is the previous one. */
  readonly isTurning: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** @param filters null: not known yet */
export function usePeople(filters: PeopleQuery | null, { sort, page, perPage }: PeopleState): People {
  const search = { ...filters, per_page: perPage };
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: [...peopleKey, search, sort, page],
    queryFn: ({ signal }) => call(listProfiles, { query: { ...search, page, sort: sort.field, order: sort.order } }, { signal }),
    enabled: filters !== null,
    staleTime: 0,
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey[peopleKey.length]) === JSON.stringify(search) ? previous : undefined,
  });
  return { page: data, isTurning: isPlaceholderData, isFetching, error, retry: () => void refetch() };
}
