/**
 * Removes entries from the list immediately and then from the server; a running job skips them from the start. If the
 * server refuses, a message says so and the list is fetched again, so that the entries return.
 */
import { deleteUserJobs } from '@leadloom/shared/contract/linkedin';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { dropEntries, refetchEntries } from '../api/jobs-cache.ts';
import type { CollectorRun } from '../run/collector-run.ts';

/** What one call may carry. */
const LARGEST_DELETE = 10_000;

export async function deleteEntries(
  queryClient: QueryClient,
  run: Pick<CollectorRun, 'setAside' | 'bringBack' | 'forget'>,
  ids: readonly string[],
): Promise<void> {
  dropEntries(queryClient, ids);
  run.setAside(ids);
  let deleted = 0;
  try {
    while (deleted < ids.length) {
      const some = ids.slice(deleted, deleted + LARGEST_DELETE);
      await call(deleteUserJobs, { body: { ids: some } });
      deleted += some.length;
      await run.forget(some);
    }
  } catch (error) {
    run.bringBack(ids.slice(deleted));
    showSnackbar('error', deletionMessage(error));
    await refetchEntries(queryClient);
  }
}

export function deletionMessage(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 400) return 'No ids provided.';
  if (status > 0) return `Error: Received status code ${status}`;
  return 'An error occurred while deleting rows. Please try again later.';
}
