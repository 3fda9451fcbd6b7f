/**
 * How server data is kept while signed in: fresh for half a minute, and asked for again only when that can
 * help. The browser's word on being offline does not count: the server may run on this very machine.
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
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRY_LIMIT && mayPass(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** No answer at all, or the server's own trouble. A refusal stays a refusal. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'CLIENT.NETWORK' || error.status >= 500);
}
