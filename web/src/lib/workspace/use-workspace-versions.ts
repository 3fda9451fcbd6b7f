/**
 * Shows what other members change without a reload. A shared workspace counts how often each kind of thing changed; the counts
 * are asked for every five seconds while the page is in sight, and what changed is loaded again in its place (record 0126).
 * Fields, open dialogs and scroll positions keep what they have: they hold their own state.
 */
import {
  getWorkspaceVersions,
  type Workspace,
  type WorkspaceChangeKind,
  workspaceChangeKinds,
} from '@leadloom/shared/contract/workspaces';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { meQueryKey } from '../account/use-me.ts';
import { alertMessagesKey } from '../alerts/use-unread-alerts.ts';
import { call } from '../api-client/call.ts';
import { historiesKey, peopleKey, profilesKey } from '../collected-people/people-queries.ts';
import { myRowKeys } from '../my-rows/my-row-keys.ts';
import { pinnedChartsKey } from '../pins/pinned-charts-key.ts';
import { useQuery } from '../query/use-query.ts';
import { workspacesQuery } from './use-workspaces.ts';

const EVERY_5_SECONDS = 5_000;
/** How often somebody who is alone in a shared workspace asks whether anybody has joined. */
const EVERY_30_SECONDS = 30_000;

/** Queries of tables' screens, whose rows carry the workspace's marks. */
const shownRows: readonly QueryKey[] = [['table-rows'], ['table-total']];

/** Queries that answer from each kind. */
const queriesOf: Readonly<Record<WorkspaceChangeKind, readonly QueryKey[]>> = {
  views: [['table-views'], ['table-view'], [myRowKeys.lists, 'pins'], pinnedChartsKey],
  lists: [[myRowKeys.lists]],
  marks: [[myRowKeys.lists], [myRowKeys.tags], ...shownRows, peopleKey, profilesKey],
  notes: [[myRowKeys.notes], ...shownRows],
  alerts: [['alerts'], alertMessagesKey],
  people: [peopleKey, profilesKey, historiesKey, ['linkedin', 'related-rows']],
  members: [meQueryKey, ['workspaces'], ['workspace']],
};

/** @param id a shared workspace */
export function useWorkspaceVersions(id: number): void {
  const queryClient = useQueryClient();
  const membersIn = (all: readonly Workspace[] = []) => all.find((workspace) => workspace.id === id)?.members ?? 1;
  const { data: workspaces } = useQuery({
    ...workspacesQuery,
    refetchInterval: ({ state }) => (membersIn(state.data) > 1 ? false : EVERY_30_SECONDS),
    retry: false,
  });
  const { data: versions } = useQuery({
    queryKey: ['workspace-versions', id],
    queryFn: ({ signal }) => call(getWorkspaceVersions, { params: { workspace_id: id } }, { signal }),
    enabled: membersIn(workspaces) > 1,
    refetchInterval: EVERY_5_SECONDS,
    staleTime: 0,
    retry: false,
  });
  const before = useRef(versions);
  useEffect(() => {
    const known = before.current;
    before.current = versions;
    if (versions === undefined || known === undefined) return;
    const changed = workspaceChangeKinds.filter((kind) => versions[kind] !== known[kind]);
    const queryKeys = new Map(changed.flatMap((kind) => queriesOf[kind]).map((queryKey) => [queryKey.join(), queryKey]));
    for (const queryKey of queryKeys.values()) void queryClient.invalidateQueries({ queryKey });
  }, [queryClient, versions]);
}
