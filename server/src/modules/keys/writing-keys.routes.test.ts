import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { type Answer, openBrowser } from '../../testing/browser.ts';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createKey, deleteKey } from './keys.service.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

describe('keys that may write', () => {
  let server: TestServer;
  let holder: KeyHolder;
  let reader: KeyHolder;
  let row: number;

  beforeAll(async () => {
    server = await startTestServer({
      environment: { KEY_REQUESTS_PER_SECOND: '1000', KEY_REQUESTS_PER_MINUTE: '1000', ACCOUNT_REQUESTS_PER_MINUTE: '1000' },
    });
    holder = await createKeyHolder(server, undefined, { rights: 'write' });
    reader = await createKeyHolder(server, holder.account);
    [row = 0] = await addRows(server.database, companies, [{ name: 'Spindle', country: 'Norway' }]);
  });
  afterAll(() => server.close());

  const callWith = (bearer: string, method: Method, path: string, body?: object): Promise<Answer> =>
    openBrowser(server.app).call(method, path, { bearer, ...(body === undefined ? {} : { body }) });
  const call = (method: Method, path: string, body?: object) => callWith(holder.key, method, path, body);
  const requests = async () => Number((await holder.get('/usage')).body.request_count);

  it('a key makes, changes, reads and deletes lists, tags and notes in the name of its member, each for one request', async () => {
    const before = await requests();
    const made = await call('POST', '/lists', { name: 'By key', table: 'companies' });
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(await call('POST', `/lists/${id}/rows`, { ids: [row] })).toMatchObject({ status: 200, body: { added: 1 } });
    expect(await call('PATCH', `/lists/${id}`, { note: 'Made by a program' })).toMatchObject({ status: 200 });
    expect((await call('GET', '/lists?table=companies')).body).toMatchObject({ data: [{ id, count: 1 }], total: 1 });
    expect(await call('DELETE', `/lists/${id}/rows`, { ids: [row] })).toMatchObject({ status: 200, body: { removed: 1 } });
    expect((await call('DELETE', `/lists/${id}`)).status).toBe(204);
    expect((await call('POST', `/lists/${id}/restore`)).status).toBe(200);
    expect(await requests()).toBe(before + 7);

    expect((await call('POST', '/tags', { table: 'companies', tags: ['warm'], ids: [row] })).body).toMatchObject({ tagged: 1 });
    expect((await call('PUT', `/table/companies/${row}/tags`, { tags: ['called'] })).body).toEqual({ tags: ['called'] });
    expect((await call('GET', '/tags?table=companies')).body).toMatchObject({ data: [{ tag: 'called', count: 1 }] });
    const note = await call('POST', `/table/companies/${row}/notes`, { text: 'By key' });
    expect(note).toMatchObject({ status: 201, body: { author: holder.account.email } });
    expect((await call('PATCH', `/notes/${note.body.id}`, { text: 'Changed' })).status).toBe(200);
    expect((await call('GET', `/table/companies/${row}/notes`)).body).toMatchObject({ data: [{ text: 'Changed' }] });
    expect((await call('DELETE', `/notes/${note.body.id}`)).status).toBe(204);
    expect(await requests()).toBe(before + 14);
  });

  it('a key makes views, alerts and scheduled exports', async () => {
    const state = { filters: { country: ['Norway'] }, columns: [], sort: null, order: null, per_page: null };
    const view = await call('POST', '/table-views', { table: 'companies', name: 'Norway', state, is_default: false });
    expect(view.status).toBe(201);
    expect((await call('PATCH', `/table-views/${view.body.id}`, { name: 'In Norway' })).body).toMatchObject({
      name: 'In Norway',
    });
    const watch = { kind: 'view', id: view.body.id };
    const alert = await call('POST', '/alerts', { name: 'New', watch, on: ['added'], every: 'daily', by: ['app'] });
    expect(alert.status).toBe(201);
    expect((await call('PATCH', `/alerts/${alert.body.id}`, { every: 'weekly' })).body).toMatchObject({ every: 'weekly' });
    expect((await call('POST', `/alerts/${alert.body.id}/test`)).status).toBe(200);
    expect((await call('GET', '/alerts')).body).toMatchObject({ total: 1 });
    const made = await call('POST', '/scheduled-exports', { name: 'Weekly', watch, every: 'weekly' });
    expect(made.status).toBe(201);
    expect((await call('POST', `/scheduled-exports/${made.body.id}/run`)).status).toBe(202);
    expect((await call('GET', '/scheduled-exports')).body).toMatchObject({ total: 1 });
    expect((await call('DELETE', `/scheduled-exports/${made.body.id}`)).status).toBe(204);
    expect((await call('DELETE', `/alerts/${alert.body.id}`)).status).toBe(204);
    expect((await call('DELETE', `/table-views/${view.body.id}`)).status).toBe(204);
  });

  it('a key that only reads may read what is kept about rows, and changes nothing and sees no webhooks', async () => {
    const refused: readonly (readonly [Method, string, object?])[] = [
      ['POST', '/lists', { name: 'Refused', table: 'companies' }],
      ['POST', '/tags', { table: 'companies', tags: ['x'], ids: [row] }],
      ['POST', `/table/companies/${row}/notes`, { text: 'x' }],
      ['POST', '/collected-people', { url: 'https://www.linkedin.com/in/maren-holt' }],
      ['GET', '/webhooks'],
    ];
    for (const [method, path, body] of refused) {
      const answer = await callWith(reader.key, method, path, body);
      expect(answer, path).toMatchObject({ status: 403, body: { code: 'KEY.RIGHT_MISSING' } });
    }
    for (const path of ['/lists', '/tags?table=companies', '/alerts', '/table-views?table=companies', '/scheduled-exports'])
      expect((await callWith(reader.key, 'GET', path)).status, path).toBe(200);
  });

  it('a call that changes something is made again, whatever the program says that it knows', async () => {
    const made = await call('POST', '/lists', { name: 'Not known', table: 'companies' });
    expect(made.headers.etag).toBeUndefined();
    const again = await openBrowser(server.app).call('PATCH', `/lists/${made.body.id}`, {
      bearer: holder.key,
      body: { note: 'x' },
      headers: { 'if-none-match': '*' },
    });
    expect(again).toMatchObject({ status: 200, body: { note: 'x' } });
  });

  it('a sandbox key changes nothing, also with the right to write', async () => {
    const sandbox = await createKeyHolder(server, undefined, { kind: 'test', rights: 'write' });
    const answer = await callWith(sandbox.key, 'POST', '/lists', { name: 'Sandbox', table: 'companies' });
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'REQUEST.NOT_FOUND', msg: 'This endpoint does not accept test keys.' },
    });
    expect((await openBrowser(server.app).call('GET', '/lists', { headers: sandbox.account.headers })).body).toMatchObject({
      total: 0,
    });
  });

  it('a profile that a key adds is in the list that the collector of its member works through', async () => {
    const url = 'https://www.linkedin.com/in/maren-holt/';
    const added = await call('POST', '/collected-people', { url });
    expect(added).toMatchObject({ status: 200, body: { added: 1, existing: 0, held_back: 0, users: [{ collected: false }] } });
    const { headers } = holder.account;
    const jobs = await openBrowser(server.app).call('GET', '/linkedin/jobs', { headers });
    expect(jobs.body.user_jobs).toMatchObject([{ url: 'https://www.linkedin.com/in/maren-holt', found_by: 'address' }]);
    expect((await call('POST', '/collected-people', { url })).body).toMatchObject({ added: 0, existing: 1 });
    const bySession = await openBrowser(server.app).call('POST', '/collected-people', {
      headers,
      body: { url: 'https://www.linkedin.com/in/aldo-brink' },
    });
    expect(bySession).toMatchObject({ status: 200, body: { added: 1 } });
    for (const other of ['https://www.linkedin.com/company/nordlys', 'https://example.com/in/maren-holt', 'maren holt'])
      expect(await call('POST', '/collected-people', { url: other })).toMatchObject({
        status: 400,
        body: { code: 'PROFILE.URL_INVALID' },
      });
  });

  it('a key makes webhooks without another proof of its owner, because it was made with one', async () => {
    server.clock.advance((server.platform.config.proofSeconds + 60) * 1_000);
    const events = ['alert.fired'];
    const made = await call('POST', '/webhooks', { url: 'https://hooks.example.com/x', events });
    expect(made).toMatchObject({ status: 201, body: { secret: expect.any(String) } });
    const { id } = made.body;
    expect((await call('PATCH', `/webhooks/${id}`, { state: 'disabled' })).body).toMatchObject({ state: 'disabled' });
    expect((await call('POST', `/webhooks/${id}/rotate-secret`)).status).toBe(200);
    expect((await call('GET', `/webhooks/${id}/deliveries`)).body).toMatchObject({ data: [] });
    expect((await call('DELETE', `/webhooks/${id}`)).status).toBe(204);
  });

  describe('in a workspace that is shared', () => {
    let owner: TestAccount;
    let member: TestAccount;
    let shared: SharedWorkspace;
    const keyOf = async ({ email }: TestAccount) => {
      const maker = { accountId: await accountIdOf(server, email), workspaceId: shared.id };
      const { api_key: key, id } = await createKey(server.platform, maker, { rights: 'write' });
      return { key: key ?? '', id, maker };
    };
    beforeAll(async () => {
      [owner, member] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
      shared = await createSharedWorkspace(server, owner, [{ account: member, role: 'member', rights: ['connect'] }]);
    });

    it('a key may what its member may at the time of the call', async () => {
      const { key } = await keyOf(member);
      const collect = () => callWith(key, 'POST', '/collected-people', { url: 'https://www.linkedin.com/in/aldo-brink' });
      const webhook = () => callWith(key, 'POST', '/webhooks', { url: 'https://hooks.example.com/', events: ['alert.fired'] });
      const list = (name: string) => callWith(key, 'POST', '/lists', { name, table: 'companies' });
      const setRole = async (role: string, rights: string) =>
        server.database.execute(sql`update workspace_members set role = ${role}, rights = ${rights}::text[]
          where workspace_id = ${shared.id} and account_id = ${await accountIdOf(server, member.email)}`);
      expect(await collect()).toMatchObject({ status: 403, body: { code: 'WORKSPACE.RIGHT_MISSING' } });
      expect((await webhook()).status).toBe(201);
      expect((await list('One')).status).toBe(201);
      await setRole('member', '{collect}');
      expect((await collect()).status).toBe(200);
      expect(await webhook()).toMatchObject({ status: 403, body: { code: 'WORKSPACE.RIGHT_MISSING' } });
      await setRole('viewer', '{}');
      expect(await list('Two')).toMatchObject({ status: 403, body: { code: 'WORKSPACE.ROLE_MISSING' } });
      expect((await callWith(key, 'GET', '/lists')).body).toMatchObject({ total: 1 });
    });

    it('a key writes in its own workspace alone, and not once it was deleted', async () => {
      const { key, id, maker } = await keyOf(owner);
      const make = (headers: Readonly<Record<string, string>>) =>
        openBrowser(server.app).call('POST', '/lists', { bearer: key, headers, body: { name: 'Mine', table: 'companies' } });
      expect((await make({ 'x-workspace': String(maker.accountId) })).status).toBe(404);
      expect((await make({ 'x-workspace': String(shared.id) })).status).toBe(201);
      await deleteKey(server.platform, maker.accountId, { workspaceId: shared.id, makerId: null }, id);
      expect((await make({})).status).toBe(401);
      const { rows } = await server.database.execute(
        sql`select target from workspace_activity where workspace_id = ${shared.id} and target like ${`%${id}%`} order by id`,
      );
      const target = `API key ll_live_${id}… that may write`;
      expect(rows).toEqual([{ target }, { target }]);
    });
  });
});
