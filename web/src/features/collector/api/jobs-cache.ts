/** The list of rows as this page holds it: one query, changed in place as rows are added, finished and deleted. */
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { type CollectorRow, listJobs } from '@leadloom/shared/contract/linkedin';
import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api-client/call.ts';
import type { CollectorRun } from '../run/collector-run.ts';

export type JobList = EndpointResult<typeof listJobs>;

const jobsQueryKey = ['linkedin', 'jobs'] as const;

/** Rows finished by an earlier page are saved before the list is asked for, so that it comes back right. */
export function useJobs(run: CollectorRun, isEnabled: boolean): UseQueryResult<JobList> {
  return useQuery({
    queryKey: jobsQueryKey,
    queryFn: async ({ signal }) => {
      await run.recover();
      return call(listJobs, {}, { signal });
    },
    enabled: isEnabled,
    // Rows change through this page; asking again in between could only bring older ones.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
}

/** Replaces rows by id and appends new ones. */
export function putRows(queryClient: QueryClient, rows: readonly CollectorRow[]): void {
  changeRows(queryClient, (listed) => {
    const changed = new Map(rows.map((row) => [row.id, row]));
    const kept = listed.map((row) => changed.get(row.id) ?? row);
    const known = new Set(listed.map(({ id }) => id));
    return [...kept, ...[...changed.values()].filter(({ id }) => !known.has(id))];
  });
}

export function dropRows(queryClient: QueryClient, ids: readonly string[]): void {
  const dropped = new Set(ids);
  changeRows(queryClient, (listed) => listed.filter(({ id }) => !dropped.has(id)));
}

export function refetchRows(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: jobsQueryKey });
}

function changeRows(queryClient: QueryClient, change: (rows: CollectorRow[]) => CollectorRow[]): void {
  if (queryClient.getQueryData(jobsQueryKey) === undefined) return;
  // A list on its way is older than this change.
  void queryClient.cancelQueries({ queryKey: jobsQueryKey });
  queryClient.setQueryData<JobList>(jobsQueryKey, (list) =>
    list === undefined ? list : { ...list, user_jobs: change(list.user_jobs) },
  );
}
