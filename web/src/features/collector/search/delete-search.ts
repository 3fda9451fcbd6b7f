/**
 * Removes a pending search from the list immediately and then from the server. Profiles it read and had not saved are
 * saved first. If the server refuses either, a message says so and the search returns.
 */
import { deleteSearchJob } from '@leadloom/shared/contract/linkedin';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client/call.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { dropSearchJob, refetchEntries } from '../api/jobs-cache.ts';
import { deletionMessage } from '../entries/delete-entries.ts';
import type { ListRun } from '../listing/list-run.ts';

export async function deleteSearch(queryClient: QueryClient, run: ListRun, jobId: string): Promise<void> {
  dropSearchJob(queryClient, jobId);
  try {
    if (!(await run.forget(jobId))) throw new Error('The profiles read by the search could not be saved.');
    await call(deleteSearchJob, { body: { id: jobId } });
  } catch (error) {
    showSnackbar('error', deletionMessage(error));
    await refetchEntries(queryClient);
  }
}
