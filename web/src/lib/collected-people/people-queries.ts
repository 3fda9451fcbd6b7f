/** Query keys of collected people, so that a change on one screen shows on the others. */
import type { listProfiles } from '@leadloom/shared/contract/collected-profiles';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api-client/call.ts';

export type PeoplePage = EndpointResult<typeof listProfiles>;

/** All pages of the list; each holds a `PeoplePage`. */
export const peopleKey = ['linkedin', 'people'] as const;
/** All profiles shown in full. */
export const profilesKey = ['linkedin', 'profile'] as const;
export const historiesKey = ['linkedin', 'history'] as const;

/** Total and known tags come with every page; the shortest is enough. */
const shortestPage = queryOptions({
  queryKey: [...peopleKey, 'shortest-page'],
  queryFn: async ({ signal }) => {
    // The contract of the list has every filter, which the collector need not know.
    const { listProfiles: list } = await import('@leadloom/shared/contract/collected-profiles');
    return call(list, { query: { per_page: 1 } }, { signal });
  },
});

export const knownTagsQuery = queryOptions({ ...shortestPage, select: ({ tags }) => tags.map(({ name }) => name) });
export const hasPeopleQuery = queryOptions({ ...shortestPage, select: ({ total }) => total > 0 });
