import { userSchema } from '@leadloom/shared/contract/accounts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount, waitForMail } from '../../testing/accounts.ts';
import { openSandbox } from '../../testing/sandbox-visitor.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { runDueBilling } from './billing-clock.service.ts';
import { createBillingPlatform } from './billing-platform.service.ts';

describe('the subscription of a shared workspace', () => {
  let server: TestServer;
  let owner: TestAccount;
  let admin: TestAccount;
  let viewer: TestAccount;
  let workspace: SharedWorkspace;
  const call = (account: TestAccount, method: 'GET' | 'POST', path: string, payload?: object) =>
    server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: workspace.headersOf(account),
      ...(payload === undefined ? {} : { payload }),
    });
  const me = async (account: TestAccount, headers = workspace.headersOf(account)) =>
    userSchema.parse((await server.app.inject({ url: '/api/v1/me', headers })).json());

  beforeAll(async () => {
    server = await startTestServer({
      environment: { PLAN_REQUEST_LIMIT: '500', PLAN_EXPORT_LIMIT: '600', PLAN_AMOUNT_EUR: '4900' },
    });
    owner = await createVerifiedAccount(server);
    admin = await createVerifiedAccount(server);
    viewer = await createVerifiedAccount(server);
    await server.database.execute(sql`update accounts set country = 'DE' where email = ${owner.email}`);
    workspace = await createSharedWorkspace(server, owner, [
      { account: admin, role: 'admin' },
      { account: viewer, role: 'viewer' },
    ]);
  });
  afterAll(() => server.close());

  it('owners alone buy, and it serves all members there and nobody elsewhere', async () => {
    for (const account of [admin, viewer])
      expect((await call(account, 'POST', '/create-checkout-session')).json()).toMatchObject({ code: 'WORKSPACE.ROLE_MISSING' });
    const started = await call(owner, 'POST', '/create-checkout-session');
    expect(started.statusCode, started.payload).toBe(200);
    const { id, url } = started.json<{ id: string; url: string }>();
    for (const account of [admin, viewer]) {
      expect((await openSandbox(server, account).open(url)).statusCode).toBe(403);
      expect((await openSandbox(server, account).send(url, { token: 'x', action: 'pay' })).statusCode).toBe(403);
    }
    const stranger = await createVerifiedAccount(server);
    expect((await openSandbox(server, stranger).open(url)).statusCode).toBe(404);
    const visitor = openSandbox(server, owner);
    expect((await visitor.open(url)).payload).toContain(`/app/payment?workspace=${workspace.id}`);
    const paid = await visitor.submit(url, 'pay');
    expect(paid.headers.location).toBe(`/app/success?session_id=${id}&workspace=${workspace.id}`);
    for (const account of [owner, admin, viewer])
      expect(await me(account)).toMatchObject({ subscription: 'Pro', usage: { request_limit: 500, export_limit: 600 } });
    expect(await me(owner, { ...owner.headers })).toMatchObject({ subscription: null });
  });

  it('the portal and the invoices are those of the workspace', async () => {
    const { url } = (await call(owner, 'POST', '/customer-portal')).json<{ url: string }>();
    expect(url).toBe(`${server.platform.config.publicUrl}/sandbox/portal?workspace=${workspace.id}`);
    const visitor = openSandbox(server, owner);
    expect((await visitor.open(url)).statusCode).toBe(200);
    // The owner's own workspace has no subscription.
    expect((await visitor.open('/sandbox/portal')).statusCode).toBe(404);
    expect((await openSandbox(server, admin).open(url)).statusCode).toBe(403);
    const stranger = await createVerifiedAccount(server);
    expect((await openSandbox(server, stranger).open(url)).statusCode).toBe(404);
    expect((await visitor.open('/sandbox/portal?workspace=nonsense')).statusCode).toBe(404);
    const invoices = (await call(owner, 'GET', '/invoices')).json<{ invoice_url: string }[]>();
    expect(invoices).toHaveLength(1);
    const invoice = String(invoices[0]?.invoice_url);
    expect((await visitor.open(invoice)).statusCode).toBe(200);
    expect((await openSandbox(server, stranger).open(invoice)).statusCode).toBe(404);
    expect((await call(admin, 'GET', '/invoices')).json()).toMatchObject({ code: 'WORKSPACE.ROLE_MISSING' });
  });

  it('a failed payment is told to the first owner, with the way back into the workspace', async () => {
    const visitor = openSandbox(server, owner);
    const portal = `/sandbox/portal?workspace=${workspace.id}`;
    const failing = await visitor.submit(portal, 'card-fails');
    expect(failing.headers.location).toBe(portal);
    await visitor.submit(portal, 'next-date');
    await runDueBilling(createBillingPlatform(server.platform, () => undefined));
    const mail = await waitForMail(server, owner.email, /payment failed/);
    expect(mail.text).toContain('of the workspace “Northwind”');
    expect(mail.text).toContain(`/app/payment?workspace=${workspace.id}`);
    expect(server.mails.filter(({ to, subject }) => to === admin.email && /payment failed/.test(subject))).toEqual([]);
  });

  it('what is nearly used up is told to the first owner, and names the workspace', async () => {
    await server.database.execute(sql`
      insert into usage_months (account_id, month, export_count) values (${workspace.id}, date_trunc('month', ${server.clock.now().toISOString()}::timestamptz at time zone 'UTC')::date, 599)
      on conflict (account_id, month) do update set export_count = 599`);
    await server.database.execute(
      sql`insert into companies (name, country, canonical_key, source) values ('Loom', 'Peru', 'loom', 'test')`,
    );
    await server.database.execute(sql`update subscriptions set status = 'active' where account_id = ${workspace.id}`);
    const file = await call(owner, 'GET', '/table/companies/export?country=Peru');
    expect(file.statusCode, file.payload.slice(0, 200)).toBe(200);
    const mail = await waitForMail(server, owner.email, /^The workspace “Northwind” has used all its exported rows this month$/);
    expect(mail.text).toContain(`/app/dashboard?workspace=${workspace.id}`);
    expect(await accountIdOf(server, owner.email)).not.toBe(workspace.id);
  });

  it('a subscription that ends with its workspace says so, where the deletion fails afterwards', async () => {
    await server.database.execute(
      sql`create function refuse_deletion() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`,
    );
    await server.database.execute(
      sql`create trigger refuse_deletion before delete on workspaces for each row execute function refuse_deletion()`,
    );
    const answer = await server.app.inject({
      method: 'DELETE',
      url: `/api/v1/workspaces/${workspace.id}`,
      headers: owner.headers,
      payload: { confirm: 'Northwind' },
    });
    expect(answer.statusCode).toBe(500);
    const { rows } = await server.database.execute(
      sql`select cause from billing_ledger where account_id = ${workspace.id} order by id desc limit 1`,
    );
    expect(rows).toEqual([{ cause: 'workspace deleted' }]);
    expect(await me(owner)).toMatchObject({ subscription: null });
  });
});
