import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount, waitForMail } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { pauseDestinations } from '../events/pause-destinations.service.ts';

const slack = { kind: 'slack', name: 'Sales', url: 'https://hooks.slack.example/services/T0/B0/secret' };

describe('destinations of a member', () => {
  let server: TestServer;
  let owner: TestAccount;
  let kim: TestAccount;
  let workspace: SharedWorkspace;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    owner = await createVerifiedAccount(server);
    kim = await createVerifiedAccount(server);
    workspace = await createSharedWorkspace(server, owner, [{ account: kim, role: 'member', rights: ['connect'] }]);
  });
  afterAll(() => server.close());

  const inject = (as: TestAccount, method: Method, path: string, payload?: object) =>
    callApi(server, { headers: workspace.headersOf(as) }, method, path, payload);
  async function create(as: TestAccount, name: string): Promise<string> {
    const { status, body } = await inject(as, 'POST', '/destinations', { ...slack, name });
    expect(status, JSON.stringify(body)).toBe(201);
    return String(body.id);
  }
  const statesOf = async () => {
    const { body } = await inject(owner, 'GET', '/destinations');
    const found: readonly { name: string; state: string; reason: string | null }[] = body.data;
    return Object.fromEntries(found.map(({ name, state, reason }) => [name, [state, reason]]));
  };
  const active = ['active', null];

  it.each([
    [
      'who is removed',
      'DELETE',
      undefined,
      'The member who made it is no longer in the workspace. Confirm that this destination is right.',
    ],
    [
      'who may no longer connect',
      'PATCH',
      { rights: [] },
      'The member who made it may no longer connect. Confirm that this destination is right.',
    ],
  ] as const)('%s, pause, and owners are told', async (_, method, payload, reason) => {
    const id = await create(kim, 'Kim’s channel');
    await create(owner, 'Ours');
    const path = `/workspaces/${workspace.id}/members/${await accountIdOf(server, kim.email)}`;
    const done = await inject(owner, method, path, payload);
    expect(done.status, JSON.stringify(done.body)).toBeLessThan(300);
    expect(await statesOf()).toEqual({ 'Kim’s channel': ['paused', reason], Ours: active });
    const mail = await waitForMail(server, owner.email, /^Destinations of the workspace “Northwind” are paused$/);
    expect(mail.text).toContain('destination “Kim’s channel”');
    expect(mail.text).not.toContain('hooks.slack');
    const { rows } = await server.database.execute(
      sql`select target from workspace_activity where workspace_id = ${workspace.id} and action = 'paused'`,
    );
    expect(rows).toEqual([{ target: 'destination “Kim’s channel”' }]);
    expect((await inject(kim, 'PATCH', `/destinations/${id}`, { state: 'active' })).status).toBeGreaterThanOrEqual(403);
    expect((await inject(owner, 'PATCH', `/destinations/${id}`, { state: 'active' })).body).toMatchObject({ state: 'active' });
  });

  it('pause when the password is reset, those of other workspaces too', async () => {
    await create(kim, 'Kim’s channel');
    await create(owner, 'Ours');
    const own = await callApi(server, kim, 'POST', '/destinations', slack);
    expect(own.status).toBe(201);
    expect(await pauseDestinations(server.database, await accountIdOf(server, kim.email), server.clock.now())).toBe(2);
    const reason = 'The password of the member who made it was reset. Confirm that this destination is right.';
    expect(await statesOf()).toEqual({ 'Kim’s channel': ['paused', reason], Ours: active });
    const { body } = await callApi(server, kim, 'GET', '/destinations');
    expect(body.data[0]).toMatchObject({
      state: 'paused',
      reason: 'Your password was reset. Confirm that this destination is yours.',
    });
  });
});
