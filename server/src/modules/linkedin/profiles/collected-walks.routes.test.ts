import { listProfiles, profileSorts } from '@leadloom/shared/contract/collected-profiles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { createKeyHolder, type KeyHolder } from '../../../testing/key-holder.ts';
import { storeProfiles } from '../../../testing/stored-profiles.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const PEOPLE = 23;
const MANY = { KEY_REQUESTS_PER_SECOND: '100000', KEY_REQUESTS_PER_MINUTE: '1000000', ACCOUNT_REQUESTS_PER_MINUTE: '1000000' };

describe('collected profiles, read by a program', () => {
  let server: TestServer;
  let holder: KeyHolder;
  let sandbox: KeyHolder;
  let ids: string[];
  beforeAll(async () => {
    server = await startTestServer({ environment: { BILLING: 'off', ...MANY } });
    holder = await createKeyHolder(server);
    sandbox = await createKeyHolder(server, holder.account, { kind: 'test' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await emptyCollector(server);
    // Difficult cases for a walk: ties, blank cells, and times that differ by less than a millisecond.
    ids = await storeProfiles(
      server,
      holder.workspaceId,
      Array.from({ length: PEOPLE }, (_, index) => ({
        fullName: index % 5 === 0 ? null : `Person ${index % 4}`,
        companyName: index % 3 === 0 ? null : `Loom ${index % 2}`,
        followerCount: index % 4 === 0 ? null : index % 3,
        country: index % 2 === 0 ? 'Norway' : 'France',
      })),
    );
    await server.database.$client.query(
      `update linkedin_profiles set collected_at = timestamptz '2026-03-01T12:00:00Z' + (id % 3) * interval '1 microsecond',
         updated_at = timestamptz '2026-03-02T12:00:00Z' - (id % 7) * interval '1 microsecond'`,
    );
  });

  type Sent = Readonly<Record<string, string>>;
  const ask = (query: Sent, headers: Readonly<Record<string, string>> = holder.headers) =>
    server.app.inject({ url: '/api/v1/linkedin/users', query: { ...query }, headers });
  async function page(query: Sent, headers?: Readonly<Record<string, string>>) {
    const answer = await ask(query, headers);
    expect(answer.statusCode, answer.body).toBe(200);
    return { ...listProfiles.success.body.parse(answer.json()), link: answer.headers.link };
  }
  async function* walk(query: Sent, headers?: Readonly<Record<string, string>>) {
    for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
      const answer: Awaited<ReturnType<typeof page>> = await page({ ...query, cursor }, headers);
      yield answer;
      cursor = answer.next_cursor;
    }
  }
  async function walkedIds(query: Sent, headers?: Readonly<Record<string, string>>): Promise<string[]> {
    const walked: string[] = [];
    for await (const { data } of walk(query, headers)) walked.push(...data.map(({ id }) => id));
    return walked;
  }

  it('a list for programs contains its page, size and next cursor, in body and header', async () => {
    const first = await page({ per_page: '10', sort: 'full_name', order: 'asc' });
    expect(first).toMatchObject({ total: PEOPLE, page: 1, per_page: 10, next_cursor: expect.any(String) });
    const next = /^<\/api\/v1\/linkedin\/users\?(.+)>; rel="next"$/.exec(String(first.link))?.[1] ?? '';
    const address = Object.fromEntries(new URLSearchParams(next));
    expect(address).toEqual({ per_page: '10', sort: 'full_name', order: 'asc', cursor: first.next_cursor });
    const second = await page(address);
    expect(second).toMatchObject({ total: PEOPLE, page: null, per_page: 10 });
    expect(second.data).toEqual((await page({ per_page: '10', sort: 'full_name', order: 'asc', page: '2' })).data);
    expect(await page({ per_page: '10', page: '3' })).toMatchObject({ page: 3, next_cursor: null, link: undefined });
  });

  it('lists for screens are paged by number and have no cursor', async () => {
    const { next_cursor: next, link, ...shown } = await page({}, holder.account.headers);
    expect([next, link]).toEqual([undefined, undefined]);
    expect(shown).toMatchObject({ total: PEOPLE, page: 1, per_page: 10 });
  });

  it.each([...profileSorts, 'id'])('a walk by %s returns each profile once, in the order of the pages', async (sort) => {
    for (const order of ['asc', 'desc']) {
      const paged = (await page({ sort, order, per_page: '100' })).data.map(({ id }) => id);
      expect(paged).toHaveLength(PEOPLE);
      for (const size of ['1', '4', '100']) expect(await walkedIds({ sort, order, per_page: size })).toEqual(paged);
    }
  });

  it('a walk can have filters, and is ordered by id by default', async () => {
    expect(await walkedIds({ per_page: '7' })).toEqual(ids);
    const french = await walkedIds({ country: 'France', per_page: '2' });
    expect(french).toEqual(ids.filter((_, index) => index % 2 === 1));
  });

  it('a walk neither skips nor repeats profiles that stay, while others are added, changed and removed', async () => {
    const walked: string[] = [];
    let pages = 0;
    const [gone = ''] = ids.slice(-2);
    for await (const { data } of walk({ per_page: '3' })) {
      walked.push(...data.map(({ id }) => id));
      pages += 1;
      await storeProfiles(server, holder.workspaceId, [{ memberId: `ACoAALater${pages}`, profileKey: `later-${pages}` }]);
      // Collected again, which would change the order by time from page to page.
      await server.database.$client.query('update linkedin_profiles set collected_at = now(), full_name = $1 where id = $2', [
        `Later ${pages}`,
        walked.at(-1),
      ]);
      if (pages === 2)
        await server.database.$client.query('delete from linkedin_profiles where id = any($1)', [[gone, walked[0]]]);
      if (pages > PEOPLE) break;
    }
    const stayed = ids.filter((id) => id !== gone);
    expect(walked.filter((id) => ids.includes(id))).toEqual(stayed);
    expect(new Set(walked).size).toBe(walked.length);
  });

  it('a walk continues after a removed profile, and does not return to earlier new ones', async () => {
    const paged = (await page({ per_page: '100' })).data.map(({ id }) => id);
    const first = await page({ per_page: '5' });
    await server.database.$client.query('delete from linkedin_profiles where id = $1', [paged[4]]);
    await storeProfiles(server, holder.workspaceId, [{ memberId: 'ACoAALater', profileKey: 'later' }]);
    expect((await page({ per_page: '100', cursor: first.next_cursor ?? '' })).data.map(({ id }) => id)).toEqual(paged.slice(5));
  });

  it.each([
    [{ page: '1e2' }, 'page'],
    [{ page: '0x10' }, 'page'],
    [{ page: '' }, 'page'],
    [{ page: '0' }, 'page'],
    [{ per_page: '101' }, 'per_page'],
    [{ per_page: ' 5' }, 'per_page'],
    [{ page: '101', per_page: '100' }, 'page'],
    [{ page: '1', cursor: '' }, 'page'],
    [{ cursor: 'AAAA' }, 'cursor'],
    [{ cursor: 'of the country' }, 'cursor'],
  ])('a walk with %j is refused', async (query, parameter) => {
    const answer = await ask(query);
    expect(answer.json()).toMatchObject({ status: 400, code: 'REQUEST.INVALID', errors: [{ parameter }] });
  });

  it('a key can page up to profile ten thousand, and a screen further', async () => {
    expect((await page({ page: '100', per_page: '100' })).data).toEqual([]);
    expect((await ask({ page: '101', per_page: '100' })).json().msg).toContain('Use cursor');
    expect((await page({ page: '101', per_page: '100' }, holder.account.headers)).data).toEqual([]);
  });

  it('a cursor is only valid for its filters, its order and its list', async () => {
    const { next_cursor: cursor } = await page({ per_page: '5', country: 'France' });
    const made = { cursor: cursor ?? '' };
    expect((await ask({ ...made, country: 'France', per_page: '50' })).statusCode).toBe(200);
    for (const other of [
      {},
      { country: 'Norway' },
      { country: 'France', sort: 'full_name' },
      { country: 'France', order: 'asc' },
    ])
      expect((await ask({ ...made, ...other })).json()).toMatchObject({ status: 400, errors: [{ parameter: 'cursor' }] });
    const sample = await page({ per_page: '5' }, sandbox.headers);
    expect((await ask({ cursor: sample.next_cursor ?? '' })).statusCode).toBe(400);
  });

  it('sandbox keys get the same kind of lists', async () => {
    const all = (await page({ per_page: '100' }, sandbox.headers)).data.map(({ id }) => id);
    expect(all.length).toBeGreaterThan(20);
    expect(await walkedIds({ per_page: '7', sort: 'collected_at', order: 'desc' }, sandbox.headers)).toEqual(all);
    const byId = [...all].sort((one, other) => Number(one) - Number(other));
    expect(await walkedIds({ per_page: '7' }, sandbox.headers)).toEqual(byId);
    expect(await page({ per_page: '7', page: '2' }, sandbox.headers)).toMatchObject({
      page: 2,
      per_page: 7,
      link: expect.any(String),
    });
    const filtered = async (query: Record<string, string>) => (await page(query, sandbox.headers)).total;
    const [withEmail, without] = [await filtered({ with_email: 'true' }), await filtered({ with_email: 'false' })];
    expect([withEmail > 0, withEmail + without]).toEqual([true, all.length]);
    const counts = async (path: string) =>
      (await server.app.inject({ url: `/api/v1/linkedin/users/${path}`, headers: sandbox.headers })).json();
    const facets = await counts('facets?of=with_email&of=country&with_email=true');
    expect(facets.total).toBe(withEmail);
    expect(facets.data[0].values).toEqual(
      expect.arrayContaining([
        { value: 'true', count: withEmail },
        { value: 'false', count: without },
      ]),
    );
    const counted = facets.data[1].values.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect(counted + facets.data[1].blank).toBe(withEmail);
    const summary = await counts('summary?by=with_email&measure=count&query=zzz');
    expect(summary).toEqual({ data: [], total: 0, other: 0 });
    expect((await counts('summary?by=with_email')).data).toHaveLength(2);
    expect(await counts('facets?of=country&list=1')).toMatchObject({ code: 'ROW_LIST.NOT_FOUND' });
    expect([await filtered({ incomplete: 'true' }), await filtered({ incomplete: 'false' })]).toEqual([0, all.length]);
    expect(await filtered({ updated_after: '9999-01-01T00:00:00Z' })).toBe(0);
    for (const query of [{ page: '1e1' }, { page: '101', per_page: '100' }, { page: '1', cursor: '' }])
      expect((await ask(query, sandbox.headers)).json()).toMatchObject({ status: 400, errors: [{ parameter: 'page' }] });
  });
});
