import { listProfiles } from '@leadloom/shared/contract/collected-profiles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { companyAnswer } from '../../../testing/linkedin-answers.ts';
import { storeProfiles } from '../../../testing/stored-profiles.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const complete = {
  profile: 'complete',
  counts: 'complete',
  experience: 'complete',
  education: 'complete',
  about: 'complete',
  contact: 'complete',
} as const;
const people = [
  {
    fullName: 'Maren Holt',
    profileKey: 'maren-holt',
    headline: 'Head of Supply Chain',
    companyName: 'Nordlys Freight',
    location: 'Bergen, Norway',
    country: 'Norway',
    email: 'maren@nordlys.example',
    followerCount: 30,
    sections: complete,
    collectedAt: new Date('2026-03-01T23:59:59Z'),
    updatedAt: new Date('2026-05-01T00:00:00Z'),
  },
  {
    fullName: 'Émile Söderstrøm',
    headline: 'Éclairagiste',
    companyName: 'Kestrel & Sons',
    location: 'Lyon, France',
    country: 'France',
    followerCount: 5,
    sections: { ...complete, contact: 'missing' as const },
    collectedAt: new Date('2026-03-02T00:00:00Z'),
    updatedAt: new Date('2026-04-01T00:00:00Z'),
  },
  {
    fullName: 'zoë 100% Lund',
    headline: 'Planner_\\ of things',
    companyId: '4711',
    country: 'France',
    collectedAt: new Date('2026-03-03T12:00:00Z'),
    updatedAt: new Date('2026-06-01T00:00:00Z'),
  },
];
const [MAREN, EMILE, ZOE] = ['Maren Holt', 'Émile Söderstrøm', 'zoë 100% Lund'];

describe('the list of collected profiles', () => {
  let server: TestServer;
  let account: TestAccount;
  let collector: CollectorClient;
  let ids: string[];
  let workspaceId: WorkspaceId;
  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
    collector = openCollector(account);
    workspaceId = await accountIdOf(server, account.email);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await emptyCollector(server);
    ids = await storeProfiles(server, workspaceId, people);
  });

  const send = (query: Record<string, string>, path = '/linkedin/users') =>
    server.app.inject({ url: `/api/v1${path}`, query, headers: account.headers });
  const list = async (query: Record<string, string> = {}) => {
    const answer = await send(query);
    expect(answer.statusCode, answer.body).toBe(200);
    return listProfiles.success.body.parse(answer.json());
  };
  const names = async (query: Record<string, string>) => (await list(query)).data.map((profile) => profile.full_name);
  const tag = (body: object) => collector.call('POST', '/linkedin/users/tags', body);

  it('the list shows each profile with its tags, and the values of filters', async () => {
    await tag({ ids: [ids[0], ids[1]], add: ['Warm'] });
    await tag({ ids: [ids[0]], add: ['a buyer'] });
    const { data, total, countries, tags } = await list({ sort: 'full_name', order: 'asc' });
    expect(total).toBe(3);
    expect(countries).toEqual(['France', 'Norway']);
    expect(tags).toEqual([
      { name: 'a buyer', count: 1 },
      { name: 'Warm', count: 2 },
    ]);
    expect(data[1]).toMatchObject({
      id: ids[0],
      user_id: ids[0],
      profile_id: 'ACoAAStored0',
      full_name: MAREN,
      company_name: 'Nordlys Freight',
      email: 'maren@nordlys.example',
      tags: ['a buyer', 'Warm'],
      collected_at: '2026-03-01T23:59:59.000Z',
    });
  });

  it('people who match filters are put on a list and taken off again', async () => {
    const createList = async (of: CollectorClient) =>
      Number((await of.call('POST', '/lists', { name: 'Some', table: 'collected-people' })).body.id);
    const id = await createList(collector);
    const change = (method: 'POST' | 'DELETE', filters: object, of = collector, changed = id) =>
      of.call(method, `/lists/${changed}/rows`, { filters });
    expect((await change('POST', { country: 'France' })).body.count).toBe(2);
    expect(await names({ list: String(id), sort: 'full_name', order: 'asc' })).toEqual([EMILE, ZOE]);
    expect((await change('DELETE', { list: String(id), query: 'zoe' })).body.count).toBe(1);
    expect((await change('POST', {})).body.count).toBe(3);
    expect(await change('POST', { planet: 'Mars' })).toMatchObject({ status: 400, body: { errors: [{ pointer: '/planet' }] } });
    expect((await change('POST', { list: '4711' })).status).toBe(404);
    const stranger = openCollector(await createVerifiedAccount(server));
    expect((await change('POST', {}, stranger)).status).toBe(404);
    expect((await change('POST', {}, stranger, await createList(stranger))).body.count).toBe(0);
  });

  it.each([
    ['maren', [MAREN]],
    ['HOLT mar', [MAREN]],
    ['freight bergen', [MAREN]],
    ['maren@nordlys.example', [MAREN]],
    ['emile soderstrom', [EMILE]],
    ['ÉCLAIR', [EMILE]],
    ['soederstroem', [EMILE]],
    ['nordlys freight gmbh', [MAREN]],
    ['mailto:maren@nordlys.example', [MAREN]],
    ['https://www.linkedin.com/in/Maren-Holt/?trk=a', [MAREN]],
    ['no.linkedin.com/in/maren-holt', [MAREN]],
    ['linkedin.com/in/nobody', []],
    ['olt', []],
    ['maren emile', []],
    ['%', []],
    ['_', []],
    ["' or 1=1 --", []],
    ['100%', [ZOE]],
    ['\\', []],
    [':*', []],
    ['!maren', [MAREN]],
    ['maren & | ! ( ) <->', [MAREN]],
    ['⑴', [ZOE]],
    ['maren\0holt', [MAREN]],
    ['   ', [ZOE, EMILE, MAREN]],
    ['x'.repeat(200), []],
  ])('the search for %j finds the right profiles', async (query, found) => {
    expect(await names({ query })).toEqual(found);
  });

  it('a company known by number is found by name after the account has looked it up', async () => {
    expect(await names({ query: 'zoe kestrel' })).toEqual([]);
    await collector.call('POST', '/parse/company', {
      url: 'https://www.linkedin.com/company/4711',
      companyResponse: companyAnswer({ id: '4711', slug: 'kestrel-works', name: 'Kestrel Works' }),
    });
    expect(await names({ query: 'zoe kestrel' })).toEqual([ZOE]);
    expect(await names({ company: 'kestrel' })).toEqual([ZOE, EMILE]);
    expect(await names({ sort: 'company_name', order: 'asc' })).toEqual([EMILE, ZOE, MAREN]);
  });

  it.each([
    [{ country: 'France' }, [ZOE, EMILE]],
    [{ country: 'fr' }, []],
    [{ country: 'Fr%' }, []],
    [{ country: 'france ' }, [ZOE, EMILE]],
    [{ company: 'nordlys' }, [MAREN]],
    [{ company: 'maren' }, []],
    [{ company: '%' }, []],
    [{ with_email: 'true' }, [MAREN]],
    [{ with_email: 'false' }, [ZOE, EMILE]],
    [{ incomplete: 'true' }, [ZOE, EMILE]],
    [{ incomplete: 'false' }, [MAREN]],
    [{ collect_again: 'true' }, []],
    [{ collect_again: 'false' }, [ZOE, EMILE, MAREN]],
    [{ updated_after: '2026-04-01T02:00:00+02:00' }, [ZOE, MAREN]],
    [{ updated_after: '2026-03-31T23:59:59.999Z' }, [ZOE, EMILE, MAREN]],
    [{ updated_after: '2026-05-01T00:00:00Z', incomplete: 'true' }, [ZOE]],
    [{ collected_after: '2026-03-02' }, [ZOE, EMILE]],
    [{ collected_before: '2026-03-02' }, [EMILE, MAREN]],
    [{ collected_after: '2026-03-02', collected_before: '2026-03-02' }, [EMILE]],
    [{ country: 'France', incomplete: 'true', query: 'e' }, [EMILE]],
  ])('the filter %j selects the right profiles', async (query, found) => {
    expect(await names(query)).toEqual(found);
  });

  it('the filter by tags requires all of them, in any case', async () => {
    await tag({ ids: [ids[0], ids[1]], add: ['Warm Lead', 'Ärger'] });
    await tag({ ids: [ids[0]], add: ['50%_off'] });
    expect(await names({ tags: 'warm lead' })).toEqual([EMILE, MAREN]);
    expect(await names({ tags: ' WARM  lead ,ärger,, ärger' })).toEqual([EMILE, MAREN]);
    expect(await names({ tags: 'warm lead,50%_OFF' })).toEqual([MAREN]);
    expect(await names({ tags: 'warm lead,nobody' })).toEqual([]);
    expect(await names({ tags: '50%' })).toEqual([]);
    expect(await names({ tags: 'warm\0lead' })).toEqual([]);
    expect(await names({ tags: Array.from({ length: 200 }, (_, place) => `t${place}`).join() })).toEqual([]);
    expect(await names({ tags: ',' })).toHaveLength(3);
  });

  it.each([
    ['collected_at', 'asc', [MAREN, EMILE, ZOE]],
    ['collected_at', 'desc', [ZOE, EMILE, MAREN]],
    ['updated_at', 'asc', [EMILE, MAREN, ZOE]],
    ['full_name', 'asc', [EMILE, MAREN, ZOE]],
    ['full_name', 'desc', [ZOE, MAREN, EMILE]],
    ['company_name', 'asc', [EMILE, MAREN, ZOE]],
    ['company_name', 'desc', [MAREN, EMILE, ZOE]],
    ['follower_count', 'asc', [EMILE, MAREN, ZOE]],
    ['follower_count', 'desc', [MAREN, EMILE, ZOE]],
  ])('the list is sorted by %s %s, with unknown values last', async (sort, order, expected) => {
    expect(await names({ sort, order })).toEqual(expected);
  });

  it('pages of equal profiles neither lose nor repeat any', async () => {
    await emptyCollector(server);
    const at = new Date('2026-01-01T00:00:00Z');
    const stored = await storeProfiles(
      server,
      workspaceId,
      Array.from({ length: 23 }, () => ({ fullName: 'The Same', collectedAt: at })),
    );
    for (const [order, expected] of [
      ['asc', stored],
      ['desc', stored.toReversed()],
    ] as const) {
      const pages = await Promise.all(
        ['1', '2', '3', '4'].map((page) => list({ page, per_page: '10', sort: 'full_name', order })),
      );
      expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(expected);
      expect(pages.map(({ total }) => total)).toEqual([23, 23, 23, 23]);
    }
  });

  it.each([
    { page: '0' },
    { page: '-1' },
    { page: 'x' },
    { per_page: '101' },
    { sort: 'email' },
    { order: 'up' },
    { with_email: '1' },
    { collected_after: '2026-02-30' },
    { collected_before: 'yesterday' },
    { updated_after: '2026-03-31' },
    { query: 'x'.repeat(201) },
    { account_id: '1' },
  ])('the query %j is refused', async (query) => {
    expect((await send(query)).statusCode).toBe(400);
  });

  it('the longest and most unusual texts are stored and found', async () => {
    await emptyCollector(server);
    const hanzi = (start: number) =>
      Array.from({ length: 500 }, (_, place) => String.fromCodePoint(start + ((place * 7919) % 20_000))).join('');
    await storeProfiles(server, workspaceId, [
      { fullName: hanzi(0x4e00), country: hanzi(0x4e10), companyName: hanzi(0x4e20), companyId: '9'.repeat(20) },
      // A character that becomes four when folded, and one that becomes eighteen.
      {
        fullName: '㌀'.repeat(500),
        location: '㌀'.repeat(170),
        headline: 'ﷺ'.repeat(500),
        email: `${'x'.repeat(480)}@x.example`,
        country: '㌀'.repeat(500),
      },
      { fullName: '𠀀'.repeat(250), companyName: '𠀀'.repeat(250), country: '𠀀'.repeat(250), headline: 'İ'.repeat(500) },
      { fullName: 'a'.repeat(500), headline: '-'.repeat(500), location: 'ß'.repeat(500) },
    ]);
    expect((await list()).total).toBe(4);
    expect(await names({ query: hanzi(0x4e00).slice(0, 200) })).toEqual([hanzi(0x4e00)]);
    expect(await names({ query: '㌀'.repeat(100) })).toEqual(['㌀'.repeat(500)]);
    expect(await names({ query: '㌀'.repeat(200) })).toEqual(['㌀'.repeat(500)]);
    expect(await names({ query: hanzi(0x4e00).slice(90, 95) })).toEqual([hanzi(0x4e00)]);
    expect(await names({ query: 'A'.repeat(200) })).toEqual(['a'.repeat(500)]);
    expect(await names({ query: 'ﷺ'.repeat(200) })).toEqual(['㌀'.repeat(500)]);
    for (const sort of ['full_name', 'company_name']) expect(await names({ sort, order: 'asc' })).toHaveLength(4);
  });

  it('the list shows nothing of another account', async () => {
    await tag({ ids, add: ['Warm'] });
    const stranger = await createVerifiedAccount(server);
    const answer = await server.app.inject({
      url: '/api/v1/linkedin/users',
      headers: stranger.headers,
      query: { query: 'maren' },
    });
    expect(answer.json()).toEqual({ data: [], total: 0, page: 1, per_page: 10, countries: [], tags: [] });
  });

  it('the export has the same filters, with all tags of a person in one column', async () => {
    await tag({ ids: [ids[1]], add: ['Warm', '=cmd'] });
    const file = async (path: string, query: Record<string, string>) => (await send(query, path)).body.split('\r\n').slice(0, -1);
    const lines = await file('/linkedin/users/export', { query: 'emile' });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/,updated_at,tags,last_collected_at,title$/);
    expect(lines[1]).toMatch(/,"'=cmd, Warm",2026-04-01T00:00:00.000Z,$/);
    expect(await file('/linkedin/users/export', { tags: 'warm', country: 'Norway' })).toHaveLength(1);
    expect(await file('/linkedin/users/export', {})).toHaveLength(4);
    expect(await file('/linkedin/users/export', { updated_after: '2026-04-01T00:00:00Z' })).toHaveLength(3);
    await server.database.$client.query(
      `insert into linkedin_experiences (profile_id, position, title) select id, 0, 'Role of ' || full_name from linkedin_profiles`,
    );
    await server.database.$client.query(`insert into linkedin_experiences (profile_id, position, title, is_current)
      select id, 1, 'Head of Warp', true from linkedin_profiles union all select id, 2, 'Adviser', true from linkedin_profiles`);
    const titles = (await file('/linkedin/users/export', { country: 'France' })).slice(1).map((line) => line.split(',').at(-1));
    expect(titles).toEqual(['Head of Warp', 'Head of Warp']);
    expect((await send({ country: 'France' })).json().data[0]).toMatchObject({ title: 'Head of Warp' });
    await server.database.$client.query('delete from linkedin_experiences where position > 0');
    const roles = await file('/linkedin/experiences/export', { country: 'France' });
    expect(roles.slice(1).map((line) => line.split(',')[3])).toEqual([`Role of ${EMILE}`, `Role of ${ZOE}`]);
    expect((await send({ query: 'x'.repeat(201) }, '/linkedin/users/export')).statusCode).toBe(400);
  });
});
