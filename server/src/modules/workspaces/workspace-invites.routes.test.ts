import { INVITE_DAYS, MAX_MEMBERS } from '@leadloom/shared/contract/workspaces';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount, uniqueEmail, waitForMail } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { forgetExpiredInvites } from './workspace-invites.service.ts';

const DAY = 24 * 3600 * 1000;

describe('invitations to a workspace', () => {
  let server: TestServer;
  let owner: TestAccount;
  let admin: TestAccount;
  let member: TestAccount;
  let guest: TestAccount;
  let workspace: SharedWorkspace;
  beforeAll(async () => {
    server = await startTestServer();
    [owner, admin, member] = [
      await createVerifiedAccount(server),
      await createVerifiedAccount(server),
      await createVerifiedAccount(server),
    ];
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    guest = await createVerifiedAccount(server);
    workspace = await createSharedWorkspace(server, owner, [
      { account: admin, role: 'admin' },
      { account: member, role: 'member', rights: ['invite'] },
    ]);
  });

  const call = (as: TestAccount, method: Method, path: string, body?: object) =>
    callApi(server, as, method, `/workspaces/${workspace.id}${path}`, body);
  const invite = (as: TestAccount, email: string, role = 'member') => call(as, 'POST', '/invites', { email, role });
  const accept = (as: TestAccount, code: string) => callApi(server, as, 'POST', '/workspace-invites/accept', { code });
  const codeFor = async (email: string, skip = 0) =>
    /\/app\/join\/([\w-]+)/.exec((await waitForMail(server, email, /invites you to a workspace/, skip)).text)?.[1] ?? '';
  const invalid = { status: 403, body: { code: 'WORKSPACE.INVITE_INVALID' } };

  it('the mail alone has the code, which makes its reader a member once', async () => {
    const { status, body } = await invite(owner, guest.email.toUpperCase(), 'viewer');
    const expiresAt = new Date(server.clock.now().getTime() + INVITE_DAYS * DAY).toISOString();
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.any(String), email: guest.email, role: 'viewer', expires_at: expiresAt });
    expect((await call(owner, 'GET', '/invites')).body).toEqual({ data: [body], total: 1 });
    const mail = await waitForMail(server, guest.email, /invites you/);
    expect(mail.subject).toBe(`${owner.email} invites you to a workspace on Leadloom`);
    for (const part of ['“Northwind”', 'as a viewer', '/app/join/']) expect(mail.text).toContain(part);
    const code = await codeFor(guest.email);
    const { rows } = await server.database.execute(sql`select * from workspace_invites where workspace_id = ${workspace.id}`);
    expect(JSON.stringify(rows)).not.toContain(code);
    const joined = await accept(guest, code);
    expect(joined.status).toBe(200);
    expect(joined.body).toMatchObject({ id: workspace.id, name: 'Northwind', role: 'viewer', rights: [], members: 4 });
    expect((await call(guest, 'GET', '/members')).status).toBe(200);
    expect((await call(owner, 'GET', '/invites')).body.total).toBe(0);
    expect(await accept(guest, code)).toMatchObject(invalid);
  });

  it('another address, and a used, replaced, withdrawn, late or invented code are refused alike', async () => {
    const refused = [await accept(guest, 'invented'), await accept(guest, 'x'.repeat(200))];
    await invite(owner, guest.email);
    const replaced = await codeFor(guest.email);
    refused.push(await accept(member, replaced));
    const { body } = await invite(admin, guest.email, 'viewer');
    expect((await call(owner, 'GET', '/invites')).body.total).toBe(1);
    refused.push(await accept(guest, replaced));
    const second = await codeFor(guest.email, 1);
    expect((await call(member, 'DELETE', `/invites/${body.id}`)).status).toBe(204);
    refused.push(await accept(guest, second));
    await invite(owner, guest.email);
    const late = await codeFor(guest.email, 2);
    await server.database.execute(sql`update workspace_invites set expires_at = ${server.clock.now().toISOString()}
      where workspace_id = ${workspace.id}`);
    refused.push(await accept(guest, late));
    for (const answer of refused) expect(answer).toMatchObject(invalid);
    expect(new Set(refused.map(({ body: problem }) => problem.message)).size).toBe(1);
    expect((await call(owner, 'GET', '/invites')).body.total).toBe(0);
    await forgetExpiredInvites(server.platform);
    const kept = await server.database.execute(sql`select 1 from workspace_invites where workspace_id = ${workspace.id}`);
    expect(kept.rows).toEqual([]);
  });

  it('of calls that use one code at once, each ends well or finds it used, and there is one membership', async () => {
    await invite(owner, guest.email);
    const code = await codeFor(guest.email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(guest, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    expect((await call(owner, 'GET', '/members')).body.total).toBe(4);
  });

  it('nobody invites with a higher role than their own, or without the right', async () => {
    expect((await invite(admin, guest.email, 'owner')).body.code).toBe('WORKSPACE.ROLE_MISSING');
    expect((await invite(member, guest.email, 'admin')).body.code).toBe('WORKSPACE.ROLE_MISSING');
    expect((await invite(owner, guest.email, 'king')).status).toBe(400);
    expect((await invite(owner, 'no address')).body.code).toBe('EMAIL.INVALID');
    expect((await invite(owner, admin.email)).body.code).toBe('WORKSPACE.ALREADY_MEMBER');
    await call(owner, 'PATCH', `/members/${await accountIdOf(server, member.email)}`, { rights: ['export'] });
    for (const answer of [
      await invite(member, guest.email),
      await call(member, 'GET', '/invites'),
      await call(member, 'DELETE', `/invites/${crypto.randomUUID()}`),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'WORKSPACE.RIGHT_MISSING' } });
    expect((await invite(owner, guest.email, 'owner')).status).toBe(201);
  });

  it('an invitation ends when its inviter may no longer invite with its role', async () => {
    const id = await accountIdOf(server, admin.email);
    await invite(admin, guest.email, 'admin');
    await call(owner, 'PATCH', `/members/${id}`, { role: 'viewer' });
    expect(await accept(guest, await codeFor(guest.email))).toMatchObject(invalid);
    await call(owner, 'PATCH', `/members/${id}`, { role: 'admin' });
    await invite(admin, guest.email, 'member');
    await server.database.execute(sql`update accounts set blocked_at = now() where id = ${id}`);
    const answer = await accept(guest, await codeFor(guest.email, 1));
    await server.database.execute(sql`update accounts set blocked_at = null where id = ${id}`);
    expect(answer).toMatchObject(invalid);
  });

  it('only a verified account accepts, and who is a member already stays what they are', async () => {
    await invite(owner, guest.email, 'viewer');
    const code = await codeFor(guest.email);
    await server.database.execute(sql`update accounts set verified_at = null where email = ${guest.email}`);
    expect((await accept(guest, code)).body.code).toBe('AUTH.NOT_VERIFIED');
    await server.database.execute(sql`update accounts set verified_at = now() where email = ${guest.email}`);
    await server.database.execute(sql`insert into workspace_members (workspace_id, account_id, role, rights)
      values (${workspace.id}, ${await accountIdOf(server, guest.email)}, 'admin', '{}')`);
    expect(await accept(guest, code)).toMatchObject({ status: 200, body: { role: 'admin' } });
  });

  it('members and open invitations together are at most a thousand', async () => {
    await server.database.execute(sql`
      insert into workspace_invites (id, workspace_id, code_hash, email, role, invited_by, created_at, expires_at)
      select gen_random_uuid(), ${workspace.id}, sha256((${workspace.id}::text || number)::bytea), number || '@northwind.example',
        'viewer', ${await accountIdOf(server, owner.email)}, now(), now() + interval '100 years'
      from generate_series(1, ${MAX_MEMBERS - 4}) number`);
    expect((await invite(owner, guest.email)).status).toBe(201);
    expect((await invite(owner, guest.email, 'viewer')).status).toBe(201);
    expect(await invite(owner, uniqueEmail())).toMatchObject({ status: 409, body: { code: 'WORKSPACE.MEMBER_LIMIT_REACHED' } });
    expect((await accept(guest, await codeFor(guest.email, 1))).status).toBe(200);
    const second = (await call(owner, 'GET', '/invites?page=2&per_page=100')).body;
    expect([second.total, second.data.length]).toEqual([MAX_MEMBERS - 4, 100]);
  });

  it('nobody fills a mailbox or sends without end', async () => {
    const email = uniqueEmail();
    const answers = [];
    for (let round = 0; round < 4; round += 1) answers.push(await invite(owner, email), await invite(admin, email));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    expect(answers.at(-1)?.body.code).toBe('RATE.LIMITED');
  });

  it('what is withdrawn must be there', async () => {
    const other = await createSharedWorkspace(server, owner);
    const { id } = (
      await callApi(server, owner, 'POST', `/workspaces/${other.id}/invites`, { email: guest.email, role: 'viewer' })
    ).body;
    for (const unknown of [id, crypto.randomUUID()])
      expect((await call(owner, 'DELETE', `/invites/${unknown}`)).body.code).toBe('WORKSPACE.INVITE_NOT_FOUND');
    expect((await callApi(server, owner, 'DELETE', `/workspaces/${other.id}/invites/${id}`)).status).toBe(204);
  });

  it('a 21st membership is refused, and its invitation stays open', async () => {
    const id = await accountIdOf(server, guest.email);
    await server.database.execute(sql`
      with made as (insert into workspaces (name, created_by) select 'W' || number, ${id} from generate_series(1, 20) number returning id)
      insert into workspace_members (workspace_id, account_id, role, rights) select id, ${id}, 'owner', '{}' from made`);
    await invite(owner, guest.email);
    const code = await codeFor(guest.email);
    const refused = await accept(guest, code);
    expect(refused).toMatchObject({ status: 409, body: { code: 'WORKSPACE.LIMIT_REACHED' } });
    expect(refused.body.message).toContain('20');
    await server.database.execute(sql`delete from workspaces where name = 'W1' and created_by = ${id}`);
    expect((await accept(guest, code)).status).toBe(200);
  });
});
