import { type ScheduledExport, scheduledExportSchema } from '@leadloom/shared/contract/scheduled-exports';
import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountIdOf, createVerifiedAccount, type TestAccount, waitForMail } from '../../../testing/accounts.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../../testing/shared-workspace.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

describe('scheduled exports of a shared workspace', () => {
  let server: TestServer;
  let owner: TestAccount;
  let admin: TestAccount;
  let kim: TestAccount;
  let viewer: TestAccount;
  let workspace: SharedWorkspace;
  let view: string;
  const call = (account: TestAccount, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
    server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: workspace.headersOf(account),
      ...(payload === undefined ? {} : { payload }),
    });
  const schedule = (account: TestAccount, name = 'Norway') =>
    call(account, 'POST', '/scheduled-exports', { name, every: 'weekly', watch: { kind: 'view', id: view } });
  const read = async (id: number) => {
    const answer = await call(admin, 'GET', '/scheduled-exports');
    return z
      .object({ data: z.array(scheduledExportSchema) })
      .parse(answer.json())
      .data.find((each) => each.id === id);
  };
  async function run(id: number): Promise<ScheduledExport | undefined> {
    expect((await call(admin, 'POST', `/scheduled-exports/${id}/run`)).statusCode).toBe(202);
    await expect.poll(async () => (await read(id))?.is_running, { timeout: 20_000 }).toBe(false);
    return read(id);
  }
  const months = async () => {
    const { rows } = await server.database.execute(sql`
      select email as by, export_count as count from workspace_member_months
      join accounts on accounts.id = account_id where workspace_id = ${workspace.id} order by email`);
    return rows;
  };
  const setPart = async (account: TestAccount, limit: number) =>
    server.database.execute(sql`update workspace_members set export_limit = ${limit}
      where workspace_id = ${workspace.id} and account_id = ${await accountIdOf(server, account.email)}`);

  beforeAll(async () => {
    server = await startTestServer();
    await addRows(
      server.database,
      companies,
      Array.from({ length: 5 }, (_, index) => ({ name: `Loom ${index}`, country: 'Norway' })),
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    owner = await createVerifiedAccount(server);
    admin = await createVerifiedAccount(server);
    kim = await createVerifiedAccount(server);
    viewer = await createVerifiedAccount(server);
    workspace = await createSharedWorkspace(server, owner, [
      { account: admin, role: 'admin' },
      { account: kim, role: 'member', rights: ['export', 'connect'] },
      { account: viewer, role: 'viewer' },
    ]);
    const state = { filters: { country: ['Norway'] }, columns: [], sort: null, order: null, per_page: null };
    const made = await call(kim, 'POST', '/table-views', { table: 'companies', name: 'Norway', state, is_default: false });
    expect(made.statusCode, made.payload).toBe(201);
    view = made.json<{ id: string }>().id;
  });

  it('its rows count for the member who made it, whoever has it written, and are free to all', async () => {
    const made = await schedule(kim);
    expect(made.statusCode, made.payload).toBe(201);
    expect(made.json()).toMatchObject({ created_by: kim.email });
    expect((await schedule(viewer)).json()).toMatchObject({ code: 'WORKSPACE.RIGHT_MISSING' });
    expect(await run(made.json<ScheduledExport>().id)).toMatchObject({ last: { result: 'written', rows: 5 } });
    expect(await months()).toEqual([{ by: kim.email, count: 5 }]);
    const file = await call(admin, 'GET', '/table/companies/export?country=Norway');
    expect(file.headers).toMatchObject({ 'x-export-rows': '5', 'x-export-charged': '0' });
    const mail = await waitForMail(server, kim.email, /^Norway: 5 rows$/);
    expect(mail.text).toContain(`/app/scheduled-exports?workspace=${workspace.id}`);
    const { rows } = await server.database.execute(sql`
      select email as by, action, target, row_count as rows from workspace_activity
      left join accounts on accounts.id = account_id where workspace_id = ${workspace.id} order by workspace_activity.id`);
    expect(rows).toEqual([
      { by: kim.email, action: 'connected', target: 'scheduled export “Norway”', rows: null },
      { by: kim.email, action: 'exported', target: 'Companies', rows: 5 },
      { by: admin.email, action: 'exported', target: 'Companies', rows: 5 },
    ]);
  });

  it('the part of the member who made it limits it, and the mail says so', async () => {
    await setPart(kim, 3);
    const { id } = (await schedule(kim)).json<ScheduledExport>();
    const done = await run(id);
    expect(done?.last).toMatchObject({ result: 'over_limit', rows: null });
    expect(done?.last?.detail).toContain('3 of the 3 that you may export in this workspace');
    await waitForMail(server, kim.email, /^Norway: not written$/);
    expect(await months()).toEqual([]);
  });

  it('without its maker it counts for the first owner, who gets the mail', async () => {
    const { id } = (await schedule(kim)).json<ScheduledExport>();
    // The view is the owner's, as after handing over.
    const ownerId = await accountIdOf(server, owner.email);
    await server.database.execute(sql`update table_views set created_by = ${ownerId} where account_id = ${workspace.id}`);
    await server.database.execute(
      sql`delete from workspace_members where workspace_id = ${workspace.id} and account_id = ${await accountIdOf(server, kim.email)}`,
    );
    expect(await run(id)).toMatchObject({ last: { result: 'written', rows: 5 } });
    expect(await months()).toMatchObject([{ by: owner.email, count: 5 }]);
    await waitForMail(server, owner.email, /^Norway: 5 rows$/);
  });
});
