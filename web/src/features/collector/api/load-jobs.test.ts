import { type CollectorEntry, listJobs } from '@leadloom/shared/contract/linkedin';
import { expect, test } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { testEntry } from '../testing/download.fixture.ts';
import { loadJobs } from './load-jobs.ts';

const search = { jobId: 'a', description: 'loom', searches: [] };
const rest = { search_jobs: [], company_ids: [], risk_accepted_at: null };
const { signal } = new AbortController();

/** The pages a server sends, by their cursors; they may change between two calls. */
function servePages(pageOf: (cursor: string) => { readonly entries: CollectorEntry[]; readonly next?: string | null }): string[] {
  const asked: string[] = [];
  signInForTest('pages');
  apiServer.use(
    answer(listJobs, ({ url }) => {
      const cursor = url.searchParams.get('cursor') ?? '';
      asked.push(cursor);
      const { entries, next } = pageOf(cursor);
      return {
        ...rest,
        user_jobs: entries,
        search_jobs: cursor === '' ? [search] : [],
        risk_accepted_at: '2026-05-04T09:00:00.000Z',
        ...(next === undefined ? {} : { next_cursor: next, total: 60_000 }),
      };
    }),
  );
  return asked;
}

test('a list of sixty thousand entries is loaded whole and in order, with the searches of its first page', async () => {
  const asked = servePages((cursor) => {
    const page = Number(cursor === '' ? '0' : cursor);
    const entries = Array.from({ length: 2_000 }, (_, index) => testEntry(page * 2_000 + index + 1));
    return { entries, next: page === 29 ? null : String(page + 1) };
  });
  const list = await loadJobs(signal);
  expect(list.user_jobs.map(({ url }) => url)).toEqual(Array.from({ length: 60_000 }, (_, index) => testEntry(index + 1).url));
  expect(asked).toHaveLength(30);
  expect(list.search_jobs).toEqual([search]);
});

test('an entry that was deleted and added again on the way is listed once, as it is now', async () => {
  const again = { ...testEntry(1), id: testEntry(9).id };
  servePages((cursor) =>
    cursor === '' ? { entries: [testEntry(1), testEntry(2)], next: 'b' } : { entries: [testEntry(3), again], next: null },
  );
  const { user_jobs: entries } = await loadJobs(signal);
  expect(entries).toEqual([testEntry(2), testEntry(3), again]);
});

test('a list with a page that could not be loaded is not taken for the whole', async () => {
  servePages((cursor) => {
    if (cursor === 'b') throw refuse('SERVER.UNAVAILABLE');
    return { entries: [testEntry(1)], next: 'b' };
  });
  await expect(loadJobs(signal)).rejects.toMatchObject({ status: 503 });
});

test('a server without pages is asked once', async () => {
  const asked = servePages(() => ({ entries: [testEntry(1)] }));
  expect((await loadJobs(signal)).user_jobs).toEqual([testEntry(1)]);
  expect(asked).toEqual(['']);
});
