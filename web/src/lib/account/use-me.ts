/** The signed-in account as the server knows it. Every screen reads this one copy. */
import { me, type User } from '@leadloom/shared/contract/accounts';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '../api-client/api-error.ts';
import { call } from '../api-client/call.ts';
import { useQuery } from '../query/use-query.ts';
import { session } from '../session/session.ts';
import { noteWorkspace, tabWorkspace } from '../workspace/tab-workspace.ts';

export const meQueryKey = ['me'] as const;

export function useMe(): UseQueryResult<User, ApiError> {
  return useQuery<User, ApiError>({ queryKey: meQueryKey, queryFn: ({ signal }) => fetchMe(signal) });
}

/** The account if a screen has asked for it; asks for nothing itself. */
export function useKnownMe(): User | undefined {
  return useQuery<User, ApiError>({ queryKey: meQueryKey, queryFn: ({ signal }) => fetchMe(signal), enabled: false }).data;
}

/** Asks the server again, for a change made elsewhere (payment, onboarding, an export). Answers the fresh account. */
export function useRefreshMe(): () => Promise<User> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    // An answer already on its way may have been written before the change.
    await queryClient.cancelQueries({ queryKey: meQueryKey });
    return queryClient.fetchQuery({ queryKey: meQueryKey, queryFn: ({ signal }) => fetchMe(signal), staleTime: 0 });
  }, [queryClient]);
}

async function fetchMe(signal: AbortSignal): Promise<User> {
  try {
    const asked = tabWorkspace()?.id ?? null;
    const user = await call(me, {}, { signal });
    noteWorkspace(asked, user.workspace);
    return user;
  } catch (error) {
    // The account behind the token is gone; without this the token would lead here again after signing in.
    if (error instanceof ApiError && error.code === 'AUTH.ACCOUNT_NOT_FOUND') session.end();
    throw error;
  }
}
