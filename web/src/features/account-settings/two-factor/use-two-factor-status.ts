import { getTwoFactor } from '@leadloom/shared/contract/account-settings';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';

export type TwoFactorStatus = EndpointResult<typeof getTwoFactor>;

const twoFactorQueryKey = ['two-factor'] as const;

export function useTwoFactorStatus(): UseQueryResult<TwoFactorStatus, ApiError> {
  return useQuery<TwoFactorStatus, ApiError>({
    queryKey: twoFactorQueryKey,
    queryFn: ({ signal }) => call(getTwoFactor, {}, { signal }),
  });
}

export interface TwoFactorCache {
  /** Writes the status after a change made here. */
  readonly set: (status: TwoFactorStatus) => Promise<void>;
  /** Reads the status after a change made elsewhere. */
  readonly refetch: () => Promise<void>;
}

export function useTwoFactorCache(): TwoFactorCache {
  const queryClient = useQueryClient();
  return {
    set: async (status) => {
      // A response in flight does not include the change.
      await queryClient.cancelQueries({ queryKey: twoFactorQueryKey });
      queryClient.setQueryData<TwoFactorStatus>(twoFactorQueryKey, status);
    },
    refetch: () => queryClient.invalidateQueries({ queryKey: twoFactorQueryKey }),
  };
}
