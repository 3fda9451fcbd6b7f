import { MAX_WORKSPACES } from '@leadloom/shared/contract/workspaces';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { firstOwnerOf } from '../../schema/workspaces.table.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { addBelonging } from '../../testing/member-belongings.ts';
import { createSharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { deleteWorkspace } from './workspaces.service.ts';

/** A destination with a run. */
async function addRun(server: TestServer, { workspaceId, createdBy }: { workspaceId: number; createdBy: number }) {
  const id = '00000000-0000-4000-8000-00000000000d';
  await server.database.execute(sql`insert into destinations (id, account_id, created_by, kind, name, settings, secret, created_at)
    values (${id}, ${workspaceId}, ${createdBy}, 'hubspot', 'Our HubSpot', '{}', '', now())`);
  for (const event of ['crm.push', 'crm.read'])
    await server.database.execute(sql`insert into destination_deliveries (id, account_id, destination_id, event, task, state, created_at)
      values (gen_random_uuid(), ${workspaceId}, ${id}, ${event}, '{"kind":"read"}', 'delivered', now())`);
}

describe('workspaces', () => {
  let server: TestServer;
  let owner: TestAccount;
  beforeAll(async () => {
    server = await startTestServer({ environment: { METRICS_TOKEN: 'metrics-token-of-the-test' } });
    owner = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());

  const call = (as: TestAccount, method: Method, path: string, body?: object) => callApi(server, as, method, path, body);
  const trialOf = async (id: number) =>
    (await server.database.execute(sql`select trial_ends_at from workspaces where id = ${id}`)).rows[0]?.trial_ends_at ?? null;

  it('everybody has one of their own, which others join by name', async () => {
    const account = await createVerifiedAccount(server);
    const id = await accountIdOf(server, account.email);
    const personal = {
      id,
      name: 'Personal',
      role: 'owner',
      rights: ['export', 'collect', 'connect', 'invite'],
      members: 1,
      is_personal: true,
    };
    expect((await call(account, 'GET', '/workspaces')).body).toEqual({ data: [personal], total: 1 });
    const { status, body } = await call(account, 'POST', '/workspaces', { name: '  Tailwind  ' });
    expect(status).toBe(201);
    expect(body).toEqual({ ...personal, id: expect.any(Number), name: 'Tailwind', is_personal: false });
    const { id: shared } = await createSharedWorkspace(server, owner, [{ account, role: 'member' }], 'contoso');
    const names = (await call(account, 'GET', '/workspaces')).body.data;
    expect(names).toMatchObject([
      { id },
      { id: shared, role: 'member', rights: ['export', 'collect'], members: 2 },
      { id: body.id },
    ]);
  });

  it('the first workspace has the trial of its creator, and no later one has it again', async () => {
    const account = await createVerifiedAccount(server);
    const trial = await trialOf(await accountIdOf(server, account.email));
    expect(trial).not.toBeNull();
    const first = (await call(account, 'POST', '/workspaces', { name: 'First' })).body;
    expect(await trialOf(first.id)).toEqual(trial);
    expect((await call(account, 'DELETE', `/workspaces/${first.id}`, { confirm: 'First' })).status).toBe(204);
    const second = (await call(account, 'POST', '/workspaces', { name: 'Second' })).body;
    expect(await trialOf(second.id)).toBeNull();
    expect(await trialOf(await accountIdOf(server, account.email))).toEqual(trial);
  });

  it('an account is in at most 20 besides its own, however many calls create them at once', async () => {
    const account = await createVerifiedAccount(server);
    const id = await accountIdOf(server, account.email);
    await server.database.execute(sql`
      with made as (insert into workspaces (name, created_by) select 'W' || number, ${id} from generate_series(3, ${MAX_WORKSPACES}) number
        returning id)
      insert into workspace_members (workspace_id, account_id, role, rights) select id, ${id}, 'owner', '{}' from made`);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call(account, 'POST', '/workspaces', { name: 'One more' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    const refused = await call(account, 'POST', '/workspaces', { name: 'One more' });
    expect(refused.body).toMatchObject({ code: 'WORKSPACE.LIMIT_REACHED' });
    expect(JSON.stringify(refused.body)).toContain('20');
    expect((await call(account, 'GET', '/workspaces')).body.total).toBe(MAX_WORKSPACES + 1);
  });

  it('names are one line of up to 80 characters, and admins change them', async () => {
    const admin = await createVerifiedAccount(server);
    const member = await createVerifiedAccount(server);
    const { id } = await createSharedWorkspace(server, owner, [
      { account: admin, role: 'admin' },
      { account: member, role: 'member' },
    ]);
    for (const name of ['', '   ', 'x'.repeat(81), 'two\nlines', 7])
      expect((await call(owner, 'PATCH', `/workspaces/${id}`, { name })).status, JSON.stringify(name)).toBe(400);
    const renamed = await call(admin, 'PATCH', `/workspaces/${id}`, { name: 'Southwind' });
    expect(renamed).toMatchObject({ status: 200, body: { id, name: 'Southwind', role: 'admin', members: 3 } });
    expect((await call(member, 'PATCH', `/workspaces/${id}`, { name: 'Mine' })).body.code).toBe('WORKSPACE.ROLE_MISSING');
  });

  it('its content is counted, and goes with it', async () => {
    const member = await createVerifiedAccount(server);
    const { id } = await createSharedWorkspace(server, owner, [{ account: member, role: 'member' }], 'Gone soon');
    const by = { workspaceId: id, createdBy: await accountIdOf(server, member.email) };
    for (const kind of ['view', 'list', 'alert'] as const) await addBelonging(server, kind, { ...by, name: 'Norway' });
    const nothing = { notes: 0, people: 0, trends: 0, webhooks: 0, keys: 0, scheduled_exports: 0, destinations: 1, crm_runs: 1 };
    await addRun(server, by);
    expect((await call(owner, 'GET', `/workspaces/${id}/content`)).body).toEqual({
      ...nothing,
      members: 2,
      views: 1,
      lists: 1,
      alerts: 1,
    });
    expect((await call(member, 'GET', `/workspaces/${id}/content`)).body.code).toBe('WORKSPACE.ROLE_MISSING');
    expect((await call(member, 'DELETE', `/workspaces/${id}`, { confirm: 'Gone soon' })).body.code).toBe(
      'WORKSPACE.ROLE_MISSING',
    );
    for (const confirm of ['', 'gone soon', 'Gone'])
      expect(await call(owner, 'DELETE', `/workspaces/${id}`, { confirm })).toMatchObject({
        status: 400,
        body: { code: 'WORKSPACE.CONFIRM_WRONG' },
      });
    expect((await call(owner, 'DELETE', `/workspaces/${id}`, { confirm: 'Gone soon' })).status).toBe(204);
    expect((await call(owner, 'GET', `/workspaces/${id}/members`)).body.code).toBe('WORKSPACE.NOT_FOUND');
    for (const table of ['table_views', 'row_lists', 'alerts'])
      expect((await server.database.execute(sql`select 1 from ${sql.identifier(table)} where account_id = ${id}`)).rows).toEqual(
        [],
      );
  });

  it('deleting needs a recent proof of the owner', async () => {
    const account = await createVerifiedAccount(server);
    const { id } = await createSharedWorkspace(server, account, [], 'Proved');
    await server.database.execute(sql`update sessions set proved_at = proved_at - interval '1 day'
      where account_id = ${await accountIdOf(server, account.email)}`);
    expect((await call(account, 'DELETE', `/workspaces/${id}`, { confirm: 'Proved' })).body.code).toBe('AUTH.PROOF_NEEDED');
  });

  it('a workspace is not deleted while its subscription cannot be ended', async () => {
    const { id } = await createSharedWorkspace(server, owner, [], 'Paid');
    const refuse = async () => Promise.reject(new AppError('BILLING.PROVIDER_FAILED'));
    await expect(deleteWorkspace(server.platform, refuse, id, 'Paid')).rejects.toMatchObject({ code: 'BILLING.PROVIDER_FAILED' });
    const ended: WorkspaceId[] = [];
    await deleteWorkspace(server.platform, async (workspaceId) => void ended.push(workspaceId), id, 'Paid');
    expect(ended).toEqual([id]);
  });

  it('the personal workspace stays as it is', async () => {
    const id = await accountIdOf(server, owner.email);
    for (const [method, path, body] of [
      ['DELETE', '', { confirm: 'Personal' }],
      ['POST', '/leave', {}],
      ['DELETE', `/members/${id}`, {}],
      ['PATCH', `/members/${id}`, { role: 'member' }],
      ['POST', '/invites', { email: 'kim@northwind.example', role: 'member' }],
    ] as const)
      expect(await call(owner, method, `/workspaces/${id}${path}`, body), path).toMatchObject({
        status: 409,
        body: { code: 'WORKSPACE.PERSONAL' },
      });
  });

  it('a stranger cannot tell a workspace from none, by path, header or key', async () => {
    const stranger = await createVerifiedAccount(server);
    const { id } = await createSharedWorkspace(server, owner);
    const foreign = await accountIdOf(server, owner.email);
    const answers = [];
    for (const named of [id, foreign, 999_999_999, 'x', '01', '-1', '1e3', '9999999999999999'])
      answers.push(await call(stranger, 'GET', `/workspaces/${named}/members`));
    for (const named of [id, 999_999_999, 'x', ''])
      answers.push(await callApi(server, { headers: { ...stranger.headers, 'x-workspace': String(named) } }, 'GET', '/lists'));
    const { headers } = await createKeyHolder(server, stranger);
    for (const named of [id, 999_999_999])
      answers.push(await callApi(server, { headers: { ...headers, 'x-workspace': String(named) } }, 'GET', '/table/companies'));
    const told = new Set(answers.map(({ status, body }) => JSON.stringify([status, body.code, body.message])));
    expect([...told]).toEqual([expect.stringContaining('WORKSPACE.NOT_FOUND')]);
    // The path decides where header and path disagree.
    const mixed = { headers: { ...stranger.headers, 'x-workspace': String(await accountIdOf(server, stranger.email)) } };
    expect((await callApi(server, mixed, 'GET', `/workspaces/${id}/members`)).status).toBe(404);
  });

  it('its versions say what changed, and others never know it', async () => {
    const { id } = await createSharedWorkspace(server, owner);
    const read = async () => (await call(owner, 'GET', `/workspaces/${id}/versions`)).body;
    // The first call notes that the member is there.
    await read();
    const before = await read();
    expect(before).toEqual({ views: 0, lists: 0, marks: 0, notes: 0, alerts: 0, people: 0, members: expect.any(Number) });
    await addBelonging(server, 'view', { workspaceId: id, createdBy: await accountIdOf(server, owner.email), name: 'Norway' });
    expect(await read()).toEqual({ ...before, views: 1 });
  });

  it('that a member is there counts as no change of members', async () => {
    const { id } = await createSharedWorkspace(server, owner);
    const members = async () => (await call(owner, 'GET', `/workspaces/${id}/versions`)).body.members;
    const before = await members();
    await server.database.execute(sql`update workspace_members set last_seen_at = now() where workspace_id = ${id}`);
    expect(await members()).toBe(before);
    await server.database.execute(sql`update workspace_members set export_limit = 5 where workspace_id = ${id}`);
    expect(await members()).toBe(before + 1);
  });

  it('a workspace begins with the limits that an operator set for its creator', async () => {
    const account = await createVerifiedAccount(server);
    await server.database.execute(sql`update workspaces set request_limit = 7, export_limit = 70
      where id = ${await accountIdOf(server, account.email)}`);
    const { body } = await call(account, 'POST', '/workspaces', { name: 'Limited' });
    const { rows } = await server.database.execute(sql`select request_limit, export_limit from workspaces where id = ${body.id}`);
    expect(rows).toEqual([{ request_limit: 7, export_limit: 70 }]);
  });

  it('a blocked owner is written to only where there is no other', async () => {
    const other = await createVerifiedAccount(server);
    const { id } = await createSharedWorkspace(server, owner, [{ account: other, role: 'owner' }]);
    const first = async () => {
      const { rows } = await server.database.execute(sql`select ${firstOwnerOf(sql`${id}::bigint`)}::int as owner`);
      return rows[0]?.owner;
    };
    const [ownerId, otherId] = [await accountIdOf(server, owner.email), await accountIdOf(server, other.email)];
    expect(await first()).toBe(ownerId);
    await server.database.execute(sql`update accounts set blocked_at = now() where id = ${ownerId}`);
    expect(await first()).toBe(otherId);
    await server.database.execute(sql`update accounts set blocked_at = null where id = ${ownerId}`);
  });

  it('metrics count shared workspaces and their members', async () => {
    const read = async () => {
      const { payload } = await server.app.inject({
        url: '/metrics',
        headers: { authorization: 'Bearer metrics-token-of-the-test' },
      });
      return ['workspaces', 'workspace_members'].map((name) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(payload)?.[1]));
    };
    const [workspaces = 0, members = 0] = await read();
    await createSharedWorkspace(server, owner, [{ account: await createVerifiedAccount(server), role: 'viewer' }]);
    expect(await read()).toEqual([workspaces + 1, members + 2]);
  });
});
