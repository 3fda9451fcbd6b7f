import type { WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import { renameWorkspace, updateMember } from '@leadloom/shared/contract/workspaces';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
import { addBelonging, belongingKinds, findBelongings } from '../../testing/member-belongings.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('members of a workspace', () => {
  let server: TestServer;
  let people: Record<WorkspaceRole | 'other', TestAccount & { readonly id: number }>;
  let workspace: SharedWorkspace;
  beforeAll(async () => {
    server = await startTestServer();
    const make = async (name: string) => {
      const account = await createVerifiedAccount(server, `${name}@northwind.example`);
      return { ...account, id: Number(await accountIdOf(server, account.email)) };
    };
    people = {
      owner: await make('olga'),
      admin: await make('ada'),
      member: await make('mia'),
      viewer: await make('vera'),
      other: await make('otto'),
    };
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const { owner, admin, member, viewer } = people;
    workspace = await createSharedWorkspace(server, owner, [
      { account: admin, role: 'admin' },
      { account: member, role: 'member' },
      { account: viewer, role: 'viewer' },
    ]);
  });

  const call = (as: TestAccount, method: Method, path: string, body?: object) =>
    callApi(server, as, method, `/workspaces/${workspace.id}${path}`, body);
  const change = (as: TestAccount, whom: { readonly id: number }, body: object) => call(as, 'PATCH', `/members/${whom.id}`, body);
  const remove = (as: TestAccount, whom: { readonly id: number }, body: object = {}) =>
    call(as, 'DELETE', `/members/${whom.id}`, body);
  const rolesNow = async () => {
    const { data } = (await call(people.owner, 'GET', '/members')).body;
    return Object.fromEntries(data.map((one: { email: string; role: string }) => [one.email.split('@')[0], one.role]));
  };

  it('are listed with owners first, by pages', async () => {
    const { body } = await call(people.viewer, 'GET', '/members');
    expect(body.total).toBe(4);
    expect(body.data.map(({ email }: { email: string }) => email.split('@')[0])).toEqual(['olga', 'ada', 'mia', 'vera']);
    expect(body.data[2]).toEqual({
      account_id: people.member.id,
      email: people.member.email,
      full_name: null,
      role: 'member',
      rights: ['export', 'collect'],
      joined_at: expect.any(String),
      last_seen_at: null,
      exports: 0,
      export_limit: null,
    });
    const second = (await call(people.owner, 'GET', '/members?page=2&per_page=3')).body;
    expect(second).toMatchObject({
      total: 4,
      data: [{ email: people.viewer.email, rights: [], last_seen_at: expect.any(String) }],
    });
  });

  it('show what each exported this month', async () => {
    await server.database.execute(sql`insert into workspace_member_months (workspace_id, account_id, month, export_count) values
      (${workspace.id}, ${people.member.id}, date_trunc('month', ${server.clock.now().toISOString()}::timestamptz at time zone 'UTC'), 70),
      (${workspace.id}, ${people.member.id}, '2001-01-01', 9)`);
    expect((await call(people.owner, 'GET', '/members')).body.data[2]).toMatchObject({ exports: 70 });
  });

  it('admins give roles and rights, and only owners make, change or remove owners', async () => {
    const { owner, admin, member, viewer } = people;
    expect((await change(admin, viewer, { role: 'member' })).body).toMatchObject({
      role: 'member',
      rights: ['export', 'collect'],
    });
    expect((await change(admin, member, { rights: ['invite'], export_limit: 500 })).body).toMatchObject({
      rights: ['invite'],
      export_limit: 500,
    });
    expect((await change(admin, member, { role: 'admin' })).body.rights).toEqual(['export', 'collect', 'connect', 'invite']);
    expect((await change(admin, member, { role: 'member' })).body.rights).toEqual(['invite']);
    expect((await change(admin, member, { export_limit: null })).body.export_limit).toBeNull();
    for (const [whom, body] of [
      [member, { role: 'owner' }],
      [admin, { role: 'owner' }],
      [owner, { role: 'member' }],
      [owner, { export_limit: 1 }],
    ] as const)
      expect((await change(admin, whom, body)).body.code).toBe('WORKSPACE.ROLE_MISSING');
    expect((await remove(admin, owner)).body.code).toBe('WORKSPACE.ROLE_MISSING');
    for (const as of [member, viewer]) {
      expect((await change(as, as, { role: 'admin' })).body.code).toBe('WORKSPACE.ROLE_MISSING');
      expect((await remove(as, admin)).body.code).toBe('WORKSPACE.ROLE_MISSING');
    }
    expect((await change(owner, member, { role: 'owner' })).status).toBe(200);
    expect(await rolesNow()).toEqual({ olga: 'owner', mia: 'owner', ada: 'admin', vera: 'member' });
  });

  it('a wrong change is refused, and whoever is no member is not found', async () => {
    const { owner, member, other } = people;
    for (const body of [{ role: 'king' }, { rights: ['fly'] }, { export_limit: -1 }, { export_limit: 1.5 }, { name: 'x' }])
      expect((await change(owner, member, body)).status, JSON.stringify(body)).toBe(400);
    expect((await change(owner, member, {})).status).toBe(200);
    for (const id of [other.id, 999_999_999]) {
      expect((await change(owner, { id }, { role: 'admin' })).body.code).toBe('WORKSPACE.MEMBER_NOT_FOUND');
      expect((await remove(owner, { id })).body.code).toBe('WORKSPACE.MEMBER_NOT_FOUND');
    }
  });

  it('the last owner stays one', async () => {
    const { owner, admin } = people;
    expect(await change(owner, owner, { role: 'admin' })).toMatchObject({ status: 409, body: { code: 'WORKSPACE.LAST_OWNER' } });
    expect((await remove(owner, owner)).body.code).toBe('WORKSPACE.LAST_OWNER');
    expect((await call(owner, 'POST', '/leave', {})).body.code).toBe('WORKSPACE.LAST_OWNER');
    await change(owner, admin, { role: 'owner' });
    expect((await call(owner, 'POST', '/leave', {})).status).toBe(204);
    expect((await call(owner, 'GET', '/members')).body.code).toBe('WORKSPACE.NOT_FOUND');
  });

  it('of owners who demote, remove and leave at once, one stays', async () => {
    const { owner, admin } = people;
    const both = [owner, admin] as const;
    const ways: readonly ((as: TestAccount, whom: { readonly id: number }) => ReturnType<typeof call>)[] = [
      (as, whom) => change(as, whom, { role: 'viewer' }),
      (as, whom) => remove(as, whom),
      (as) => call(as, 'POST', '/leave', {}),
    ];
    for (const way of ways) {
      const { id } = await createSharedWorkspace(server, owner, [{ account: admin, role: 'owner' }]);
      workspace = { ...workspace, id };
      const answers = await Promise.all([way(both[0], both[1]), way(both[1], both[0])]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      const { rows } = await server.database.execute(
        sql`select 1 from workspace_members where workspace_id = ${id} and role = 'owner'`,
      );
      expect(rows).toHaveLength(1);
    }
  });

  it('who has private things says what becomes of them', async () => {
    const { owner, member } = people;
    for (const kind of belongingKinds) {
      await addBelonging(server, kind, { workspaceId: workspace.id, createdBy: member.id, name: 'Norway' });
      await addBelonging(server, kind, {
        workspaceId: workspace.id,
        createdBy: member.id,
        name: 'Shared',
        visibility: 'workspace',
      });
    }
    for (const refused of [await call(member, 'POST', '/leave', {}), await remove(owner, member)]) {
      expect(refused).toMatchObject({ status: 409, body: { code: 'WORKSPACE.PRIVATE_OBJECTS' } });
      expect(refused.body.message).toContain('3 private');
    }
    expect((await remove(owner, member, { private: 'burn' })).status).toBe(400);
    expect((await remove(owner, member, { private: 'delete' })).status).toBe(204);
    const left = await findBelongings(server, workspace.id);
    expect(left.map(({ kind, name, createdBy }) => [kind, name, createdBy])).toEqual([
      ['alert', 'Shared', member.id],
      ['list', 'Shared', member.id],
      ['view', 'Shared', member.id],
    ]);
  });

  it('what is handed over goes to the owner who has been there longest, under a free name', async () => {
    const { owner, admin, member } = people;
    await change(owner, admin, { role: 'owner' });
    const long = 'å'.repeat(80);
    for (const kind of belongingKinds) {
      for (const name of ['Norway', 'norway (2)', long])
        await addBelonging(server, kind, { workspaceId: workspace.id, createdBy: owner.id, name });
      for (const name of ['NORWAY', 'Sweden', long])
        await addBelonging(server, kind, { workspaceId: workspace.id, createdBy: member.id, name });
    }
    expect((await call(member, 'POST', '/leave', { private: 'hand_over' })).status).toBe(204);
    const found = await findBelongings(server, workspace.id);
    expect(found.every(({ createdBy }) => createdBy === owner.id)).toBe(true);
    const namesOf = (wanted: string) =>
      found
        .filter(({ kind }) => kind === wanted)
        .map(({ name }) => name)
        .sort();
    const expected = [long, `${'å'.repeat(76)} (2)`, 'NORWAY (3)', 'Norway', 'Sweden', 'norway (2)'].sort();
    expect(namesOf('view')).toEqual(expected);
    expect(namesOf('list')).toEqual(expected);
    // Names of alerts need not differ.
    expect(namesOf('alert')).toEqual([long, long, 'NORWAY', 'Norway', 'Sweden', 'norway (2)'].sort());
  });

  it('a list that is deleted by its author while it is handed over harms nothing', async () => {
    const { owner, member } = people;
    await addBelonging(server, 'list', { workspaceId: workspace.id, createdBy: owner.id, name: 'Norway' });
    await addBelonging(server, 'list', { workspaceId: workspace.id, createdBy: member.id, name: 'Norway' });
    await Promise.all([
      call(member, 'POST', '/leave', { private: 'hand_over' }),
      server.database.execute(sql`delete from row_lists where account_id = ${workspace.id} and created_by = ${member.id}`),
    ]);
    expect(await rolesNow()).not.toHaveProperty('mia');
  });

  it('keys and open invitations of a member end with the membership, webhooks and scheduled exports are handed over', async () => {
    const { owner, member, other } = people;
    await change(owner, member, { rights: ['export', 'collect', 'connect', 'invite'] });
    expect((await call(member, 'POST', '/invites', { email: 'kim@northwind.example', role: 'member' })).status).toBe(201);
    const created = await callApi(server, { headers: workspace.headersOf(member) }, 'POST', '/create-api-key', {});
    const key = { headers: { authorization: `Bearer ${created.body.api_key}` } };
    expect((await callApi(server, key, 'GET', '/table/companies')).status).toBe(200);
    const by = { account_id: workspace.id, created_by: member.id };
    await server.database.execute(sql`insert into scheduled_exports
        (account_id, created_by, name, watch, table_name, frequency, time_of_day, zone, format, is_gzip, created_at)
      values (${by.account_id}, ${by.created_by}, 'Daily', '{"kind": "view", "id": "x"}', 'companies', 'daily', '08:00', 'UTC', 'csv',
        false, now())`);
    expect((await remove(owner, member)).status).toBe(204);
    expect((await callApi(server, key, 'GET', '/table/companies')).status).toBe(401);
    expect((await call(owner, 'GET', '/invites')).body.total).toBe(0);
    const { rows } = await server.database.execute(
      sql`select created_by from scheduled_exports where account_id = ${workspace.id}`,
    );
    expect(rows.map((row) => Number(row.created_by))).toEqual([owner.id]);
    expect((await call(other, 'GET', '/members')).status).toBe(404);
  });

  it('are changed, and workspaces renamed, so many times an hour', async () => {
    const owner = await createVerifiedAccount(server);
    const id = await accountIdOf(server, owner.email);
    await server.database.execute(sql`insert into workspace_members (workspace_id, account_id, role, rights)
      values (${workspace.id}, ${id}, 'owner', '{}')`);
    for (const [endpoint, path, body] of [
      [updateMember, `/members/${people.member.id}`, { rights: ['export'] }],
      [renameWorkspace, '', { name: 'Northwind' }],
    ] as const) {
      const { method, rateLimit } = endpoint;
      if (rateLimit === undefined) throw new Error(`${endpoint.path} has no limit`);
      const limit = { name: `${method} ${endpoint.path}`, ...rateLimit };
      for (let count = 1; count < rateLimit.max; count += 1) await server.app.speed.take(limit, `account ${id}`);
      const answers = [await call(owner, method, path, body), await call(owner, method, path, body)];
      expect(answers.map(({ status }) => status)).toEqual([200, 429]);
      expect((await call(people.admin, method, path, body)).status).toBe(200);
    }
  });
});
