/** The workspaces that the account is a member of, its own first. */
import { listWorkspaces, type Workspace } from '@leadloom/shared/contract/workspaces';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import { call } from '../api-client/call.ts';
import { useQuery } from '../query/use-query.ts';
import { session } from '../session/session.ts';
import { OTHERS_KEY } from './others-key.ts';

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

/** Answers whether there are others than the account's own. @throws {ApiError} */
export async function lookForOthers(queryClient: QueryClient): Promise<boolean> {
  return (await queryClient.fetchQuery({ ...workspacesQuery, retry: false })).length > 1;
}

/** The switcher has its place from the beginning then. */
function rememberOthers(areThere: boolean): void {
  try {
    if (areThere) localStorage.setItem(OTHERS_KEY, session.accountKey() ?? '');
    else localStorage.removeItem(OTHERS_KEY);
  } catch {
    // Storage that is full or forbidden: the next page asks anew.
  }
}
