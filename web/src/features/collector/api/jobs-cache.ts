/**
 * The list of entries as this page holds it: one query, changed in place as entries are added, finished and deleted. What
 * changes while it is being loaded is changed again in what was loaded, which may be older.
 */
import type { CollectorEntry, SearchJob } from '@leadloom/shared/contract/linkedin';
import { type QueryClient, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useQuery } from '../../../lib/query/use-query.ts';
import type { CollectorRun } from '../run/collector-run.ts';
import { type JobList, loadJobs } from './load-jobs.ts';

type Change = (list: JobList) => JobList;

const RETRY_MS = 10_000;
const jobsQueryKey = ['linkedin', 'jobs'] as const;
/** What changed since the load that runs now was started. */
const changesWhileLoading = new WeakMap<QueryClient, Change[]>();

/** Entries finished here that the server does not have yet are saved first, so that the list includes them. */
export function useJobs(run: CollectorRun, isEnabled: boolean): UseQueryResult<JobList> {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: jobsQueryKey,
    queryFn: async ({ signal }) => {
      const changes: Change[] = [];
      changesWhileLoading.set(queryClient, changes);
      try {
        await run.recover();
        await run.saveFinished();
        const loaded = await loadJobs(signal);
        return changes.reduce((list, change) => change(list), loaded);
      } finally {
        if (changesWhileLoading.get(queryClient) === changes) changesWhileLoading.delete(queryClient);
      }
    },
    enabled: isEnabled,
    // Entries change through this page; changes by other tabs are fetched where they matter (`latestEntries`).
    staleTime: Number.POSITIVE_INFINITY,
    // An interrupted job resumes once the list is there, so an unreachable server is asked again.
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
    refetchOnMount: 'always',
  });
}

/** Replaces entries by id and appends new ones. */
export function putEntries(queryClient: QueryClient, entries: readonly CollectorEntry[]): void {
  changeEntries(queryClient, (listed) => {
    const changed = new Map(entries.map((entry) => [entry.id, entry]));
    const kept = listed.map((entry) => changed.get(entry.id) ?? entry);
    const known = new Set(listed.map(({ id }) => id));
    return [...kept, ...[...changed.values()].filter(({ id }) => !known.has(id))];
  });
}

export function dropEntries(queryClient: QueryClient, ids: readonly string[]): void {
  const dropped = new Set(ids);
  changeEntries(queryClient, (listed) => listed.filter(({ id }) => !dropped.has(id)));
}

export function refetchEntries(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: jobsQueryKey });
}

/**
 * The entries as the server has them now; if it does not answer or the list is not shown, those held here. Other tabs
 * and devices change them too.
 */
export async function latestEntries(queryClient: QueryClient): Promise<readonly CollectorEntry[]> {
  await queryClient.refetchQueries({ queryKey: jobsQueryKey });
  return queryClient.getQueryData<JobList>(jobsQueryKey)?.user_jobs ?? [];
}

/** Replaces a pending search by its id, or adds it at the end. */
export function putSearchJob(queryClient: QueryClient, job: SearchJob): void {
  changeList(queryClient, (list) => {
    const isListed = list.search_jobs.some(({ jobId }) => jobId === job.jobId);
    const search_jobs = list.search_jobs.map((other) => (other.jobId === job.jobId ? job : other));
    return { ...list, search_jobs: isListed ? search_jobs : [...search_jobs, job] };
  });
}

export function dropSearchJob(queryClient: QueryClient, id: string): void {
  changeList(queryClient, (list) => ({ ...list, search_jobs: list.search_jobs.filter(({ jobId }) => jobId !== id) }));
}

function changeEntries(queryClient: QueryClient, change: (entries: readonly CollectorEntry[]) => CollectorEntry[]): void {
  changeList(queryClient, (list) => ({ ...list, user_jobs: change(list.user_jobs) }));
}

function changeList(queryClient: QueryClient, change: Change): void {
  const changes = changesWhileLoading.get(queryClient);
  changes?.push(change);
  if (queryClient.getQueryData(jobsQueryKey) !== undefined)
    queryClient.setQueryData<JobList>(jobsQueryKey, (list) => (list === undefined ? list : change(list)));
  // It may be what the list could not be loaded for.
  else if (changes === undefined) void refetchEntries(queryClient);
}
