/** The lists of one workspace. A page stays visible while the next one loads. */
import {
  listMembers,
  listWorkspaceActivity,
  listWorkspaceInvites,
  type WorkspaceActivity,
  type WorkspaceInvite,
  type WorkspaceMember,
} from '@leadloom/shared/contract/workspaces';
import { keepPreviousData, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client/call.ts';
import { useQuery } from '../../lib/query/use-query.ts';

export const PER_PAGE = 50;

interface Page<Row> {
  readonly data: readonly Row[];
  readonly total: number;
}

export function useMembers(workspaceId: number, page: number): UseQueryResult<Page<WorkspaceMember>> {
  return usePage(['workspace', 'members', workspaceId, page], (signal) =>
    call(listMembers, { params: { workspace_id: workspaceId }, query: { page, per_page: PER_PAGE } }, { signal }),
  );
}

export function useInvites(workspaceId: number, page: number): UseQueryResult<Page<WorkspaceInvite>> {
  return usePage(['workspace', 'invites', workspaceId, page], (signal) =>
    call(listWorkspaceInvites, { params: { workspace_id: workspaceId }, query: { page, per_page: PER_PAGE } }, { signal }),
  );
}

export function useActivity(workspaceId: number, page: number): UseQueryResult<Page<WorkspaceActivity>> {
  return usePage(['workspace', 'activity', workspaceId, page], (signal) =>
    call(listWorkspaceActivity, { params: { workspace_id: workspaceId }, query: { page, per_page: PER_PAGE } }, { signal }),
  );
}

/** Loads members and invitations again. */
export function useReloadMembers(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['workspace'] });
}

function usePage<Row>(
  queryKey: readonly unknown[],
  load: (signal: AbortSignal) => Promise<Page<Row>>,
): UseQueryResult<Page<Row>> {
  return useQuery({ queryKey, queryFn: ({ signal }) => load(signal), placeholderData: keepPreviousData, staleTime: 0 });
}
