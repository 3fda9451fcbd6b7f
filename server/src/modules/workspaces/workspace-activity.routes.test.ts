import { ACTIVITY_RETENTION_DAYS } from '@leadloom/shared/contract/workspaces';
import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { callApi } from '../../testing/call-api.ts';
import { createSharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { keepNewest } from './workspace-activity.repository.ts';
import { forgetOldActivity } from './workspace-activity.service.ts';

const DAY = 24 * 3600 * 1000;

describe('the activity of a workspace', () => {
  let server: TestServer;
  let owner: TestAccount;
  let member: TestAccount;
  beforeAll(async () => {
    server = await startTestServer();
    owner = await createVerifiedAccount(server);
    member = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());

  const share = async () => createSharedWorkspace(server, owner, [{ account: member, role: 'member', rights: ['invite'] }]);
  const read = async (as: TestAccount, id: number, query = '') =>
    (await callApi(server, as, 'GET', `/workspaces/${id}/activity${query}`)).body;

  it('owners read what everybody did, newest first, and members what they did themselves', async () => {
    const { id } = await share();
    const path = `/workspaces/${id}`;
    const memberId = await accountIdOf(server, member.email);
    await callApi(server, owner, 'PATCH', path, { name: 'Southwind' });
    await callApi(server, owner, 'PATCH', path, { name: 'Southwind' });
    const invited = await callApi(server, member, 'POST', `${path}/invites`, { email: 'kim@northwind.example', role: 'viewer' });
    await callApi(server, member, 'DELETE', `${path}/invites/${invited.body.id}`);
    await callApi(server, owner, 'PATCH', `${path}/members/${memberId}`, { role: 'admin', rights: [], export_limit: 5 });
    await callApi(server, owner, 'PATCH', `${path}/members/${memberId}`, { role: 'member' });
    await noteActivity(
      server.database,
      { accountId: null, workspaceId: id },
      { action: 'exported', target: 'companies', rows: 7 },
      server.clock.now(),
    );
    const all = await read(owner, id);
    expect(all.total).toBe(8);
    expect(all.data.map(({ by, action, target, rows }: Record<string, unknown>) => [by, action, target, rows])).toEqual([
      [null, 'exported', 'companies', 7],
      [owner.email, 'member.changed', `${member.email} (role: member)`, undefined],
      [owner.email, 'member.changed', `${member.email} (export limit: 5)`, undefined],
      [owner.email, 'member.changed', `${member.email} (rights: none)`, undefined],
      [owner.email, 'member.changed', `${member.email} (role: admin)`, undefined],
      [member.email, 'invite.withdrawn', 'kim@northwind.example', undefined],
      [member.email, 'member.invited', 'kim@northwind.example', undefined],
      [owner.email, 'workspace.renamed', 'Southwind', undefined],
    ]);
    expect((await read(member, id)).data.map(({ action }: { action: string }) => action)).toEqual([
      'invite.withdrawn',
      'member.invited',
    ]);
    expect((await read(owner, id, '?page=2&per_page=7')).data).toHaveLength(1);
  });

  it('names of things are texts, whatever they look like', async () => {
    const { id } = await share();
    const by = { accountId: await accountIdOf(server, owner.email), workspaceId: id };
    await noteActivity(server.database, by, { action: 'shared', target: `account ${by.accountId}` }, server.clock.now());
    expect((await read(owner, id)).data).toMatchObject([{ action: 'shared', target: `account ${by.accountId}` }]);
  });

  it('whoever deleted their account was a former member, by no address', async () => {
    const guest = await createVerifiedAccount(server);
    const { id } = await createSharedWorkspace(server, owner, []);
    await callApi(server, owner, 'POST', `/workspaces/${id}/invites`, { email: guest.email, role: 'member' });
    await server.database.execute(sql`insert into workspace_members (workspace_id, account_id, role, rights)
      values (${id}, ${await accountIdOf(server, guest.email)}, 'member', '{}')`);
    const deleted = await callApi(server, guest, 'POST', '/delete-account', { password: guest.password });
    expect(deleted.status).toBe(200);
    const { data } = await read(owner, id);
    expect(data.map(({ by, action, target }: Record<string, unknown>) => [by, action, target])).toEqual([
      [FORMER_MEMBER, 'member.left', FORMER_MEMBER],
      [owner.email, 'member.invited', FORMER_MEMBER],
    ]);
    expect(JSON.stringify(data)).not.toContain(guest.email);
  });

  it('lines are kept for 400 days, and the newest of a busy workspace', async () => {
    const { id } = await share();
    const note = (target: string, age: number) =>
      noteActivity(
        server.database,
        { accountId: null, workspaceId: id },
        { action: 'shared', target },
        new Date(server.clock.now().getTime() - age),
      );
    await note('too old', ACTIVITY_RETENTION_DAYS * DAY + 1000);
    await note('old', ACTIVITY_RETENTION_DAYS * DAY - 1000);
    for (const target of ['one', 'two', 'three']) await note(target, 0);
    await forgetOldActivity(server.platform, new AbortController().signal);
    const targets = async () => (await read(owner, id)).data.map(({ target }: { target: string }) => target);
    expect(await targets()).toEqual(['three', 'two', 'one', 'old']);
    await keepNewest(server.database, 2);
    expect(await targets()).toEqual(['three', 'two']);
  });
});
