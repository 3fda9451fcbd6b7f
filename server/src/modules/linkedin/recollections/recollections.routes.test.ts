import { parseProfile } from '@leadloom/shared/contract/linkedin';
import { listRecollections, MAX_RECOLLECTIONS, proposeRecollections } from '@leadloom/shared/contract/recollections';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { accountIdOf, createAccount, signIn, type TestAccount } from '../../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { personAnswer } from '../../../testing/linkedin-answers.ts';
import { storeProfiles } from '../../../testing/stored-profiles.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const DAY = 24 * 3600 * 1000;
const MAREN = 'https://www.linkedin.com/in/maren-holt';

describe('people to be collected again', () => {
  let server: TestServer;
  let account: TestAccount;
  let workspaceId: WorkspaceId;
  let collector: CollectorClient;
  beforeAll(async () => {
    server = await startTestServer();
    account = await createAccount(server);
    workspaceId = await accountIdOf(server, account.email);
    collector = openCollector(account);
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  const choose = (ids: readonly string[], every: string | null) =>
    collector.call('PUT', '/linkedin/recollections', { ids, every });
  const list = async (query = '') =>
    listRecollections.success.body.parse((await collector.call('GET', `/linkedin/recollections${query}`)).body);
  const propose = async (max: number) =>
    proposeRecollections.success.body.parse((await collector.call('POST', '/linkedin/recollections/due', { max })).body).users;
  const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * DAY);
  const store = (...ages: readonly number[]) =>
    storeProfiles(
      server,
      workspaceId,
      ages.map((days) => ({ updatedAt: daysAgo(days) })),
    );
  const collectMaren = async (headline: string) => {
    const answer = await collector.parseProfile(MAREN, personAnswer({ memberId: 'ACoAAMaren01', slug: 'maren-holt', headline }));
    return parseProfile.success.body.parse(answer.body).user_id;
  };
  /** Signs in again, because access tokens expire earlier than the tested time. */
  const pass = async (days: number) => {
    server.clock.advance(days * DAY);
    account = await signIn(account.browser, account.email, account.password);
    collector = openCollector(account);
  };

  it('a person is due one interval after the last collection', async () => {
    const ids = await store(8, 8, 8);
    const [weekly = '', monthly = '', never = ''] = ids;
    expect((await choose([weekly], 'weekly')).body).toEqual({ changed: 1, total: 1 });
    expect((await choose([monthly, weekly], 'monthly')).body).toEqual({ changed: 2, total: 2 });
    expect((await choose([weekly, weekly], 'weekly')).body).toEqual({ changed: 1, total: 2 });
    expect((await choose([weekly], 'weekly')).body).toEqual({ changed: 0, total: 2 });
    const { data, ...counts } = await list();
    expect(data.map(({ user_id: id, every, due_at: at }) => [id, every, at])).toEqual([
      [weekly, 'weekly', daysAgo(1).toISOString()],
      [monthly, 'monthly', expect.any(String)],
    ]);
    expect(counts).toEqual({ total: 2, due: 1, next_due_at: data[1]?.due_at });
    expect(await list('?due=true')).toMatchObject({ data: [{ user_id: weekly }], total: 1, due: 1 });
    expect(await list('?page=2&per_page=1')).toMatchObject({ data: [{ user_id: monthly }], total: 2 });
    const read = async (id: string) => (await collector.call('GET', `/linkedin/users/${id}/recollection`)).body;
    expect(await read(monthly)).toEqual({ every: 'monthly', due_at: data[1]?.due_at });
    expect(await read(never)).toEqual({ every: null, due_at: null });
    const found = (await collector.call('GET', '/linkedin/users?collect_again=true')).body;
    expect(found).toMatchObject({ total: 2, data: expect.arrayContaining([expect.objectContaining({ id: weekly })]) });
    expect((await choose(ids, null)).body).toEqual({ changed: 2, total: 0 });
  });

  it('people who are due are put on the list of the collector, those proposed before last, and nobody else is', async () => {
    const ids = await store(30, 20, 10, 1);
    await choose(ids, 'weekly');
    const slugs = (users: readonly { readonly url: string }[]) => users.map(({ url }) => url.split('/').at(-1));
    expect(slugs(await propose(2))).toEqual(['stored-0', 'stored-1']);
    expect(slugs(await propose(2))).toEqual(['stored-2', 'stored-0']);
    expect(slugs((await collector.jobs()).user_jobs).toSorted()).toEqual(['stored-0', 'stored-1', 'stored-2']);
  });

  it('collecting a person again puts the person off, and tells what changed', async () => {
    const id = await collectMaren('Planner');
    await collector.add('maren-holt');
    await choose([id], 'weekly');
    expect(await propose(5)).toEqual([]);
    await pass(8);
    expect((await list()).due).toBe(1);
    const [entry] = await propose(5);
    expect(entry).toMatchObject({ url: MAREN });
    await collectMaren('Head of Supply Chain');
    expect(await list()).toMatchObject({ due: 0, next_due_at: daysAgo(-7).toISOString() });
    const { body } = await collector.call('GET', `/linkedin/users/${id}/history`);
    expect(body).toMatchObject({
      data: [{ changes: [{ field: 'headline', before: 'Planner', after: 'Head of Supply Chain' }] }],
    });
  });

  it('a person whose address is gone is put off, too', async () => {
    const [id = ''] = await store(8);
    await choose([id], 'weekly');
    const [entry] = await propose(1);
    await collector.save([{ id: entry?.id, url: entry?.url, status: 'not_found', collected: true }]);
    expect(await list()).toMatchObject({ total: 1, due: 0 });
  });

  it('an erased person is no longer collected again', async () => {
    const ids = await store(8, 8);
    await choose(ids, 'weekly');
    await collector.call('DELETE', '/linkedin/users', { ids: [ids[0]] });
    expect(await list()).toMatchObject({ total: 1, due: 1 });
  });

  it('an unknown person or that of another account answers 404, and nothing changes', async () => {
    const [id = ''] = await store(8);
    const stranger = await accountIdOf(server, (await createAccount(server)).email);
    const [foreign = ''] = await storeProfiles(server, stranger, [{}]);
    for (const other of [foreign, '999999999']) {
      expect(await choose([id, other], 'weekly')).toMatchObject({ status: 404, body: { code: 'PROFILE.NOT_FOUND' } });
      expect((await collector.call('GET', `/linkedin/users/${other}/recollection`)).status).toBe(404);
    }
    expect((await list()).total).toBe(0);
  });

  it('an account can choose a bounded number of people', async () => {
    const [id = ''] = await store(8);
    await server.database.execute(sql`
      insert into linkedin_profiles (account_id, member_id, profile_key, profile_url, parser_version)
      select ${workspaceId}, 'ACoAABulk' || n, 'bulk-' || n, 'https://www.linkedin.com/in/bulk-' || n, 1
      from generate_series(1, ${MAX_RECOLLECTIONS.verified}::int) n`);
    await server.database.execute(sql`insert into linkedin_recollections (profile_id, account_id, every, due_at)
      select id, account_id, 'weekly', now() from linkedin_profiles where profile_key like 'bulk-%'`);
    expect(await choose([id], 'weekly')).toMatchObject({ status: 409, body: { code: 'RECOLLECTIONS.LIMIT_REACHED' } });
    expect((await list()).total).toBe(MAX_RECOLLECTIONS.verified);
  });

  it.each([{ ids: [], every: 'weekly' }, { ids: ['1'], every: 'daily' }, { ids: ['0'], every: null }, { ids: ['1'] }])(
    'a choice that is not valid is refused: %j',
    async (body) => {
      expect((await collector.call('PUT', '/linkedin/recollections', body)).status).toBe(400);
    },
  );
});
