/**
 * The keys of an account, or of a workspace, as the list shows them. It never contains secrets, so that none is cached with the
 * server's data: code that creates a key removes its secret before adding it here.
 */
import { type ApiKey, listApiKeys } from '@leadloom/shared/contract/keys';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { keyListQueryKey } from '../../lib/key-list-query-key.ts';
import { useQuery } from '../../lib/query/use-query.ts';

export type ListedKey = Omit<ApiKey, 'api_key'>;

export function useKeyList(): UseQueryResult<readonly ListedKey[], ApiError> {
  return useQuery<readonly ListedKey[], ApiError>({
    queryKey: keyListQueryKey,
    queryFn: async ({ signal }) => (await call(listApiKeys, {}, { signal })).keys.map(withoutSecret),
  });
}

export function withoutSecret({ api_key: _, ...listed }: ApiKey): ListedKey {
  return listed;
}

/** Changes the list without fetching it. A response in flight does not include the change and is dropped. */
export async function changeKeyList(
  queryClient: QueryClient,
  change: (keys: readonly ListedKey[]) => readonly ListedKey[],
): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keyListQueryKey });
  queryClient.setQueryData<readonly ListedKey[]>(keyListQueryKey, (keys) => keys && change(keys));
}

export function refetchKeyList(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyListQueryKey });
}
