/** The names of the account's views of all tables, for screens that lead to them. */
import { listViewNames } from '@leadloom/shared/contract/table-views';
import type { TableName } from '@leadloom/shared/tables/tables';
import type { UseQueryResult } from '@tanstack/react-query';
import { call } from './api-client/call.ts';
import { tablePath } from './paths.ts';
import { useQuery } from './query/use-query.ts';
import type { Owned } from './workspace/mine-and-shared.ts';

export interface ViewName extends Owned {
  readonly id: string;
  readonly table: TableName;
  readonly name: string;
}

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
