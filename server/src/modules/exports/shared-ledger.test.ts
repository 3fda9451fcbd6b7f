import { companies } from '@leadloom/shared/tables/companies';
import { reviews } from '@leadloom/shared/tables/reviews';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, signIn, type TestAccount } from '../../testing/accounts.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { storeProfiles } from '../../testing/stored-profiles.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createKey } from '../keys/keys.service.ts';
import { createTableExports } from './exports.service.ts';

const LIMIT = 100;
const DAY = 24 * 3600 * 1000;

describe('one ledger for a workspace', () => {
  let server: TestServer;
  let owner: TestAccount;
  let admin: TestAccount;
  let kim: TestAccount;
  let noor: TestAccount;
  let viewer: TestAccount;
  let workspace: SharedWorkspace;
  const call = (account: TestAccount, path: string) =>
    server.app.inject({ url: `/api/v1/table/companies/${path}`, headers: workspace.headersOf(account) });
  const charged = async (account: TestAccount, country: string) => {
    const answer = await call(account, `export?country=${country}`);
    expect(answer.statusCode, answer.payload.slice(0, 300)).toBe(200);
    return Number(answer.headers['x-export-charged']);
  };
  const preview = async (account: TestAccount, country: string) =>
    (await call(account, `export/preview?country=${country}`)).json<Record<string, unknown>>();
  const partOf = async (account: TestAccount, limit: number | null) =>
    server.database.execute(sql`update workspace_members set export_limit = ${limit}
      where workspace_id = ${workspace.id} and account_id = ${await accountIdOf(server, account.email)}`);
  const counts = async () => {
    const { rows } = await server.database.execute<{ used: number; members: string }>(sql`
      select (select export_count from usage_months where account_id = ${workspace.id}) as used,
        (select sum(export_count) from workspace_member_months where workspace_id = ${workspace.id}) as members`);
    return { used: rows[0]?.used, members: Number(rows[0]?.members) };
  };
  const activity = async () => {
    const { rows } = await server.database.execute(sql`
      select email as by, action, target, row_count as rows from workspace_activity
      left join accounts on accounts.id = account_id where workspace_id = ${workspace.id} order by workspace_activity.id`);
    return rows;
  };

  beforeAll(async () => {
    server = await startTestServer({ environment: { TRIAL_EXPORT_LIMIT: String(LIMIT), TRIAL_DAYS: '100' } });
    for (const [country, amount] of [
      ['Ninety', 90],
      ['Nine', 9],
      ['Eight', 8],
      ['One', 1],
    ] as const)
      await addRows(
        server.database,
        companies,
        Array.from({ length: amount }, (_, index) => ({ name: `${country} ${index}`, country })),
      );
    await addRows(
      server.database,
      reviews,
      Array.from({ length: 9 }, (_, index) => ({ review_title: `Fine ${index}` })),
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    owner = await createVerifiedAccount(server);
    admin = await createVerifiedAccount(server);
    kim = await createVerifiedAccount(server);
    noor = await createVerifiedAccount(server);
    viewer = await createVerifiedAccount(server);
    workspace = await createSharedWorkspace(server, owner, [
      { account: admin, role: 'admin' },
      { account: kim, role: 'member' },
      { account: noor, role: 'member' },
      { account: viewer, role: 'viewer' },
    ]);
  });

  it('rows that one member exported are free to all members, and to nobody elsewhere', async () => {
    expect(await charged(kim, 'Nine')).toBe(9);
    expect(await charged(noor, 'Nine')).toBe(0);
    expect(await charged(admin, 'Nine')).toBe(0);
    expect(await preview(viewer, 'Nine')).toMatchObject({ rows: 9, already_exported: 9, charged: 0, used: 9, limit: LIMIT });
    const alone = await server.app.inject({ url: '/api/v1/table/companies/export?country=Nine', headers: kim.headers });
    expect(alone.headers['x-export-charged']).toBe('9');
    expect(await counts()).toEqual({ used: 9, members: 9 });
    const { rows } = await server.database.execute(
      sql`select reserved, exported_by::int as by from table_exports where account_id = ${workspace.id} order by id`,
    );
    const idOf = (account: TestAccount) => accountIdOf(server, account.email);
    expect(rows).toEqual([
      { reserved: 9, by: await idOf(kim) },
      { reserved: 0, by: await idOf(noor) },
      { reserved: 0, by: await idOf(admin) },
    ]);
  });

  it('the filter of exported rows speaks of the workspace', async () => {
    await charged(kim, 'Nine');
    const total = async (account: TestAccount, headers = workspace.headersOf(account)) => {
      const answer = await server.app.inject({ url: '/api/v1/table/companies?exported=true', headers });
      expect(answer.statusCode, answer.payload).toBe(200);
      return answer.json<{ data: unknown[] }>().data.length;
    };
    expect(await total(viewer)).toBe(9);
    expect(await total(kim, { ...kim.headers })).toBe(0);
  });

  it('the filter of exported rows is about the month in which exports are counted', async () => {
    server.clock.advance(40 * DAY);
    const { headers } = await signIn(kim.browser, kim.email, kim.password);
    const call = async (path: string) => {
      const url = `/api/v1/table/companies${path}`;
      return server.app.inject({ url, headers: { ...workspace.headersOf(kim), ...headers } });
    };
    expect((await call('/export?country=Nine')).headers['x-export-charged']).toBe('9');
    expect((await call('?exported=true&country=Nine')).json().data).toHaveLength(9);
    expect((await call('/export/preview?exported=false&country=Nine')).json()).toMatchObject({ rows: 0 });
  });

  it('a member without the right exports nothing, and a viewer previews', async () => {
    expect((await call(viewer, 'export?country=Nine')).json()).toMatchObject({ code: 'WORKSPACE.RIGHT_MISSING' });
    expect(await preview(viewer, 'Nine')).toMatchObject({ charged: 9 });
    expect(await counts()).toEqual({ used: null, members: 0 });
  });

  it('usage says what a member has of their own part, to them and to their keys', async () => {
    const usage = async (account: TestAccount) => {
      const answer = await server.app.inject({ url: '/api/v1/usage', headers: workspace.headersOf(account) });
      return answer.json<{ export_count: number; export_limit: number; member: unknown }>();
    };
    await partOf(kim, 10);
    expect(await usage(kim)).toMatchObject({ export_count: 0, export_limit: LIMIT, member: { used: 0, limit: 10 } });
    await charged(kim, 'Eight');
    await charged(noor, 'Nine');
    expect(await usage(kim)).toMatchObject({ export_count: 17, export_limit: LIMIT, member: { used: 8, limit: 10 } });
    expect(await usage(noor)).toMatchObject({ export_count: 17, export_limit: LIMIT, member: null });
    const { api_key: key } = await createKey(server.platform, {
      accountId: await accountIdOf(server, kim.email),
      workspaceId: workspace.id,
    });
    const answer = await server.app.inject({ url: '/api/v1/usage', headers: { authorization: `Bearer ${key}` } });
    expect(answer.json()).toMatchObject({ export_count: 17, member: { used: 8, limit: 10 } });
    const alone = await server.app.inject({ url: '/api/v1/usage', headers: kim.headers });
    expect(alone.json()).toMatchObject({ export_count: 0, member: null });
  });

  it('the part of a member is a part of the limit of the workspace', async () => {
    await partOf(kim, 10);
    expect(await preview(kim, 'Eight')).toMatchObject({ charged: 8, used: 0, limit: 10, remaining: 10, is_allowed: true });
    expect(await charged(kim, 'Eight')).toBe(8);
    expect(await preview(kim, 'Nine')).toMatchObject({ charged: 9, used: 8, limit: 10, remaining: 2, is_allowed: false });
    const refused = await call(kim, 'export?country=Nine&country=Eight');
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: 'WORKSPACE.MEMBER_EXPORT_LIMIT',
      message:
        'This export has 17 rows, of which 8 rows were already exported this month and are free. It needs 9 rows, but 2 of the 10 that you may export in this workspace this month are left. Ask one of its admins for more.',
    });
    expect(await counts()).toEqual({ used: 8, members: 8 });
    // Others exported them: they are free.
    expect(await charged(noor, 'Nine')).toBe(9);
    expect(await charged(kim, 'Nine')).toBe(0);
    // The workspace has less left than the member.
    await partOf(kim, 1_000);
    expect(await preview(kim, 'Ninety')).toMatchObject({ used: 17, limit: LIMIT, remaining: 83, is_allowed: false });
    expect((await call(kim, 'export?country=Ninety')).json()).toMatchObject({ code: 'EXPORT.OVER_LIMIT' });
    expect(await counts()).toEqual({ used: 17, members: 17 });
    await partOf(kim, 0);
    expect(await charged(kim, 'Nine')).toBe(0);
    expect((await call(kim, 'export?country=One')).json()).toMatchObject({ code: 'WORKSPACE.MEMBER_EXPORT_LIMIT' });
  });

  it('exports at the same time take no more than the part', async () => {
    await partOf(kim, 12);
    const headers = workspace.headersOf(kim);
    const paths = ['companies/export?country=Nine', 'reviews/export'];
    const answers = await Promise.all(paths.map((path) => server.app.inject({ url: `/api/v1/table/${path}`, headers })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    expect(await counts()).toEqual({ used: 9, members: 9 });
  });

  it('rows that were not sent are given back to the member as well', async () => {
    const [workspaceId, accountId] = [workspace.id, await accountIdOf(server, kim.email)];
    const exports = createTableExports(server.platform, server.app.log);
    const choice = { definition: companies, filters: { country: 'Ninety' } };
    const { stream, charged: reserved } = await exports.open(
      { workspaceId, accountId, isVerified: true, choice },
      { byteOrderMark: false },
    );
    expect(reserved).toBe(90);
    expect(await counts()).toEqual({ used: 90, members: 90 });
    stream.destroy();
    await exports.settled();
    expect(await counts()).toEqual({ used: 0, members: 0 });
    expect(await activity()).toEqual([]);
  });

  it('whoever was removed while their export began exports nothing', async () => {
    const [workspaceId, accountId] = [workspace.id, await accountIdOf(server, kim.email)];
    await server.database.execute(
      sql`delete from workspace_members where workspace_id = ${workspaceId} and account_id = ${accountId}`,
    );
    const exports = createTableExports(server.platform, server.app.log);
    const choice = { definition: companies, filters: { country: 'Nine' } };
    const opening = exports.open({ workspaceId, accountId, isVerified: true, choice }, { byteOrderMark: false });
    await expect(opening).rejects.toMatchObject({ code: 'WORKSPACE.NOT_FOUND' });
    expect(await counts()).toEqual({ used: null, members: 0 });
  });

  it('the activity says who exported how many rows of what, and nothing of personal workspaces', async () => {
    await charged(kim, 'Nine');
    await charged(noor, 'Nine');
    await server.app.inject({ url: '/api/v1/table/companies/export?country=One', headers: kim.headers });
    expect(await activity()).toEqual([
      { by: kim.email, action: 'exported', target: 'Companies', rows: 9 },
      { by: noor.email, action: 'exported', target: 'Companies', rows: 9 },
    ]);
    const { rows } = await server.database.execute(sql`select count(*)::int as total from workspace_activity where workspace_id in
      (select id from workspaces where personal_account_id is not null)`);
    expect(rows).toEqual([{ total: 0 }]);
  });

  it('exports of collected people are noted as well, files without rows are not, and neither counts', async () => {
    await storeProfiles(server, workspace.id, [{ fullName: 'Ines Weaver' }, { fullName: 'Omar Spinner' }]);
    const get = (account: TestAccount, path: string) =>
      server.app.inject({ url: `/api/v1${path}`, headers: workspace.headersOf(account) });
    expect((await get(kim, '/linkedin/users/export')).payload).toContain('Ines Weaver');
    expect((await get(noor, '/linkedin/users/export?format=xlsx')).statusCode).toBe(200);
    // Nothing is in these files.
    expect((await get(kim, '/linkedin/experiences/export')).statusCode).toBe(200);
    expect((await get(kim, '/tiktok/trends/export')).statusCode).toBe(200);
    expect((await get(viewer, '/linkedin/users/export')).json()).toMatchObject({ code: 'WORKSPACE.RIGHT_MISSING' });
    expect(await activity()).toEqual([
      { by: kim.email, action: 'exported', target: 'Collected people', rows: 2 },
      { by: noor.email, action: 'exported', target: 'Collected people', rows: 2 },
    ]);
    expect(await counts()).toEqual({ used: null, members: 0 });
  });

  it('exports of matches count for the member too', async () => {
    await partOf(kim, 1);
    const { rows } = await server.database.execute<{ id: string }>(
      sql`select id from companies where country = 'Eight' order by id`,
    );
    const body = { table: 'companies', ids: rows.slice(0, 2).map(({ id }) => Number(id)) };
    const send = (account: TestAccount, path: string, payload: object) =>
      server.app.inject({ method: 'POST', url: `/api/v1${path}`, headers: workspace.headersOf(account), payload });
    expect((await send(kim, '/match/export/preview', body)).json()).toMatchObject({
      charged: 2,
      remaining: 1,
      is_allowed: false,
    });
    const refused = await send(kim, '/match/export', { ...body, fields: ['name'] });
    expect(refused.json()).toMatchObject({ code: 'WORKSPACE.MEMBER_EXPORT_LIMIT' });
    expect((await send(noor, '/match/export', { ...body, fields: ['name'] })).headers['x-export-charged']).toBe('2');
    expect((await send(kim, '/match/export', { ...body, fields: ['name'] })).headers['x-export-charged']).toBe('0');
    expect(await activity()).toMatchObject([
      { by: noor.email, rows: 2 },
      { by: kim.email, rows: 2 },
    ]);
  });
});
