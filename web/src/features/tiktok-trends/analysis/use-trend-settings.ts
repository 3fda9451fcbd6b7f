import { getTrendSettings, saveTrendSettings, type TrendSettings } from '@leadloom/shared/contract/trends';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';

const settingsKey = ['tiktok', 'trend-settings'] as const;

export function useTrendSettings(): UseQueryResult<TrendSettings, ApiError> {
  return useQuery<TrendSettings, ApiError>({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(getTrendSettings, {}, { signal }),
  });
}

export function useSaveTrendSettings() {
  const queryClient = useQueryClient();
  return useMutation<TrendSettings, ApiError, Omit<TrendSettings, 'next_run_at'>>({
    mutationFn: async (settings) => call(saveTrendSettings, { body: settings }),
    onSuccess: (saved) => queryClient.setQueryData(settingsKey, saved),
  });
}
