/** The tables and views the account looked at, the last one first, with the rows that are new since. */
import { listTableVisits } from '@leadloom/shared/contract/table-visits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api-client/call.ts';

export const tableVisitsQuery = queryOptions({
  queryKey: ['table-visits'],
  queryFn: async ({ signal }) => (await call(listTableVisits, {}, { signal })).data,
  staleTime: 0,
});
