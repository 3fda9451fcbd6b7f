/** Entries and searches of the collector over HTTP. Long because every case begins with the same collector of one account. */
import { randomUUID } from 'node:crypto';
import { MAX_ENTRIES, MAX_PENDING_SEARCHES } from '@leadloom/shared/contract/collector-limits';
import {
  DEFAULT_ENTRIES_PER_PAGE,
  listJobs,
  MAX_ENTRIES_PER_PAGE,
  saveSearchJobs,
  saveUserJobs,
} from '@leadloom/shared/contract/linkedin';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount } from '../../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { MAX_COMPANY_IDS } from './entries.service.ts';

describe('the collector', () => {
  let server: TestServer;
  let collector: CollectorClient;
  beforeAll(async () => {
    server = await startTestServer();
    collector = openCollector(await createVerifiedAccount(server));
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  describe('the list of profiles', () => {
    it('the list of entries is empty at first', async () => {
      expect(await collector.jobs()).toEqual({
        user_jobs: [],
        total: 0,
        next_cursor: null,
        search_jobs: [],
        company_ids: [],
        risk_accepted_at: null,
      });
    });

    it('entries keep the order in which they were added, each under one URL', async () => {
      const answer = await collector.save([
        { id: randomUUID(), url: 'http://no.linkedin.com/in/Tove-Lund/?trk=x' },
        { id: randomUUID(), url: 'linkedin.com/in/aldo-brink' },
        { id: randomUUID(), url: 'https://www.linkedin.com/in/%C3%BCmit-%C3%A7elik' },
      ]);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ added: 3, existing: 0 });
      const { user_jobs: rows } = await collector.jobs();
      expect(rows.map((row) => row.url)).toEqual([
        'https://www.linkedin.com/in/Tove-Lund',
        'https://www.linkedin.com/in/aldo-brink',
        'https://www.linkedin.com/in/%C3%BCmit-%C3%A7elik',
      ]);
      expect(answer.body.users).toEqual(rows);
    });

    it('an entry keeps how it was found and the name it had there; another way of finding it changes neither', async () => {
      const url = 'https://www.linkedin.com/in/tove-lund';
      const answer = await collector.save([{ id: randomUUID(), url, name: ' Tove  Lund ', found_by: 'search' }]);
      expect(answer.body).toMatchObject({ users: [{ name: 'Tove Lund', employer: null, found_by: 'search' }] });
      await collector.save([{ id: randomUUID(), url, name: 'T. Lund', found_by: 'connections' }]);
      expect((await collector.jobs()).user_jobs).toMatchObject([{ name: 'Tove Lund', found_by: 'search' }]);
      expect((await collector.save([{ id: randomUUID(), url, found_by: 'luck' }])).status).toBe(400);
    });

    it('a listed profile is returned as its stored entry, in the order sent', async () => {
      const [first] = await collector.add('tove-lund');
      const answer = saveUserJobs.success.body.parse(
        (
          await collector.save([
            { id: randomUUID(), url: 'https://www.linkedin.com/in/aldo-brink' },
            { id: randomUUID(), url: 'https://de.linkedin.com/in/TOVE-LUND' },
          ])
        ).body,
      );
      expect(answer).toMatchObject({ added: 1, existing: 1 });
      expect(answer.users[1]).toEqual(first);
      expect((await collector.jobs()).user_jobs).toHaveLength(2);
    });

    it('one invalid URL refuses the whole call, and the first one is named', async () => {
      const answer = await collector.save([
        { id: randomUUID(), url: 'https://www.linkedin.com/in/tove-lund' },
        { id: randomUUID(), url: 'https://example.com/in/tove-lund' },
        { id: randomUUID(), url: 'worse' },
      ]);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        code: 'PROFILE.URL_INVALID',
        msg: '"https://example.com/in/tove-lund" doesn\'t seem a valid linkedin URL',
      });
      expect((await collector.jobs()).user_jobs).toEqual([]);
    });

    it.each([
      ['no rows', { users: [] }],
      ['too many rows', { users: Array.from({ length: 1001 }, () => ({ id: randomUUID(), url: 'linkedin.com/in/x' })) }],
      ['an id that is none', { users: [{ id: '1', url: 'linkedin.com/in/x' }] }],
      ['a field that is none of ours', { users: [{ id: randomUUID(), url: 'linkedin.com/in/x', account_id: 1 }] }],
      ['a status that is none', { users: [{ id: randomUUID(), url: 'linkedin.com/in/x', status: 'maybe' }] }],
    ])('saving entries with %s is refused', async (_, body) => {
      expect((await collector.call('POST', '/linkedin/jobs/users', body)).status).toBe(400);
    });

    it('the result of a download is stored, also when sent again', async () => {
      const rows = await collector.add('tove-lund', 'aldo-brink');
      const finished = rows.map((row, index) => ({
        ...row,
        collected: true,
        status: index === 0 ? 'ok' : 'not_found',
        profile_id: index === 0 ? 'ACoAATove001' : null,
        profile_url: index === 0 ? 'https://www.linkedin.com/in/tove-lund/' : null,
        email: index === 0 ? 'tove@example.com' : null,
      }));
      for (const _ of [1, 2])
        expect(await collector.save(finished)).toMatchObject({ status: 200, body: { added: 0, existing: 2 } });
      expect((await collector.jobs()).user_jobs).toEqual([
        {
          ...rows[0],
          collected: true,
          status: 'ok',
          profile_id: 'ACoAATove001',
          profile_url: 'https://www.linkedin.com/in/tove-lund',
          email: 'tove@example.com',
        },
        { ...rows[1], collected: true, status: 'not_found' },
      ]);
    });

    it('adding a downloaded profile again does not reset it', async () => {
      const [row] = await collector.add('tove-lund');
      await collector.save([{ ...row, collected: true, status: 'not_found' }]);
      await collector.save([{ id: randomUUID(), url: row?.url, collected: false, status: null }]);
      expect((await collector.jobs()).user_jobs).toMatchObject([{ id: row?.id, collected: true, status: 'not_found' }]);
    });

    it('an entry cannot point to a profile of another account', async () => {
      const [row] = await collector.add('tove-lund');
      await collector.save([{ ...row, collected: true, status: 'ok', user_id: '987654321' }]);
      expect((await collector.jobs()).user_jobs).toMatchObject([{ collected: true, user_id: null }]);
    });

    it('a finished entry with a URL of another site is refused', async () => {
      const [row] = await collector.add('tove-lund');
      const answer = await collector.save([
        { ...row, collected: true, status: 'ok', profile_url: 'https://example.com/in/tove-lund' },
      ]);
      expect(answer).toMatchObject({ status: 400, body: { code: 'PROFILE.URL_INVALID' } });
    });

    it('entries are deleted by id, and unknown ids are ignored', async () => {
      const [first, second] = await collector.add('tove-lund', 'aldo-brink');
      const answer = await collector.call('DELETE', '/linkedin/jobs/users', { ids: [first?.id, randomUUID()] });
      expect(answer.status).toBe(204);
      expect((await collector.jobs()).user_jobs).toEqual([second]);
    });

    it.each([{ ids: [] }, {}, undefined])('deleting with %j returns the specified message', async (body) => {
      const answer = await collector.call('DELETE', '/linkedin/jobs/users', body);
      expect(answer).toMatchObject({ status: 400, body: { msg: 'No ids provided.' } });
    });

    it('an entry deleted during its download stays deleted and is returned as sent', async () => {
      const [row] = await collector.add('tove-lund');
      await collector.call('DELETE', '/linkedin/jobs/users', { ids: [row?.id] });
      const finished = { ...row, collected: true, status: 'not_found' };
      expect(await collector.save([finished])).toMatchObject({ status: 200, body: { users: [finished], added: 0, existing: 1 } });
      expect((await collector.jobs()).user_jobs).toEqual([]);
    });

    it('a deleted profile that is added again has to be fetched', async () => {
      const [row] = await collector.add('tove-lund');
      await collector.save([{ ...row, collected: true, status: 'not_found' }]);
      await collector.call('DELETE', '/linkedin/jobs/users', { ids: [row?.id] });
      expect(await collector.add('tove-lund')).toMatchObject([{ collected: false, status: null, profile_id: null }]);
    });
  });

  describe('the pages of the list', () => {
    const slugsOf = ({ user_jobs: entries }: { readonly user_jobs: readonly { readonly url: string }[] }) =>
      entries.map(({ url }) => url.split('/in/')[1]);
    const pageAfter = async (cursor: string | null | undefined, perPage: number) =>
      listJobs.success.body.parse(
        (await collector.call('GET', `/linkedin/jobs?per_page=${perPage}&cursor=${cursor ?? ''}`)).body,
      );

    it('without parameters, a list that fits on a page comes whole', async () => {
      await fillEntries(server, DEFAULT_ENTRIES_PER_PAGE);
      const page = await collector.jobs();
      expect(page.user_jobs).toHaveLength(DEFAULT_ENTRIES_PER_PAGE);
      expect(page).toMatchObject({ total: DEFAULT_ENTRIES_PER_PAGE, next_cursor: null });
    });

    it('without parameters, a longer list comes as its first page', async () => {
      await fillEntries(server, DEFAULT_ENTRIES_PER_PAGE + 1);
      const page = await collector.jobs();
      expect(page.user_jobs).toHaveLength(DEFAULT_ENTRIES_PER_PAGE);
      expect(page.total).toBe(DEFAULT_ENTRIES_PER_PAGE + 1);
      expect(slugsOf(await pageAfter(page.next_cursor, 10))).toEqual([`p${DEFAULT_ENTRIES_PER_PAGE + 1}`]);
    });

    it('a walk lists every entry once, also when entries are changed, deleted and added on the way', async () => {
      const added = await collector.add('p1', 'p2', 'p3', 'p4', 'p5', 'p6');
      const first = await pageAfter('', 2);
      await collector.save([{ ...added[0], collected: true, status: 'not_found' }]);
      await collector.call('DELETE', '/linkedin/jobs/users', { ids: [added[1]?.id, added[2]?.id] });
      const second = await pageAfter(first.next_cursor, 2);
      await collector.save([{ ...added[3], collected: true, status: 'not_found' }]);
      await collector.add('p7');
      const third = await pageAfter(second.next_cursor, 2);
      expect([first, second, third].map(slugsOf)).toEqual([
        ['p1', 'p2'],
        ['p4', 'p5'],
        ['p6', 'p7'],
      ]);
      expect([first, second, third].map(({ total }) => total)).toEqual([6, 4, 5]);
      expect(third.next_cursor).toBe(null);
    });

    it('only the first page has the searches', async () => {
      await collector.add('p1', 'p2');
      await collector.call('POST', '/linkedin/jobs/search', { searchParams: [{ page: 2, peopleSearchQuery: 'loom' }] });
      const first = await pageAfter('', 1);
      expect(first.search_jobs).toHaveLength(1);
      expect((await pageAfter(first.next_cursor, 1)).search_jobs).toEqual([]);
    });

    it.each(['cursor=of-nobody', 'per_page=0', `per_page=${MAX_ENTRIES_PER_PAGE + 1}`, 'page=2'])(
      '%s is refused',
      async (query) => {
        expect(await collector.call('GET', `/linkedin/jobs?${query}`)).toMatchObject({
          status: 400,
          body: { code: 'REQUEST.INVALID' },
        });
      },
    );
  });

  describe('the limits', () => {
    const accountId = sql`(select id from accounts limit 1)`;

    it('adding entries beyond the limit is refused and changes nothing', async () => {
      await fillEntries(server, MAX_ENTRIES.verified - 1);
      const [last, tooMany, listed] = ['q1', 'q2', 'p1'].map((slug) => ({ id: randomUUID(), url: `linkedin.com/in/${slug}` }));
      expect((await collector.save([last ?? {}, listed ?? {}])).status).toBe(200);
      expect(await collector.save([tooMany ?? {}])).toMatchObject({ status: 400, body: { code: 'REQUEST.INVALID' } });
      expect(await collector.save([listed ?? {}])).toMatchObject({ status: 200, body: { added: 0, existing: 1 } });
      expect((await collector.jobs()).total).toBe(MAX_ENTRIES.verified);
    });

    it('saving searches beyond the limit is refused', async () => {
      await server.database.execute(sql`insert into search_jobs (account_id, description, searches)
        select ${accountId}, 'search ' || i, '[]' from generate_series(1, ${MAX_PENDING_SEARCHES.verified}) i`);
      const answer = await collector.call('POST', '/linkedin/jobs/search', {
        searchParams: [{ page: 1, peopleSearchQuery: 'x' }],
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST.INVALID' } });
    });

    it('unnamed companies are limited, those of the newest profiles first', async () => {
      await server.database.execute(sql`insert into linkedin_profiles
          (account_id, member_id, profile_key, profile_url, company_id, parser_version, updated_at)
        select ${accountId}, 'ACoAA' || i, 'p' || i, 'https://www.linkedin.com/in/p' || i, (i % 100)::text, 1,
          now() + i * interval '1 second'
        from generate_series(1, 1000) i`);
      const newest = Array.from({ length: MAX_COMPANY_IDS }, (_, index) => String((1000 - index) % 100));
      expect((await collector.jobs()).company_ids).toEqual(newest);
    });
  });

  describe('pending searches', () => {
    const page = (number: number, extra: object = {}) => ({ page: number, peopleSearchQuery: 'supply chain', ...extra });
    const saveSearch = (...searchParams: readonly object[]) => collector.call('POST', '/linkedin/jobs/search', { searchParams });

    it('pending searches are listed with a description and their remaining pages', async () => {
      const answer = await saveSearch(page(2, { locationIds: ['101'] }), page(3, { locationIds: ['101'] }));
      expect(answer.status).toBe(201);
      const job = saveSearchJobs.success.body.parse(answer.body);
      expect(job.description).toBe('“supply chain” · 1 location · pages 2–3');
      expect(job.searches.map((search) => [search.page, search.jobId])).toEqual([
        [2, job.jobId],
        [3, job.jobId],
      ]);
      expect((await collector.jobs()).search_jobs).toEqual([job]);
    });

    it('saving remaining pages under the same job updates the search', async () => {
      const job = saveSearchJobs.success.body.parse((await saveSearch(page(1), page(2))).body);
      const rest = await saveSearch(...job.searches.slice(1));
      expect(rest.body).toMatchObject({ jobId: job.jobId, description: '“supply chain” · page 2' });
      expect((await collector.jobs()).search_jobs).toHaveLength(1);
    });

    it.each([randomUUID(), 'not-an-id', null])('saving under a missing job (%s) creates a new one', async (jobId) => {
      const answer = await saveSearch(page(1, { jobId }));
      expect(answer.status).toBe(201);
      expect(answer.body.jobId).not.toBe(jobId);
      expect((await collector.jobs()).search_jobs).toHaveLength(1);
    });

    it('a search can be deleted repeatedly', async () => {
      const job = saveSearchJobs.success.body.parse((await saveSearch(page(1))).body);
      for (const id of [job.jobId, job.jobId, 'not-an-id'])
        expect((await collector.call('DELETE', '/linkedin/jobs', { id })).status).toBe(204);
      expect((await collector.jobs()).search_jobs).toEqual([]);
    });

    it.each([{}, { id: '' }, undefined])('a search cannot be deleted by %j', async (body) => {
      expect(await collector.call('DELETE', '/linkedin/jobs', body)).toMatchObject({
        status: 400,
        body: { msg: 'No ids provided.' },
      });
    });

    it.each([
      ['no page', {}],
      ['page 0', page(0)],
      ['a query too long', { page: 1, peopleSearchQuery: 'x'.repeat(501) }],
    ])('a search is refused with %s', async (_, search) => {
      expect((await saveSearch(search)).status).toBe(400);
    });
  });
});

/** Adds entries p1, p2, … to the only account. */
async function fillEntries({ database }: TestServer, count: number): Promise<void> {
  await database.execute(sql`insert into collector_rows (account_id, id, url, profile_key)
    select (select id from accounts limit 1), gen_random_uuid(), 'https://www.linkedin.com/in/p' || i, 'p' || i
    from generate_series(1, ${count}::int) i`);
}
