/** What runs and waits for the account, and its first steps, as the server knows them. */
import { endFirstSteps, getDashboard } from '@leadloom/shared/contract/dashboard';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/api-client/call.ts';
import { logProblem } from '../../lib/log.ts';
import { useQuery } from '../../lib/query/use-query.ts';

type Dashboard = EndpointResult<typeof getDashboard>;

const queryKey = ['dashboard'] as const;
const EVERY_MS = 15_000;

export function useDashboard() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<Dashboard> => call(getDashboard, {}, { signal }),
    staleTime: 0,
    // The dashboard is polled only while there is something to follow.
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.work.length > 0 ? EVERY_MS : false),
  });
}

/** They are gone from the screen at once, whatever is being asked. A failure leaves them for the next visit. */
export function useEndFirstSteps(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<Dashboard>(queryKey, (known) => known && { ...known, first_steps: null });
    try {
      await call(endFirstSteps, {});
    } catch (error) {
      logProblem('The first steps could not be ended.', error);
    }
  }, [queryClient]);
}
