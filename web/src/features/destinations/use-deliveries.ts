/** What a destination was sent, and the runs of one that is a CRM, as the server keeps them. */
import { type CrmRun, listCrmRuns } from '@leadloom/shared/contract/crm';
import { listDestinationDeliveries } from '@leadloom/shared/contract/destinations';
import { keepPreviousData } from '@tanstack/react-query';
import { DELIVERIES_A_PAGE, lookAgainAt } from '../../components/deliveries/delivery-list.tsx';
import { call } from '../../lib/api-client/call.ts';
import { destinationsKey } from '../../lib/destinations/use-destinations.ts';
import { useQuery } from '../../lib/query/use-query.ts';

export const RUNS_A_PAGE = 10;
/** A run writes for a while. */
const LOOK_AGAIN_MS = 3_000;

/** @param page from 1 */
export function useDeliveries(id: string, page: number) {
  return useQuery({
    queryKey: [...destinationsKey, 'deliveries', id, page],
    queryFn: ({ signal }) =>
      call(
        listDestinationDeliveries,
        { params: { destination_id: id }, query: { page, per_page: DELIVERIES_A_PAGE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => lookAgainAt(state.data),
  });
}

/** @param page from 1 */
export function useRuns(id: string, page: number, isEnabled = true) {
  return useQuery({
    queryKey: [...destinationsKey, 'runs', id, page],
    queryFn: ({ signal }) =>
      call(listCrmRuns, { params: { destination_id: id }, query: { page, per_page: RUNS_A_PAGE } }, { signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) === true ? LOOK_AGAIN_MS : false),
  });
}

export function isRunning({ state }: CrmRun): boolean {
  return state === 'running';
}
