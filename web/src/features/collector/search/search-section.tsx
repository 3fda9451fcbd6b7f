/** "Add profiles from Search": the search form, its progress, and unfinished searches. */
import { deleteSearchJob, type SearchJob } from '@leadloom/shared/contract/linkedin';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { dropSearchJob, putSearchJob, refetchEntries } from '../api/jobs-cache.ts';
import { deletionMessage } from '../entries/delete-entries.ts';
import { ListReport } from '../listing/list-report.tsx';
import type { ListRun, ListRunState } from '../listing/list-run.ts';
import { OnceShown, SectionPanel } from '../listing/section-tabs.tsx';
import { useHandedFocus } from '../listing/use-handed-focus.ts';
import { useListRun, useListRuns } from '../listing/use-list-runs.ts';
import { PendingSearches } from './pending-searches.tsx';
import { LAST_SEARCH_PAGE, planRelaunch, planSearch } from './read-search.ts';

/** The placeholder is as high as the form. */
const SearchForm = lazyPart(
  async () => (await import('./search-form.tsx')).SearchForm,
  () => <div style={{ height: '17rem' }} />,
);

interface SearchSectionProps {
  /** Searches that did not finish, as the list of entries carries them. */
  readonly searchJobs: readonly SearchJob[];
  /** The extension is not there. */
  readonly isDisabled: boolean;
}

export function SearchSection({ searchJobs, isDisabled }: SearchSectionProps) {
  const queryClient = useQueryClient();
  const { search: run, api } = useListRuns();
  const state = useListRun(run);
  const start = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const isRunning = state.phase !== 'idle';
  const dependencies = useMemo(
    () => ({
      api,
      onPending: (job: SearchJob) => putSearchJob(queryClient, job),
      onDone: (jobId: string) => dropSearchJob(queryClient, jobId),
    }),
    [api, queryClient],
  );
  // The running one is shown above, and returns to the list if it is interrupted.
  const pending = searchJobs.filter(({ jobId }) => !isRunning || jobId !== state.progress?.id);
  useHandedFocus(isRunning, start, stop);

  return (
    <SectionPanel id="search-profiles" note={noteOf(state, pending.length)}>
      <OnceShown id="search-profiles">
        <SearchForm
          {...{ isDisabled, isRunning }}
          isStopping={state.phase === 'stopping'}
          startButton={start}
          stopButton={stop}
          onSearch={(pages) => void run.start(planSearch(pages, dependencies))}
          onStop={() => run.stop()}
        />
      </OnceShown>
      <ListReport state={state} interrupted={null} hasLength endText={endTextOf(state)} />
      <PendingSearches
        {...{ isDisabled, isRunning }}
        jobs={pending}
        interrupted={state.interrupted}
        onRelaunch={(job) => void run.start(planRelaunch(job, dependencies))}
        onDelete={(job) => void deleteSearch(queryClient, run, job.jobId)}
      />
    </SectionPanel>
  );
}

function noteOf({ phase, page, lastPage, end, progress }: ListRunState, pendingCount: number): string | null {
  if (phase !== 'idle') return page === null || lastPage === null ? 'starting' : `page ${page} of ${lastPage}`;
  if (pendingCount > 0) return `${formatCount(pendingCount)} pending`;
  if (end !== null) return 'done';
  return progress?.stop == null ? null : 'stopped';
}

function endTextOf({ end, page }: ListRunState): string | null {
  if (end === null) return null;
  if (end === 'empty_page')
    return page === null || page === 1 ? 'LinkedIn found nobody.' : `The search ended early: page ${page} had nobody.`;
  return page === LAST_SEARCH_PAGE
    ? 'The search has ended. LinkedIn shows the first 1,000 people of a search only (100 pages): narrow the search to find others.'
    : 'The search has ended.';
}

/**
 * Removes a pending search from the list immediately and then from the server. Profiles it read and had not saved are
 * saved first. If the server refuses either, a message says so and the search returns.
 */
async function deleteSearch(queryClient: QueryClient, run: ListRun, jobId: string): Promise<void> {
  dropSearchJob(queryClient, jobId);
  try {
    if (!(await run.forget(jobId))) throw new Error('The profiles read by the search could not be saved.');
    await call(deleteSearchJob, { body: { id: jobId } });
  } catch (error) {
    showSnackbar('error', deletionMessage(error));
    await refetchEntries(queryClient);
  }
}
