/**
 * How server data is cached while signed in: fresh for half a minute, and retried only when that can help. The
 * browser's offline flag is ignored, because the server may run on the same machine.
 */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-client/api-error.ts';

const FRESH_MS = 30_000;
const RETRY_LIMIT = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // This is not the default where the flag is ignored.
        refetchOnReconnect: true,
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRY_LIMIT && isTransient(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** No response at all, or a server error. A refused request is not retried. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'CLIENT.NETWORK' || error.status >= 500);
}
