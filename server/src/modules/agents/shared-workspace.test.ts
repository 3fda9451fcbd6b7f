import { listProfiles } from '@leadloom/shared/contract/collected-profiles';
import { tableViewSchema } from '@leadloom/shared/contract/table-views';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { type Agent, connectAgent } from '../../testing/agent.fixture.ts';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { personAnswer } from '../../testing/linkedin-answers.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createKey } from '../keys/keys.service.ts';

type Headers = Readonly<Record<string, string>>;

describe('a key of a workspace that is shared', () => {
  let server: TestServer;
  let kim: TestAccount;
  let lee: TestAccount;
  let shared: SharedWorkspace;
  let key: string;
  let personal: KeyHolder;
  let agent: Agent;
  beforeAll(async () => {
    server = await startTestServer();
    const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    kim = await createVerifiedAccount(server);
    lee = await createVerifiedAccount(server);
    shared = await createSharedWorkspace(server, kim, [{ account: lee, role: 'member', rights: ['collect', 'connect'] }]);
    const maker = { accountId: await accountIdOf(server, lee.email), workspaceId: shared.id };
    const made = await createKey(server.platform, maker);
    if (made.api_key === null) throw new Error('the key was created without its secret');
    key = made.api_key;
    personal = await createKeyHolder(server, lee);
    agent = await connectAgent(origin, key);
  });
  afterAll(async () => {
    await agent.client.close();
    await server.close();
  });

  const inject = (method: 'GET' | 'POST', path: string, headers: Headers, payload?: object) =>
    server.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload === undefined ? {} : { payload }) });
  const bearer = (text = key) => ({ authorization: `Bearer ${text}` });
  const collect = async (headers: Headers, slug: string) => {
    const p1 = personAnswer({ memberId: `ACoAA${slug.replaceAll('-', '')}`, slug });
    const content = { url: `https://www.linkedin.com/in/${slug}`, p1 };
    expect((await inject('POST', '/parse/profile', headers, { content })).statusCode).toBe(200);
  };
  const people = async (headers: Headers) =>
    listProfiles.success.body.parse((await inject('GET', '/linkedin/users', headers)).json()).data;
  const makeView = async (headers: Headers, name: string) => {
    const state = { filters: {}, columns: [], sort: 'name', order: 'asc', per_page: 25 };
    const made = await inject('POST', '/table-views', headers, { table: 'companies', name, state, is_default: false });
    return tableViewSchema.parse(made.json());
  };

  it('the key reads the people of its workspace, and no header leads elsewhere', async () => {
    await collect(shared.headersOf(kim), 'maren-holt');
    await collect(lee.headers, 'aldo-brink');
    const [found, ...others] = await people(bearer());
    expect(found).toMatchObject({ profile_url: 'https://www.linkedin.com/in/maren-holt', collected_by: kim.email });
    expect(others).toEqual([]);
    expect(await people(bearer(personal.key))).toMatchObject([
      { profile_url: 'https://www.linkedin.com/in/aldo-brink', collected_by: null },
    ]);
    const id = found?.user_id;
    expect((await inject('GET', `/linkedin/users/${id}`, bearer())).statusCode).toBe(200);
    expect((await inject('GET', `/linkedin/users/${id}`, bearer(personal.key))).statusCode).toBe(404);
    const named = { ...bearer(), 'x-workspace': String(await accountIdOf(server, lee.email)) };
    expect((await inject('GET', '/linkedin/users', named)).json()).toMatchObject({ status: 404, code: 'WORKSPACE.NOT_FOUND' });
  });

  it('an agent works with the views of the workspace, and its requests are the workspace’s', async () => {
    const ours = await makeView(shared.headersOf(lee), 'Ours');
    const own = await makeView(lee.headers, 'My own');
    expect(await agent.ask('list_views', { table: 'companies' })).toMatchObject({ data: [{ id: ours.id, name: 'Ours' }] });
    expect(await agent.ask('search_rows', { table: 'companies', filters: {} })).toMatchObject({ total: 0 });
    const used = async (text: string) => Number((await inject('GET', '/usage', bearer(text))).json().request_count);
    expect(await used(key)).toBeGreaterThan(0);
    const before = await used(personal.key);
    await agent.ask('search_rows', { table: 'companies', filters: {} });
    expect(await used(personal.key)).toBe(before);
    expect(own.name).toBe('My own');
  });

  it('the key ends with the membership of whoever made it', async () => {
    const id = await accountIdOf(server, lee.email);
    await server.database.execute(sql`delete from workspace_members where workspace_id = ${shared.id} and account_id = ${id}`);
    expect((await inject('GET', '/linkedin/users', bearer())).statusCode).toBe(401);
    expect((await inject('GET', '/linkedin/users', bearer(personal.key))).statusCode).toBe(200);
  });
});
