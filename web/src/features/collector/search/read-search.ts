/**
 * One people search as a list to read. The pages still to be read are saved on the server before the first request, and
 * replaced by what is left after each page, so that an interrupted search stays listed.
 */
import type { SearchJob, SearchParams } from '@leadloom/shared/contract/linkedin';
import type { UnreadPage } from '@leadloom/shared/linkedin/parse/open-answer';
import type { SearchPage } from '@leadloom/shared/linkedin/parse/parse-search';
import { sendToExtension } from '../../../lib/extension-client/send-to-extension.ts';
import type { ListApi, ListResult } from '../listing/list-api.ts';
import type { ListPlan, OpenList } from '../listing/list-run.ts';
import { judgePage, namesOf, type PageContent } from '../listing/read-page.ts';

/** LinkedIn serves the first 1,000 results of a search, ten to a page. */
export const LAST_SEARCH_PAGE = 100;
const DELETED_ELSEWHERE = 'This search was deleted in another tab or browser, so it has ended here too.';

interface SearchDependencies {
  readonly api: Pick<ListApi, 'saveSearch' | 'deleteSearch'>;
  /** The search is pending now, with these pages left. */
  readonly onPending: (job: SearchJob) => void;
  readonly onDone: (jobId: string) => void;
}

/** @param pages of one search, as a person asks for them */
export function planSearch(pages: readonly SearchParams[], dependencies: SearchDependencies): ListPlan {
  return {
    isFresh: true,
    open: async () => {
      const saved = await dependencies.api.saveSearch(pages);
      if (saved.kind !== 'ok') return saved;
      dependencies.onPending(saved.value);
      return { kind: 'ok', value: openSearch(saved.value, dependencies) };
    },
  };
}

/** A search that did not finish, from where it stood. */
export function planRelaunch(job: SearchJob, dependencies: SearchDependencies): ListPlan {
  return { isFresh: false, open: async () => ({ kind: 'ok', value: openSearch(job, dependencies) }) };
}

function openSearch(job: SearchJob, { api, onPending, onDone }: SearchDependencies): OpenList {
  const byPage = new Map(job.searches.map((params) => [params.page, params]));
  const { jobId } = job;

  async function saveLeft(left: readonly number[]): Promise<ListResult<unknown>> {
    const pages = left.flatMap((page) => byPage.get(page) ?? []).map((params) => ({ ...params, jobId }));
    if (pages.length === 0) {
      const deleted = await api.deleteSearch(jobId);
      if (deleted.kind === 'ok') onDone(jobId);
      return deleted;
    }
    const saved = await api.saveSearch(pages);
    if (saved.kind !== 'ok') return saved;
    if (saved.value.jobId !== jobId) {
      // The server no longer had this id and created another one: the search was deleted elsewhere, so it ends here.
      await api.deleteSearch(saved.value.jobId);
      onDone(jobId);
      return { kind: 'refused', code: 'SEARCH.DELETED', message: DELETED_ELSEWHERE };
    }
    onPending(saved.value);
    return saved;
  }

  return {
    id: job.jobId,
    foundBy: 'search',
    pages: [...byPage.keys()].sort((a, b) => a - b),
    readPage: async (page, reader, catalogue) => {
      const params = byPage.get(page);
      if (params === undefined) return { kind: 'empty' };
      const { parseSearch } = await import('@leadloom/shared/linkedin/parse/parse-search');
      const answer = await reader.readBy('search', catalogue.search, async (candidate, signal) => {
        const result = await sendToExtension('runSearch', { params, candidate }, { signal });
        return result.ok ? { ok: true, body: result.data.body } : result;
      });
      return judgePage(answer, (body) => contentOf(parseSearch(body)));
    },
    saveLeft,
  };
}

function contentOf(page: SearchPage | UnreadPage): PageContent | UnreadPage {
  if (!page.ok) return page;
  return { urls: page.people.map((person) => person.profile_url), names: namesOf(page.people), hidden: page.hidden };
}
