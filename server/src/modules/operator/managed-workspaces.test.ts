import { listAudit } from '@leadloom/shared/contract/operator-audit';
import { listOperatorWorkspaces } from '@leadloom/shared/contract/operator-workspaces';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { createOperator, operatorSettings, type TestOperator } from '../../testing/operator.fixture.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('shared workspaces in the console', () => {
  let server: TestServer;
  let operator: TestOperator;
  let owner: TestAccount;
  let kim: TestAccount;
  let workspace: SharedWorkspace;
  const list = async (query = '') => {
    const answer = await server.app.inject({ url: `/api/v1/operator/workspaces${query}`, headers: operator.headers });
    expect(answer.statusCode, answer.payload).toBe(200);
    return listOperatorWorkspaces.success.body.parse(answer.json());
  };
  const change = (id: number, payload: object, headers: Readonly<Record<string, string>> = operator.headers) =>
    server.app.inject({ method: 'PATCH', url: `/api/v1/operator/workspaces/${id}`, headers, payload });

  beforeAll(async () => {
    server = await startTestServer({ environment: operatorSettings });
    operator = await createOperator(server);
    owner = await createVerifiedAccount(server);
    kim = await createVerifiedAccount(server);
    workspace = await createSharedWorkspace(server, owner, [{ account: kim, role: 'admin' }], 'Northwind 100%');
    await createSharedWorkspace(server, kim, [], 'Southwind');
    await server.database.execute(sql`
      insert into usage_months (account_id, month, request_count, export_count)
      values (${workspace.id}, date_trunc('month', ${server.clock.now().toISOString()}::timestamptz at time zone 'UTC')::date, 12, 3)`);
  });
  afterAll(() => server.close());

  it('they are listed with their use, found by name or id, and personal ones are not among them', async () => {
    const northwind = {
      id: workspace.id,
      name: 'Northwind 100%',
      members: 2,
      request_limit: null,
      export_limit: null,
      requests: 12,
      exports: 3,
    };
    const all = await list();
    expect(all).toMatchObject({ data: [{ name: 'Southwind', members: 1, requests: 0, exports: 0 }, northwind], total: 2 });
    for (const search of ['NORTH', '100%25', String(workspace.id)])
      expect(await list(`?q=${search}`)).toEqual({ data: [northwind], total: 1 });
    expect(await list('?q=Personal')).toEqual({ data: [], total: 0 });
    expect(await list('?per_page=1&page=2')).toMatchObject({ data: [{ name: 'Northwind 100%' }], total: 2 });
  });

  it('limits hold for the members, and each change leaves a line in the audit', async () => {
    const changed = await change(workspace.id, { export_limit: 7 });
    expect(changed.statusCode, changed.payload).toBe(200);
    expect(changed.json()).toMatchObject({ export_limit: 7, request_limit: null });
    await change(workspace.id, { export_limit: 7 });
    const usage = await server.app.inject({ url: '/api/v1/me', headers: workspace.headersOf(kim) });
    expect(usage.json()).toMatchObject({ usage: { export_limit: 7 } });
    expect((await server.app.inject({ url: '/api/v1/me', headers: kim.headers })).json()).not.toMatchObject({
      usage: { export_limit: 7 },
    });
    const audit = listAudit.success.body.parse(
      (await server.app.inject({ url: `/api/v1${listAudit.path}`, headers: operator.headers })).json(),
    );
    expect(audit.data.filter(({ action }) => action === 'workspace.limits_changed')).toMatchObject([
      {
        by: operator.email,
        target: 'Northwind 100%',
        detail: `workspace ${workspace.id}; exported rows per month: 7 (was as in the plan)`,
      },
    ]);
    expect((await change(workspace.id, { export_limit: null })).json()).toMatchObject({ export_limit: null });
  });

  it('personal and unknown workspaces are not found, and for anyone but operators the endpoints do not exist', async () => {
    for (const id of [await accountIdOf(server, kim.email), 999_999])
      expect((await change(id, { export_limit: 1 })).json()).toMatchObject({ code: 'WORKSPACE.NOT_FOUND' });
    expect((await change(workspace.id, { export_limit: 1 }, workspace.headersOf(owner))).statusCode).toBe(404);
    const hidden = await server.app.inject({ url: '/api/v1/operator/workspaces', headers: owner.headers });
    expect(hidden.json()).toMatchObject({ code: 'REQUEST.NOT_FOUND' });
  });

  it('limits of an account that an operator set stay when its trial begins', async () => {
    const id = await accountIdOf(server, kim.email);
    const headers = operator.headers;
    const payload = { export_limit: 9 };
    await server.app.inject({ method: 'PATCH', url: `/api/v1/operator/accounts/${id}`, headers, payload });
    await server.database.execute(sql`update workspaces set storage_warned_at = now() where id = ${id}`);
    await server.database.execute(sql`update accounts set trial_ends_at = now() + interval '3 days' where id = ${id}`);
    const { rows } = await server.database.execute(sql`
      select export_limit, storage_warned_at is not null as warned, trial_ends_at > now() as trial from workspaces where id = ${id}`);
    expect(rows).toEqual([{ export_limit: 9, warned: true, trial: true }]);
  });
});
