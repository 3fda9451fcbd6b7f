/** How many of the people who match are new since the last visit. What fails is not shown. */
import { listProfiles } from '@leadloom/shared/contract/collected-profiles';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import type { PeopleQuery } from './people-filters.ts';

/**
 * @param filters null: not known yet
 * @param since null: not known
 */
export function useNewPeople(filters: PeopleQuery | null, since: string | null): number {
  // The later of both: as the server writes moments, they are ordered like their texts.
  const [, moment = ''] = [filters?.updated_after ?? '', since ?? ''].sort();
  const query = { ...filters, updated_after: moment, per_page: 1 };
  const { data = 0 } = useQuery({
    // Not among the pages, whose people are changed on the screen.
    queryKey: ['linkedin', 'new-people', query],
    queryFn: async ({ signal }) => (await call(listProfiles, { query }, { signal })).total,
    enabled: filters !== null && since !== null,
    retry: false,
  });
  return data;
}
