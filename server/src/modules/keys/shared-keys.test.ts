import { type ApiKey, MAX_API_KEYS, MAX_WORKSPACE_KEYS } from '@leadloom/shared/contract/keys';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount, waitForMail } from '../../testing/accounts.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createKey } from './keys.service.ts';

describe('keys of a shared workspace', () => {
  let server: TestServer;
  let owner: TestAccount;
  let admin: TestAccount;
  let kim: TestAccount;
  let noor: TestAccount;
  let viewer: TestAccount;
  let workspace: SharedWorkspace;
  const keysOf = async (account: TestAccount) => {
    const answer = await server.app.inject({ url: '/api/v1/api-keys', headers: workspace.headersOf(account) });
    expect(answer.statusCode, answer.payload).toBe(200);
    return answer.json<{ keys: ApiKey[] }>().keys;
  };
  const create = (account: TestAccount) =>
    server.app.inject({ method: 'POST', url: '/api/v1/create-api-key', headers: workspace.headersOf(account), payload: {} });
  const remove = (account: TestAccount, id: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/delete-api-key',
      headers: workspace.headersOf(account),
      payload: { id },
    });
  const keyOf = async (account: TestAccount) =>
    createKey(server.platform, { accountId: await accountIdOf(server, account.email), workspaceId: workspace.id });
  const usage = (key: ApiKey, headers = {}) =>
    server.app.inject({ url: '/api/v1/usage', headers: { authorization: `Bearer ${key.api_key}`, ...headers } });

  beforeAll(async () => {
    server = await startTestServer({ environment: { ACCOUNT_REQUESTS_PER_MINUTE: '20', KEY_REQUESTS_PER_SECOND: '1000' } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    [owner, admin, kim, noor, viewer] = [
      await createVerifiedAccount(server),
      await createVerifiedAccount(server),
      await createVerifiedAccount(server),
      await createVerifiedAccount(server),
      await createVerifiedAccount(server),
    ];
    workspace = await createSharedWorkspace(server, owner, [
      { account: admin, role: 'admin' },
      { account: kim, role: 'member', rights: ['export', 'connect'] },
      { account: noor, role: 'member' },
      { account: viewer, role: 'viewer' },
    ]);
  });

  it('members with the right make keys, and see their own; owners and admins see all with their makers', async () => {
    const made = await create(kim);
    expect(made.statusCode, made.payload).toBe(200);
    expect(made.json()).toMatchObject({ created_by: kim.email });
    for (const account of [noor, viewer])
      expect((await create(account)).json()).toMatchObject({ code: 'WORKSPACE.RIGHT_MISSING' });
    expect((await create(admin)).statusCode).toBe(200);
    expect((await keysOf(kim)).map(({ created_by: by }) => by)).toEqual([kim.email]);
    expect(await keysOf(noor)).toEqual([]);
    for (const account of [owner, admin])
      expect((await keysOf(account)).map(({ created_by: by }) => by)).toEqual([kim.email, admin.email]);
    // Personal keys name nobody.
    const own = await server.app.inject({ url: '/api/v1/api-keys', headers: kim.headers });
    expect(own.json()).toEqual({ keys: [] });
    const mail = await waitForMail(server, kim.email, /^An API key was created in the workspace “Northwind”$/);
    expect(mail.text).toContain(`/app/keys?workspace=${workspace.id}`);
  });

  it('a member has three keys in each workspace, and a workspace a limited number', async () => {
    for (let made = 0; made < MAX_API_KEYS; made++) expect((await create(kim)).statusCode).toBe(200);
    expect((await create(kim)).json()).toMatchObject({ code: 'KEYS.LIMIT_REACHED' });
    expect((await create(admin)).statusCode).toBe(200);
    const personal = await server.app.inject({
      method: 'POST',
      url: '/api/v1/create-api-key',
      headers: kim.headers,
      payload: {},
    });
    expect(personal.statusCode).toBe(200);
    await server.database.execute(sql`
      insert into api_keys (id, account_id, created_by, secret_hash, prefix)
        select 'other' || n, ${workspace.id}, ${workspace.id}, decode(md5('other' || n), 'hex'), 'll_live_' || n
        from generate_series(1, ${MAX_WORKSPACE_KEYS}) n`);
    expect((await create(admin)).json()).toMatchObject({ code: 'KEYS.LIMIT_REACHED' });
  });

  it('admins delete the keys of members, who get a mail; members delete none but their own', async () => {
    const key = await keyOf(kim);
    expect((await remove(noor, key.id)).json()).toMatchObject({ code: 'WORKSPACE.RIGHT_MISSING' });
    await server.database.execute(sql`update workspace_members set rights = '{connect}'
      where workspace_id = ${workspace.id} and account_id = ${await accountIdOf(server, noor.email)}`);
    expect((await remove(noor, key.id)).json()).toMatchObject({ code: 'KEYS.NOT_FOUND' });
    expect((await usage(key)).statusCode).toBe(200);
    expect((await remove(admin, key.id)).statusCode).toBe(204);
    expect((await usage(key)).statusCode).toBe(401);
    await waitForMail(server, kim.email, /^Your API key in the workspace “Northwind” was deleted$/);
    const { rows } = await server.database.execute(sql`
      select email as by, action, target from workspace_activity left join accounts on accounts.id = account_id
      where workspace_id = ${workspace.id} order by workspace_activity.id`);
    const target = `API key ${key.prefix}…`;
    expect(rows).toEqual([
      { by: kim.email, action: 'connected', target },
      { by: admin.email, action: 'disconnected', target },
    ]);
  });

  it('a key is in its own workspace alone, and ends with the membership', async () => {
    const key = await keyOf(kim);
    expect((await usage(key)).statusCode).toBe(200);
    expect((await usage(key, { 'x-workspace': String(workspace.id) })).statusCode).toBe(200);
    const ofKim = String(await accountIdOf(server, kim.email));
    for (const other of [ofKim, '999999', 'nonsense']) {
      const answer = await usage(key, { 'x-workspace': other });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'WORKSPACE.NOT_FOUND' });
      const agent = await server.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${key.api_key}`, 'x-workspace': other },
        payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
      });
      expect(agent.statusCode).toBe(404);
    }
    await server.database.execute(
      sql`delete from workspace_members where workspace_id = ${workspace.id} and account_id = ${await accountIdOf(server, kim.email)}`,
    );
    expect((await usage(key)).statusCode).toBe(401);
  });

  it('a key may what its maker may', async () => {
    const key = await keyOf(kim);
    const file = () =>
      server.app.inject({ url: '/api/v1/table/companies/export', headers: { authorization: `Bearer ${key.api_key}` } });
    expect((await file()).statusCode).toBe(200);
    await server.database.execute(sql`update workspace_members set rights = '{connect}'
      where workspace_id = ${workspace.id} and account_id = ${await accountIdOf(server, kim.email)}`);
    expect((await file()).json()).toMatchObject({ code: 'WORKSPACE.RIGHT_MISSING' });
  });

  it('calls with keys are limited for a workspace, and for a member in all workspaces', async () => {
    const [one, other] = [await keyOf(kim), await keyOf(admin)];
    const elsewhere = await createSharedWorkspace(server, kim);
    const third = await createKey(server.platform, {
      accountId: await accountIdOf(server, kim.email),
      workspaceId: elsewhere.id,
    });
    for (let calls = 0; calls < 12; calls++) expect((await usage(one)).statusCode).toBe(200);
    for (let calls = 0; calls < 8; calls++) expect((await usage(other)).statusCode).toBe(200);
    expect((await usage(other)).statusCode).toBe(429);
    for (let calls = 0; calls < 8; calls++) expect((await usage(third)).statusCode).toBe(200);
    expect((await usage(third)).statusCode).toBe(429);
  });
});
