/** The destinations of the workspace, as the server keeps them. */
import { type Destination, listDestinations } from '@leadloom/shared/contract/destinations';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../api-client/call.ts';
import { useQuery } from '../query/use-query.ts';

/** What waits is sent while one looks. */
const LOOK_AGAIN_MS = 3_000;

export const destinationsKey = ['destinations'] as const;

/** @param isEnabled false: they are not needed now */
export function useDestinations(isEnabled = true) {
  return useQuery({
    queryKey: [...destinationsKey, 'list'],
    queryFn: async ({ signal }): Promise<readonly Destination[]> => (await call(listDestinations, {}, { signal })).data,
    enabled: isEnabled,
    refetchInterval: ({ state }) => (state.data?.some(({ last }) => last?.state === 'waiting') === true ? LOOK_AGAIN_MS : false),
  });
}

/** Loads destinations, what they were sent, and runs of CRMs again, after a change. */
export function useReloadDestinations(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.invalidateQueries({ queryKey: destinationsKey }), [queryClient]);
}
