/** The workspaces that the account is a member of, its own first. */
import { listWorkspaces, type Workspace } from '@leadloom/shared/contract/workspaces';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import { call } from '../api-client/call.ts';
import { useQuery } from '../query/use-query.ts';
import { rememberOthers } from './other-workspaces.ts';

export const workspacesQuery = {
  queryKey: ['workspaces'] as const,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Workspace[]> => {
    const { data } = await call(listWorkspaces, {}, { signal });
    rememberOthers(data.length > 1);
    return data;
  },
};

/** @param isWanted false: nothing is asked */
export function useWorkspaces(isWanted = true): UseQueryResult<readonly Workspace[]> {
  return useQuery({ ...workspacesQuery, enabled: isWanted });
}

/** Asks whether there are other workspaces, for the frame. A failure is told where the list is opened. */
export async function lookForOthers(queryClient: QueryClient): Promise<void> {
  await queryClient.fetchQuery({ ...workspacesQuery, retry: false }).catch(() => undefined);
}
