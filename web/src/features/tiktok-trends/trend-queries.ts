/** The account's trends as the server lists them, and what a changed one does to that list. */
import { listTrends, type Trend } from '@leadloom/shared/contract/trends';
import { queryOptions, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { logProblem } from '../../lib/log.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { refusalOf } from './failure-text.ts';

const trendsKey = ['tiktok', 'trends'] as const;

/** What was on the screen stays while the list is asked for again. */
export function useTrends(isHiddenShown: boolean): UseQueryResult<readonly Trend[], ApiError> {
  const result = useQuery<readonly Trend[], ApiError>({
    ...trendsQuery(isHiddenShown),
    placeholderData: (previous) => previous,
  });
  useLoggedOnce(result.error);
  return result;
}

function trendsQuery(isHiddenShown: boolean) {
  return queryOptions<readonly Trend[], ApiError>({
    queryKey: [...trendsKey, isHiddenShown],
    queryFn: ({ signal }) => call(listTrends, { query: isHiddenShown ? { include_hidden: 'true' } : {} }, { signal }),
    staleTime: 0,
  });
}

/** Whether there are any, hidden or not. The hidden ones are asked for only where no others are. @returns false while it is not known */
export function useHasTrends(listed: readonly Trend[] | undefined, isHiddenShown: boolean): boolean {
  const { data: hidden } = useQuery<readonly Trend[], ApiError>({
    ...trendsQuery(true),
    enabled: listed?.length === 0 && !isHiddenShown,
  });
  if (listed === undefined) return false;
  return listed.length > 0 || (!isHiddenShown && hidden !== undefined && hidden.length > 0);
}

export function useReloadTrends(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.invalidateQueries({ queryKey: trendsKey }), [queryClient]);
}

/** The sentence sends people to the console, so the cause is there. Effects may run twice. */
function useLoggedOnce(error: ApiError | null): void {
  const logged = useRef<ApiError>(null);
  useEffect(() => {
    if (error === null || logged.current === error || refusalOf(error) !== null) return;
    logged.current = error;
    logProblem('The trends could not be loaded.', error);
  }, [error]);
}
