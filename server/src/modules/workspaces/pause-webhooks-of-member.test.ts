import type { Webhook } from '@leadloom/shared/contract/webhooks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OidcGroup } from '../../config.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount, waitForMail } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createFollowGroups } from './workspace-groups.service.ts';

const LEFT = 'The member who made it is no longer in the workspace. Confirm that this address is right.';
const NO_RIGHT = 'The member who made it may no longer connect. Confirm that this address is right.';
const SUBJECT = 'Webhooks of the workspace “Northwind” are paused';

describe('webhooks of a member who goes, or may no longer connect', () => {
  let server: TestServer;
  let owner: TestAccount;
  let second: TestAccount;
  let admin: TestAccount;
  let kim: TestAccount;
  let workspace: SharedWorkspace;
  beforeAll(async () => {
    server = await startTestServer({
      environment: {
        WEBHOOK_LOOPBACK: 'on',
        OIDC_ISSUER: 'https://id.northwind.example',
        OIDC_CLIENT_ID: 'leadloom',
        OIDC_CLIENT_SECRET: 'an invented secret',
      },
    });
    [owner, second, admin] = [
      await createVerifiedAccount(server),
      await createVerifiedAccount(server),
      await createVerifiedAccount(server),
    ];
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    kim = await createVerifiedAccount(server);
    workspace = await createSharedWorkspace(server, owner, [
      { account: second, role: 'owner' },
      { account: admin, role: 'admin' },
      { account: kim, role: 'member', rights: ['connect'] },
    ]);
    for (const [account, host] of [
      [kim, 'one'],
      [kim, 'two'],
      [admin, 'other'],
    ] as const) {
      const payload = { url: `https://${host}.hooks.example/secret`, events: ['alert.fired'] };
      const answer = await inject(account, 'POST', '/webhooks', payload);
      expect(answer.statusCode, answer.body).toBe(201);
    }
    server.mails.length = 0;
  });

  const inject = (account: TestAccount, method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
    server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: workspace.headersOf(account),
      ...(payload === undefined ? {} : { payload }),
    });
  const idOf = (account: TestAccount) => accountIdOf(server, account.email);
  const call = (as: TestAccount, method: Method, path: string, body: object) =>
    callApi(server, as, method, `/workspaces/${workspace.id}${path}`, body);
  const webhooks = async () => {
    const { data } = (await inject(owner, 'GET', '/webhooks')).json<{ data: Webhook[] }>();
    return data.toSorted((one, other) => (one.url < other.url ? -1 : 1));
  };
  const states = async () =>
    Object.fromEntries((await webhooks()).map(({ url, state }) => [new URL(url).host.split('.')[0], state]));
  const activity = async () => {
    const { rows } = await server.database.execute(sql`
      select coalesce(email, 'nobody') as by, target from workspace_activity left join accounts on accounts.id = account_id
      where workspace_id = ${workspace.id} and action = 'paused' order by workspace_activity.id`);
    return rows;
  };
  async function follow(held: readonly string[]) {
    const { config, ...platform } = server.platform;
    if (config.oidc === null) throw new Error('the provider is set');
    const groups: readonly OidcGroup[] = [{ group: 'readers', role: 'viewer', workspaceId: workspace.id }];
    const oidc = { ...config.oidc, groups };
    await createFollowGroups({ ...platform, config: { ...config, oidc } }, () => undefined)(await idOf(kim), held);
  }

  const ways: Readonly<Record<string, readonly [by: () => string, reason: string, go: () => Promise<unknown>]>> = {
    'who leaves': [() => kim.email, LEFT, () => call(kim, 'POST', '/leave', {})],
    'who is removed': [() => admin.email, LEFT, async () => call(admin, 'DELETE', `/members/${await idOf(kim)}`, {})],
    'who becomes a viewer': [
      () => admin.email,
      NO_RIGHT,
      async () => call(admin, 'PATCH', `/members/${await idOf(kim)}`, { role: 'viewer' }),
    ],
    'whose right is taken': [
      () => admin.email,
      NO_RIGHT,
      async () => call(admin, 'PATCH', `/members/${await idOf(kim)}`, { rights: ['export'] }),
    ],
    'whose account is deleted': [
      () => 'nobody',
      LEFT,
      () => callApi(server, kim, 'POST', '/delete-account', { password: kim.password }),
    ],
    'whom their groups remove': [() => 'nobody', LEFT, () => follow([])],
    'whom their groups make a viewer': [() => 'nobody', NO_RIGHT, () => follow(['readers'])],
  };

  it.each(Object.entries(ways))('pause, of somebody %s, and all owners are told', async (_, [by, reason, go]) => {
    await go();
    expect(await states()).toEqual({ one: 'paused', two: 'paused', other: 'active' });
    expect((await webhooks()).map((webhook) => webhook.reason)).toEqual([reason, null, reason]);
    expect(await activity()).toEqual([
      { by: by(), target: 'webhook to one.hooks.example' },
      { by: by(), target: 'webhook to two.hooks.example' },
    ]);
    for (const { email } of [owner, second]) {
      const mail = await waitForMail(server, email, /^Webhooks of the workspace “Northwind” are paused$/);
      expect(mail.text).toContain('one.hooks.example');
      expect(mail.text).toContain('two.hooks.example');
      expect(mail.text).not.toContain('secret');
      expect(mail.text).toContain(`/app/webhooks?workspace=${workspace.id}`);
    }
    expect(server.mails.filter(({ subject }) => subject === SUBJECT)).toHaveLength(2);
    const listed = await inject(owner, 'GET', `/workspaces/${workspace.id}/activity`);
    expect(listed.json().data).toContainEqual(
      expect.objectContaining({ action: 'paused', target: 'webhook to one.hooks.example' }),
    );
  });

  it('stay paused until somebody who may connect confirms them', async () => {
    await call(admin, 'PATCH', `/members/${await idOf(kim)}`, { rights: [] });
    const [one] = await webhooks();
    const path = `/webhooks/${one?.id}`;
    expect((await inject(kim, 'PATCH', path, { state: 'active' })).json()).toMatchObject({ code: 'WORKSPACE.RIGHT_MISSING' });
    expect((await inject(admin, 'POST', `${path}/test`)).json()).toMatchObject({
      code: 'WEBHOOK.DISABLED',
      message: 'This webhook is paused. Confirm it first.',
    });
    expect((await inject(admin, 'PATCH', path, { state: 'active' })).json()).toMatchObject({ state: 'active', reason: null });
    expect(await states()).toEqual({ one: 'active', two: 'paused', other: 'active' });
  });

  it('go on while their maker may connect, and what does not change pauses nothing', async () => {
    const change = async (body: object) => call(admin, 'PATCH', `/members/${await idOf(kim)}`, body);
    await change({ role: 'admin' });
    await change({ role: 'member' });
    await change({ rights: ['connect', 'export'] });
    expect(await states()).toEqual({ one: 'active', two: 'active', other: 'active' });
    await change({ rights: [] });
    for (const { id } of await webhooks()) await inject(admin, 'PATCH', `/webhooks/${id}`, { state: 'active' });
    await change({ role: 'viewer' });
    expect(await states()).toEqual({ one: 'active', two: 'active', other: 'active' });
  });

  it('were disabled before, and stay so: nobody is told', async () => {
    for (const { id } of await webhooks()) await inject(admin, 'PATCH', `/webhooks/${id}`, { state: 'disabled' });
    await call(kim, 'POST', '/leave', {});
    expect(await states()).toEqual({ one: 'disabled', two: 'disabled', other: 'disabled' });
    expect(await activity()).toEqual([]);
    expect(server.mails.filter(({ subject }) => subject === SUBJECT)).toEqual([]);
  });
});
