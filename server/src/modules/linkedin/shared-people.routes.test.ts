import { randomUUID } from 'node:crypto';
import { getProfile, listProfiles } from '@leadloom/shared/contract/collected-profiles';
import { listJobs, saveUserJobs } from '@leadloom/shared/contract/linkedin';
import { proposeRecollections } from '@leadloom/shared/contract/recollections';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { emptyCollector } from '../../testing/empty-collector.ts';
import { companyAnswer, personAnswer } from '../../testing/linkedin-answers.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { storeProfiles } from '../../testing/stored-profiles.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const DAY = 24 * 3600 * 1000;
const urlOf = (slug: string) => `https://www.linkedin.com/in/${slug}`;
const answerOf = (slug: string, headline = 'Planner') =>
  personAnswer({ memberId: `ACoAA${slug.replaceAll('-', '')}`, slug, headline, email: `${slug}@nordlys.example` });

describe('people whom members of a workspace collect', () => {
  let server: TestServer;
  let kim: TestAccount;
  let lee: TestAccount;
  let viewer: TestAccount;
  let stranger: TestAccount;
  let shared: SharedWorkspace;
  beforeAll(async () => {
    server = await startTestServer();
    [kim, lee, viewer, stranger] = [
      await createVerifiedAccount(server),
      await createVerifiedAccount(server),
      await createVerifiedAccount(server),
      await createVerifiedAccount(server),
    ];
    await server.database.execute(sql`update accounts set full_name = 'Kim' where email = ${kim.email}`);
    shared = await createSharedWorkspace(server, kim, [
      { account: lee, role: 'member' },
      { account: viewer, role: 'viewer' },
    ]);
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  type Headers = Readonly<Record<string, string>>;
  const inShared = (account: TestAccount): Headers => shared.headersOf(account);
  const call = (headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    server.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload === undefined ? {} : { payload }) });
  const collect = async (headers: Headers, slug: string, headline?: string): Promise<string> => {
    const answer = await call(headers, 'POST', '/parse/profile', { content: { url: urlOf(slug), p1: answerOf(slug, headline) } });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().user_id;
  };
  const add = async (headers: Headers, ...slugs: readonly string[]) => {
    const users = slugs.map((slug) => ({ id: randomUUID(), url: urlOf(slug) }));
    return saveUserJobs.success.body.parse((await call(headers, 'POST', '/linkedin/jobs/users', { users })).json()).users;
  };
  const queue = async (headers: Headers) =>
    listJobs.success.body.parse((await call(headers, 'GET', '/linkedin/jobs')).json()).user_jobs;
  const list = async (headers: Headers) =>
    listProfiles.success.body.parse((await call(headers, 'GET', '/linkedin/users')).json());

  it('two members who collect the same person share one profile, and the first stays its collector', async () => {
    const id = await collect(inShared(kim), 'maren-holt');
    server.clock.advance(60_000);
    expect(await collect(inShared(lee), 'maren-holt', 'Harbour master')).toBe(id);
    for (const member of [kim, lee, viewer])
      expect((await list(inShared(member))).data).toMatchObject([
        { id, headline: 'Harbour master', collected_by: kim.email, collected_at: expect.any(String) },
      ]);
    const { profile } = getProfile.success.body.parse((await call(inShared(lee), 'GET', `/linkedin/users/${id}`)).json());
    expect(profile).toMatchObject({ collected_by: kim.email, headline: 'Harbour master' });
    const file = (await call(inShared(lee), 'GET', '/linkedin/users/export')).body.split('\n');
    expect(file[0]?.trim().split(',').at(-1)).toBe('collected_by');
    expect(file[1]).toContain(kim.email);
  });

  it('nobody else finds them, by any way, and a personal workspace names no collector', async () => {
    const id = await collect(inShared(kim), 'maren-holt');
    for (const headers of [stranger.headers, kim.headers]) {
      expect((await list(headers)).data).toEqual([]);
      for (const path of [`/linkedin/users/${id}`, `/linkedin/users/${id}/history`, `/linkedin/users/${id}/recollection`])
        expect((await call(headers, 'GET', path)).statusCode).toBe(404);
      expect((await call(headers, 'DELETE', '/linkedin/users', { ids: [id] })).json()).toEqual({ deleted: 0 });
      const tagged = await call(headers, 'POST', '/linkedin/users/tags', { ids: [id], add: ['forged'] });
      expect(tagged.json()).toMatchObject({ changed: 0 });
      expect((await call(headers, 'PUT', '/linkedin/recollections', { ids: [id], every: 'weekly' })).statusCode).toBe(404);
    }
    expect((await call(inShared(stranger), 'GET', '/linkedin/users')).json()).toMatchObject({ code: 'WORKSPACE.NOT_FOUND' });
    expect((await list(inShared(lee))).data).toMatchObject([{ id, tags: [] }]);
    await collect(stranger.headers, 'maren-holt');
    expect((await list(stranger.headers)).data).toMatchObject([{ collected_by: null }]);
    const file = (await call(stranger.headers, 'GET', '/linkedin/users/export')).body;
    expect(file).not.toContain('collected_by');
  });

  it('collecting needs its right: a viewer reads, and neither queues nor stores anybody', async () => {
    await collect(inShared(kim), 'maren-holt');
    expect((await list(inShared(viewer))).total).toBe(1);
    const content = { url: urlOf('aldo-brink'), p1: answerOf('aldo-brink') };
    expect((await call(inShared(viewer), 'POST', '/parse/profile', { content })).json()).toMatchObject({
      status: 403,
      code: 'WORKSPACE.RIGHT_MISSING',
    });
    const users = [{ id: randomUUID(), url: urlOf('aldo-brink') }];
    expect((await call(inShared(viewer), 'POST', '/linkedin/jobs/users', { users })).statusCode).toBe(403);
    // In their own workspace they may do everything.
    expect((await call(viewer.headers, 'POST', '/linkedin/jobs/users', { users })).statusCode).toBe(200);
  });

  it('each queue skips whom another member collected, and says who and when', async () => {
    await add(inShared(lee), 'maren-holt', 'aldo-brink');
    const at = server.clock.now().toISOString();
    const id = await collect(inShared(kim), 'maren-holt');
    const collected = {
      collected: true,
      status: 'ok',
      user_id: id,
      email: 'maren-holt@nordlys.example',
      collected_by: { email: kim.email, name: 'Kim', at },
    };
    expect(await queue(inShared(lee))).toMatchObject([collected, { collected: false, user_id: null }]);
    expect((await queue(inShared(lee)))[1]).not.toHaveProperty('collected_by');
    // Whoever is added later is known at once.
    await call(inShared(lee), 'DELETE', '/linkedin/jobs/users', { ids: (await queue(inShared(lee))).map((entry) => entry.id) });
    expect(await add(inShared(lee), 'maren-holt')).toMatchObject([collected]);
    // In their own workspace nobody collected the person.
    expect(await queue(lee.headers)).toMatchObject([{ collected: false, status: null, user_id: null, email: null }]);
    expect((await queue(lee.headers))[0]).not.toHaveProperty('collected_by');
  });

  it('what was collected for one workspace is not collected in another, and both are remembered', async () => {
    await add(kim.headers, 'maren-holt');
    const own = await collect(kim.headers, 'maren-holt');
    expect(await queue(kim.headers)).toMatchObject([{ collected: true, user_id: own }]);
    expect(await queue(inShared(kim))).toMatchObject([
      { collected: false, status: null, user_id: null, profile_id: null, profile_url: null, email: null, name: null },
    ]);
    const ours = await collect(inShared(kim), 'maren-holt');
    expect(ours).not.toBe(own);
    expect(await queue(inShared(kim))).toMatchObject([{ collected: true, user_id: ours }]);
    const [entry] = await queue(kim.headers);
    expect(entry).toMatchObject({ collected: true, user_id: own });
    expect(entry).not.toHaveProperty('collected_by');
  });

  it('a deleted profile is to be collected again in the queues of all members, and in no other workspace', async () => {
    for (const member of [kim, lee]) await add(member.headers, 'maren-holt', 'aldo-brink');
    const maren = await collect(inShared(kim), 'maren-holt');
    await collect(inShared(lee), 'maren-holt');
    const own = await collect(lee.headers, 'aldo-brink');
    const ours = await collect(inShared(kim), 'aldo-brink');
    const answer = await call(inShared(kim), 'DELETE', '/linkedin/users', { ids: [maren, ours] });
    expect(answer.json()).toEqual({ deleted: 2 });
    for (const member of [kim, lee])
      expect(await queue(inShared(member))).toMatchObject([
        { collected: false, status: null, user_id: null, email: null },
        { collected: false, status: null, user_id: null, email: null },
      ]);
    expect(await queue(lee.headers)).toMatchObject([{ collected: false }, { collected: true, user_id: own }]);
  });

  it('two members are offered different people who are due, and each gets their own again', async () => {
    const month = new Date(server.clock.now().getTime() - 30 * DAY);
    const ids = await storeProfiles(server, shared.id, [{ updatedAt: month }, { updatedAt: month }, { updatedAt: month }]);
    expect((await call(inShared(kim), 'PUT', '/linkedin/recollections', { ids, every: 'weekly' })).statusCode).toBe(200);
    const propose = async (member: TestAccount, max: number) => {
      const answer = await call(inShared(member), 'POST', '/linkedin/recollections/due', { max });
      return proposeRecollections.success.body.parse(answer.json()).users.map(({ url }) => url);
    };
    const [byKim, byLee] = await Promise.all([propose(kim, 2), propose(lee, 2)]);
    expect(new Set([...byKim, ...byLee]).size).toBe(3);
    expect(byKim.length + byLee.length).toBe(3);
    expect((await propose(kim, 3)).toSorted()).toEqual(byKim.toSorted());
    // A member who does nothing does not keep people from the others for good.
    await server.database.execute(sql`update linkedin_recollections set proposed_at = proposed_at - interval '13 hours'`);
    expect(await propose(lee, 3)).toHaveLength(3);
  });

  it('whoever has no room of their own is offered nobody, and others are offered them', async () => {
    const month = new Date(server.clock.now().getTime() - 30 * DAY);
    const ids = await storeProfiles(server, shared.id, [{ updatedAt: month }]);
    await call(inShared(kim), 'PUT', '/linkedin/recollections', { ids, every: 'weekly' });
    const own = await accountIdOf(server, lee.email);
    await server.database.execute(sql`insert into account_storage (account_id, table_name, bytes, row_count)
      values (${own}, 'row_notes', ${server.platform.config.accountStorageBytes}, 1)`);
    const propose = (member: TestAccount) => call(inShared(member), 'POST', '/linkedin/recollections/due', { max: 5 });
    expect((await propose(lee)).json()).toMatchObject({ status: 409, code: 'STORAGE.FULL' });
    expect((await propose(kim)).json().users).toHaveLength(1);
    await server.database.execute(sql`delete from account_storage where account_id = ${own} and table_name = 'row_notes'`);
  });

  it('somebody whose account is gone is a former member', async () => {
    const leaving = await createVerifiedAccount(server);
    const other = await createSharedWorkspace(server, lee, [{ account: leaving, role: 'member' }]);
    const id = await collect(other.headersOf(leaving), 'maren-holt');
    await add(other.headersOf(lee), 'maren-holt');
    await server.database.execute(sql`delete from accounts where email = ${leaving.email}`);
    expect((await list(other.headersOf(lee))).data).toMatchObject([{ id, collected_by: 'a former member' }]);
    expect(await queue(other.headersOf(lee))).toMatchObject([
      { collected_by: { email: 'a former member', name: 'a former member' } },
    ]);
  });

  it('one account does not speak with several voices by creating workspaces', async () => {
    const name = 'Kvamsøy Harbour Works';
    const company = {
      url: 'https://www.linkedin.com/company/555012',
      companyResponse: companyAnswer({ id: '555012', slug: 'kvamsoy', name }),
    };
    const place = { data: [{ id: '555013', name: 'Kvamsøy, Nowhere County, Norway' }] };
    const second = await createSharedWorkspace(server, kim);
    // The domains of their emails differ, so two of them would be enough.
    await server.database.execute(sql`update accounts set email = 'kim@kvamsoy.example' where email = ${kim.email}`);
    for (const headers of [kim.headers, inShared(kim), second.headersOf(kim)]) {
      expect((await call(headers, 'POST', '/parse/company', company)).statusCode).toBe(200);
      expect((await call(headers, 'POST', '/linkedin/search/location', place)).statusCode).toBe(200);
    }
    const found = async (what: string) =>
      (await call(stranger.headers, 'GET', `/linkedin/search/${what}?query=kvams%C3%B8y`)).json();
    expect(await found('company')).toEqual({ data: [] });
    expect(await found('location')).toMatchObject({ code: 'LOCATION.NONE' });
    // A second account does.
    expect((await call(lee.headers, 'POST', '/parse/company', company)).statusCode).toBe(200);
    expect(await found('company')).toMatchObject({ data: [{ company_name: name }] });
    await server.database.execute(sql`update accounts set email = ${kim.email} where email = 'kim@kvamsoy.example'`);
  });

  it('the queue stays bounded for its account, whatever workspace it calls in', async () => {
    const accountId = await accountIdOf(server, lee.email);
    await server.database.execute(sql`
      insert into collector_rows (account_id, id, url, profile_key)
      select ${accountId}, gen_random_uuid(), 'https://www.linkedin.com/in/p' || n, 'p' || n from generate_series(1, 60000) n`);
    const users = [{ id: randomUUID(), url: urlOf('maren-holt') }];
    expect((await call(inShared(lee), 'POST', '/linkedin/jobs/users', { users })).statusCode).toBe(400);
    expect((await call(inShared(kim), 'POST', '/linkedin/jobs/users', { users })).statusCode).toBe(200);
  });
});
