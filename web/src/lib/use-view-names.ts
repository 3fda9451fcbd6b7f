/** The names of the account's views of all tables, for screens that lead to them. */
import { listViewNames, type ViewName } from '@leadloom/shared/contract/table-views';
import type { UseQueryResult } from '@tanstack/react-query';
import { call } from './api-client/call.ts';
import { tablePath } from './paths.ts';
import { useQuery } from './query/use-query.ts';

export function useViewNames(): UseQueryResult<readonly ViewName[]> {
  return useQuery({
    queryKey: ['table-views', 'names'],
    queryFn: async ({ signal }): Promise<readonly ViewName[]> => (await call(listViewNames, {}, { signal })).data,
    staleTime: 0,
  });
}

export function viewPath({ table, id }: ViewName): string {
  return `${tablePath(table)}?view=${id}`;
}
