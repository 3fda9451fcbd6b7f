/**
 * Loads the list of entries, however long, page by page, so that neither the server nor this page is busy with all of it at
 * once. A list that changes on the way has no entry twice.
 */
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { type CollectorEntry, listJobs, MAX_ENTRIES_PER_PAGE } from '@leadloom/shared/contract/linkedin';
import { call } from '../../../lib/api-client/call.ts';

type JobPage = EndpointResult<typeof listJobs>;

/** The whole list. */
export type JobList = Pick<JobPage, 'user_jobs' | 'search_jobs' | 'company_ids' | 'risk_accepted_at'>;

/** Rejects with the first page that fails: a part of the list must not be taken for all of it. @throws {ApiError} */
export async function loadJobs(signal: AbortSignal): Promise<JobList> {
  const first = await loadPage('', signal);
  const entries = new Map<string, CollectorEntry>();
  for (let page = first; ; page = await loadPage(page.next_cursor, signal)) {
    for (const entry of page.user_jobs) {
      const key = entry.url.toLowerCase();
      // An entry that was deleted and added again on the way has the later place.
      entries.delete(key);
      entries.set(key, entry);
    }
    if (!hasNext(page)) break;
  }
  const { search_jobs, company_ids, risk_accepted_at } = first;
  return { user_jobs: [...entries.values()], search_jobs, company_ids, risk_accepted_at };
}

/** When this account accepted the risk of collecting; null: not yet. Loads no more of the list than it must. */
export async function loadRiskAcceptance(): Promise<string | null> {
  const { risk_accepted_at } = await call(listJobs, { query: { per_page: 1 } });
  return risk_accepted_at;
}

function loadPage(cursor: string, signal: AbortSignal): Promise<JobPage> {
  return call(listJobs, { query: { per_page: MAX_ENTRIES_PER_PAGE, ...(cursor === '' ? {} : { cursor }) } }, { signal });
}

/** A server of an earlier version sends the whole list, without a cursor. */
function hasNext(page: JobPage): page is JobPage & { readonly next_cursor: string } {
  return typeof page.next_cursor === 'string';
}
