import { MAX_WEBHOOKS, MAX_WORKSPACE_WEBHOOKS, type Webhook } from '@leadloom/shared/contract/webhooks';
import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount, waitForMail } from '../../testing/accounts.ts';
import { countLockWaits } from '../../testing/lock-waits.ts';
import { createOperator, operatorSettings } from '../../testing/operator.fixture.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { lockWebhooks, pauseWebhooks } from '../events/pause-webhooks.service.ts';
import { judgeProposed } from './deliveries.repository.ts';

describe('webhooks of a shared workspace', () => {
  let server: TestServer;
  let owner: TestAccount;
  let admin: TestAccount;
  let kim: TestAccount;
  let viewer: TestAccount;
  let workspace: SharedWorkspace;
  let receiver: WebhookReceiver;
  const call = (account: TestAccount, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
    server.app.inject({
      method,
      url: `/api/v1/webhooks${path}`,
      headers: workspace.headersOf(account),
      ...(payload === undefined ? {} : { payload }),
    });
  const create = (account: TestAccount, url = receiver.url) => call(account, 'POST', '', { url, events: ['alert.fired'] });
  const idOf = (account: TestAccount) => accountIdOf(server, account.email);
  const leave = async (account: TestAccount) =>
    server.database.execute(
      sql`delete from workspace_members where workspace_id = ${workspace.id} and account_id = ${await idOf(account)}`,
    );

  beforeAll(async () => {
    server = await startTestServer({ environment: { ...operatorSettings, WEBHOOK_LOOPBACK: 'on' } });
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await server.close();
  });
  beforeEach(async () => {
    await server.database.execute(sql`delete from webhooks`);
    owner = await createVerifiedAccount(server);
    admin = await createVerifiedAccount(server);
    kim = await createVerifiedAccount(server);
    viewer = await createVerifiedAccount(server);
    workspace = await createSharedWorkspace(server, owner, [
      { account: admin, role: 'admin' },
      { account: kim, role: 'member', rights: ['connect'] },
      { account: viewer, role: 'viewer' },
    ]);
  });

  it('members see all, with their makers; those with the right change them, and the maker is told', async () => {
    const made = await create(kim);
    expect(made.statusCode, made.payload).toBe(201);
    const { id } = made.json<Webhook>();
    expect(made.json()).toMatchObject({ created_by: kim.email });
    for (const account of [owner, admin, kim, viewer])
      expect((await call(account, 'GET')).json()).toMatchObject({ data: [{ id, created_by: kim.email }], total: 1 });
    expect((await create(viewer)).json()).toMatchObject({ code: 'WORKSPACE.RIGHT_MISSING' });
    expect((await call(viewer, 'DELETE', `/${id}`)).json()).toMatchObject({ code: 'WORKSPACE.RIGHT_MISSING' });
    const added = await waitForMail(server, kim.email, /^A webhook was added to the workspace “Northwind”$/);
    expect(added.text).toContain(`/app/webhooks?workspace=${workspace.id}`);
    expect((await call(admin, 'PATCH', `/${id}`, { events: ['export.finished'] })).json()).toMatchObject({
      created_by: kim.email,
    });
    for (const { email } of [admin, kim])
      await waitForMail(server, email, /^A webhook was changed in the workspace “Northwind”$/);
    expect((await call(owner, 'DELETE', `/${id}`)).statusCode).toBe(204);
    const { rows } = await server.database.execute(sql`
      select email as by, action, target from workspace_activity left join accounts on accounts.id = account_id
      where workspace_id = ${workspace.id} order by workspace_activity.id`);
    const target = `webhook to ${new URL(receiver.url).host}`;
    expect(rows).toEqual([
      { by: kim.email, action: 'connected', target },
      { by: owner.email, action: 'disconnected', target },
    ]);
  });

  it('webhooks are limited for a member and for the workspace', async () => {
    const many = await Promise.all(Array.from({ length: MAX_WEBHOOKS + 5 }, () => create(kim)));
    expect(many.filter(({ statusCode }) => statusCode === 201)).toHaveLength(MAX_WEBHOOKS);
    expect((await create(admin)).statusCode).toBe(201);
    await server.database.execute(sql`
      insert into webhooks (id, account_id, created_by, url, events, secret, created_at)
        select gen_random_uuid(), ${workspace.id}, n, 'https://hooks.example.com/', '{alert.fired}', '', now()
        from generate_series(1, ${MAX_WORKSPACE_WEBHOOKS - MAX_WEBHOOKS - 1}) n`);
    expect((await create(admin)).json()).toMatchObject({
      code: 'WEBHOOK.LIMIT_REACHED',
      message: 'This workspace has reached the limit of 50 webhooks.',
    });
  });

  it('a webhook is not made by somebody who went, or lost the right, while they waited', async () => {
    const lose = async () =>
      server.database.execute(sql`update workspace_members set rights = '{export}'
        where workspace_id = ${workspace.id} and account_id = ${await idOf(kim)}`);
    for (const [account, end, code] of [
      [kim, lose, 'WORKSPACE.RIGHT_MISSING'],
      [admin, () => leave(admin), 'WORKSPACE.NOT_FOUND'],
    ] as const) {
      const creating = await server.database.transaction(async (transaction) => {
        await lockWebhooks(transaction, workspace.id);
        const answer = Promise.resolve(create(account));
        await expect.poll(() => countLockWaits(server.database, 'pg_advisory_xact_lock')).toBe(1);
        await end();
        return { answer };
      });
      expect((await creating.answer).json()).toMatchObject({ code });
    }
    expect((await call(owner, 'GET')).json()).toMatchObject({ total: 0 });
  });

  it('a webhook goes on without its maker; the first owner is told that it stopped', async () => {
    const made = await create(kim);
    const { id } = made.json<Webhook>();
    await leave(kim);
    await server.database.execute(sql`delete from accounts where email = ${kim.email}`);
    expect((await call(owner, 'GET')).json()).toMatchObject({ data: [{ created_by: FORMER_MEMBER }] });
    receiver.answer = (response) => void response.writeHead(410).end();
    expect((await call(admin, 'POST', `/${id}/test`)).statusCode).toBe(200);
    const mail = await waitForMail(server, owner.email, /was disabled$/);
    expect(mail.text).toContain('a webhook of the workspace “Northwind” stopped');
    receiver.answer = (response) => void response.writeHead(204).end();
  });

  it('the maker is told that a webhook stopped', async () => {
    const { id } = (await create(kim)).json<Webhook>();
    receiver.answer = (response) => void response.writeHead(410).end();
    expect((await call(admin, 'POST', `/${id}/test`)).statusCode).toBe(200);
    await waitForMail(server, kim.email, /was disabled$/);
    expect(server.mails.filter(({ to, subject }) => to === owner.email && /was disabled$/.test(subject))).toEqual([]);
    receiver.answer = (response) => void response.writeHead(204).end();
  });

  it('a reset of the password pauses what the member made in workspaces, and nothing of others', async () => {
    await create(kim);
    await create(admin);
    expect(await pauseWebhooks(server.database, await idOf(kim), server.clock.now())).toBe(1);
    const { data } = (await call(owner, 'GET')).json<{ data: Webhook[] }>();
    expect(new Map(data.map(({ created_by: by, state }) => [by, state]))).toEqual(
      new Map([
        [admin.email, 'active'],
        [kim.email, 'paused'],
      ]),
    );
  });

  it('what operators alone are told does not reach a workspace that an operator shares', async () => {
    const operator = await createOperator(server);
    const shared = await createSharedWorkspace(server, operator, [{ account: kim, role: 'member', rights: ['connect'] }]);
    const ids = [shared.id, await accountIdOf(server, operator.email)];
    for (const id of ids)
      await server.database.execute(sql`
        with made as (insert into webhooks (id, account_id, created_by, url, events, secret, created_at)
          values (gen_random_uuid(), ${id}, ${await accountIdOf(server, operator.email)}, 'https://hooks.example.com/', '{import.finished}', '', now())
          returning id, account_id)
        insert into webhook_deliveries (id, account_id, webhook_id, event, body, state, created_at)
          select gen_random_uuid(), account_id, id, 'import.finished', '{}', 'proposed', now() from made`);
    await judgeProposed(server.database, [...server.platform.config.operators]);
    const { rows } = await server.database.execute(sql`select account_id::int as id from webhook_deliveries`);
    expect(rows).toEqual([{ id: ids[1] }]);
  });
});
