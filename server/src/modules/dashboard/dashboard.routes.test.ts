import { randomUUID } from 'node:crypto';
import { getDashboard } from '@leadloom/shared/contract/dashboard';
import { listSampleRows } from '@leadloom/shared/contract/sample-rows';
import { listViewNames } from '@leadloom/shared/contract/table-views';
import { tableNames, tables } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { personAnswer } from '../../testing/linkedin-answers.ts';
import { createOperator, operatorSettings } from '../../testing/operator.fixture.ts';
import { createSharedWorkspace } from '../../testing/shared-workspace.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { SAMPLE_EMAIL } from '../sample-data/sample-data.service.ts';
import { countVisits } from './dashboard.repository.ts';

describe('the dashboard', () => {
  let server: TestServer;
  let stranger: TestAccount;
  const call = (account: TestAccount, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    account.browser.call(method, path, { bearer: account.accessToken, ...(body === undefined ? {} : { body }) });
  const read = async (account: TestAccount) => getDashboard.success.body.parse((await call(account, 'GET', '/dashboard')).body);
  const samples = async (account: TestAccount) =>
    listSampleRows.success.body.parse((await call(account, 'GET', '/sample-rows')).body);

  beforeAll(async () => {
    server = await startTestServer();
    stranger = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());

  it('each first step ticks itself off when it is done, for its account alone', async () => {
    const account = await createVerifiedAccount(server);
    const id = await accountIdOf(server, account.email);
    const none = { table: false, extension: false, name: false, key: false };
    expect((await read(account)).first_steps).toEqual(none);
    expect((await call(account, 'PUT', '/visits', { table: 'companies', view_id: null })).status).toBe(200);
    expect((await read(account)).first_steps, 'a table was opened, but no row of it was seen').toEqual(none);
    for (let time = 0; time < 2; time += 1)
      expect((await call(account, 'POST', '/dashboard/first-steps/rows-seen')).status).toBe(204);
    expect((await read(account)).first_steps).toEqual({ ...none, table: true });
    await server.database.execute(sql`update accounts set linkedin_onboarded = true where id = ${id}`);
    expect((await read(account)).first_steps).toEqual({ ...none, table: true, extension: true });
    expect((await call(account, 'POST', '/tiktok/track-users', { unique_ids: ['mara.weaves'] })).status).toBe(200);
    expect((await call(account, 'POST', '/create-api-key', {})).status).toBeLessThan(300);
    expect((await read(account)).first_steps).toEqual({ table: true, extension: true, name: true, key: true });
    expect((await read(stranger)).first_steps).toEqual(none);
  });

  it('first steps that were ended stay away from their account alone', async () => {
    const account = await createVerifiedAccount(server);
    for (let time = 0; time < 2; time += 1) expect((await call(account, 'POST', '/dashboard/first-steps/end')).status).toBe(204);
    expect((await read(account)).first_steps).toBeNull();
    expect((await read(stranger)).first_steps).not.toBeNull();
  });

  it('profiles that are not collected yet are those of the workspace that is shown', async () => {
    const [lee, kim] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const shared = await createSharedWorkspace(server, kim, [{ account: lee, role: 'member' }]);
    const inShared = shared.headersOf(lee);
    const post = async (headers: Readonly<Record<string, string>>, url: string, payload: object) =>
      expect((await server.app.inject({ method: 'POST', url: `/api/v1${url}`, headers, payload })).statusCode).toBe(200);
    const collect = (headers: Readonly<Record<string, string>>, slug: string) => {
      const p1 = personAnswer({ memberId: `ACoAA${slug}`, slug, email: `${slug}@nordlys.example` });
      return post(headers, '/parse/profile', { content: { url: `https://www.linkedin.com/in/${slug}`, p1 } });
    };
    const profiles = async (headers: Readonly<Record<string, string>>) => {
      const answer = await server.app.inject({ method: 'GET', url: '/api/v1/dashboard', headers });
      return getDashboard.success.body.parse(answer.json()).work.find(({ kind }) => kind === 'profiles')?.count ?? 0;
    };
    const users = ['maren', 'aldo', 'brita', 'cato'].map((slug) => ({
      id: randomUUID(),
      url: `https://www.linkedin.com/in/${slug}`,
    }));
    await post(inShared, '/linkedin/jobs/users', { users });
    expect([await profiles(inShared), await profiles(lee.headers)]).toEqual([4, 4]);
    await collect(shared.headersOf(kim), 'maren');
    expect([await profiles(inShared), await profiles(lee.headers)], 'a colleague collected one').toEqual([3, 4]);
    await collect(inShared, 'aldo');
    expect([await profiles(inShared), await profiles(lee.headers)], 'the account collected another').toEqual([2, 4]);
    await collect(lee.headers, 'aldo');
    await collect(lee.headers, 'brita');
    expect([await profiles(inShared), await profiles(lee.headers)], 'and two for itself').toEqual([2, 2]);
    await server.database.execute(sql`update collector_rows set status = 'not_found' where profile_key = 'cato'`);
    expect([await profiles(inShared), await profiles(lee.headers)], 'one is not there').toEqual([1, 1]);
  });

  it('work that runs or waits is counted for its account alone', async () => {
    const account = await createVerifiedAccount(server);
    const id = await accountIdOf(server, account.email);
    expect((await read(account)).work).toEqual([]);
    await server.database.execute(sql`
      insert into collector_rows (account_id, id, url, profile_key, collected, status)
      values (${id}, gen_random_uuid(), 'https://www.linkedin.com/in/one', 'one', false, null),
        (${id}, gen_random_uuid(), 'https://www.linkedin.com/in/two', 'two', false, 'not_found'),
        (${id}, gen_random_uuid(), 'https://www.linkedin.com/in/three', 'three', true, 'ok')`);
    await server.database.execute(sql`
      insert into search_jobs (account_id, description, searches) values (${id}, 'Weavers', '[]'), (${id}, 'Dyers', '[]')`);
    await server.database.execute(sql`
      insert into analysis_tasks (id, account_id, status, info, parameters, lease_until)
      values (gen_random_uuid(), ${id}, 'PROGRESS', '{"status": "Comparing videos 40%"}', '{}', now() + interval '1 minute')`);
    await server.database.execute(sql`
      with added as (insert into sources (network, key, display_name, next_visit_at)
        values ('reddit', 'dashboardone', 'dashboardone', now() + interval '1 day'),
          ('reddit', 'dashboardtwo', 'dashboardtwo', now() + interval '1 day') returning id)
      insert into tracked_sources (account_id, source_id) select ${id}, id from added`);
    await server.database.execute(sql`update sources set lease_until = now() + interval '1 minute' where key = 'dashboardtwo'`);
    expect((await read(account)).work).toEqual([
      { kind: 'analysis', state: 'running', count: 1, detail: 'Comparing videos 40%' },
      { kind: 'profiles', state: 'waiting', count: 1, detail: null },
      { kind: 'searches', state: 'waiting', count: 2, detail: null },
    ]);
    // Names of a network without credentials are never visited, so they did not wait.
    expect(await countVisits(server.database, id, ['reddit'])).toEqual({ running: 1, waiting: 1 });
    expect(await countVisits(server.database, id, ['tiktok'])).toEqual({ running: 0, waiting: 0 });
    expect((await read(stranger)).work).toEqual([]);
  });

  it('tables that the account may read are counted, as their lists without filters are', async () => {
    const account = await createVerifiedAccount(server);
    await addRows(server.database, tables.reviews, [{ review_title: 'Firm' }, { review_title: 'Even' }]);
    const counts = async () => new Map((await read(account)).tables?.map(({ table, rows }) => [table, rows]));
    expect((await counts()).get('reviews')).toBe(2);
    expect((await counts()).get('shopify')).toBe(0);
    expect([...(await counts()).keys()]).toEqual(tableNames);
    await server.database.execute(
      sql`update accounts set trial_ends_at = now() - interval '1 year' where email = ${account.email}`,
    );
    const readable = tableNames.filter((name) => !tables[name].isGated);
    expect(readable).not.toEqual(tableNames);
    expect([...(await counts()).keys()]).toEqual(readable);
    await server.database.execute(sql`delete from reviews`);
  });

  it('a verified account that the settings name as an operator is told that it needs a second factor, until it has one', async () => {
    const email = 'operator@example.com';
    const named = await startTestServer({ environment: { OPERATORS: `${email}, other@example.com` } });
    try {
      const account = await createVerifiedAccount(named, email);
      const id = await accountIdOf(named, email);
      const told = async (as = account) => {
        const answer = await as.browser.call('GET', '/dashboard', { bearer: as.accessToken });
        return getDashboard.success.body.parse(answer.body).console;
      };
      expect(await told()).toBe('needs_second_factor');
      expect(await told(await createVerifiedAccount(named))).toBeUndefined();
      await named.database.execute(sql`update accounts set verified_at = null where id = ${id}`);
      named.clock.advance(60_000);
      expect(await told()).toBeUndefined();
      await named.database.execute(sql`update accounts set verified_at = now(), totp_enabled_at = now() where id = ${id}`);
      named.clock.advance(60_000);
      expect(await told()).toBeUndefined();
    } finally {
      await named.close();
    }
  });

  it('an import of a file that runs is shown to operators, however many loads of open sources came after it', async () => {
    const operating = await startTestServer({ environment: operatorSettings });
    try {
      const operator = await createOperator(operating);
      const addImport = (file: string, source: string | null, state: string, age: string) =>
        operating.database.execute(sql`
          insert into imports (table_name, file_name, started_by, open_source, options, state, started_at, lease_until)
          values ('companies', ${file}, ${source === null ? 'command' : 'source'}, ${source}, '{}', ${state},
            now() - ${age}::interval, now() + interval '1 hour')`);
      await addImport('firms.csv', null, 'running', '1 hour');
      for (let load = 0; load < 120; load += 1) await addImport(`Sites ${load}`, 'websites', 'done', '1 minute');
      const answer = await operator.browser.call('GET', '/dashboard', { bearer: operator.accessToken });
      const { work } = getDashboard.success.body.parse(answer.body);
      expect(work).toContainEqual({ kind: 'import', state: 'running', count: 0, detail: 'firms.csv' });
    } finally {
      await operating.close();
    }
  });

  it('open sources that filled a table are named, with their rows and the time of the last run', async () => {
    const account = await createVerifiedAccount(server);
    const ids = await addRows(server.database, tables.companies, [{ name: 'Filled Weavers' }, { name: 'Filled Dyers' }]);
    const at = '2026-03-31T09:00:00.000Z';
    await server.database.execute(
      sql`insert into open_sources (id, succeeded_at, last_run_at) values ('no-brreg', ${at}, ${at})`,
    );
    await server.database.execute(sql`
      insert into row_sources (table_name, row_id, source, url, as_of, fields)
      select 'companies', id, 'no-brreg', 'https://register.example/', '2026-03-31', '{name}' from unnest(${sql.param(ids)}::bigint[]) as id`);
    const filled = (await read(account)).tables?.flatMap(({ table, sources = [] }) =>
      sources.map((source) => ({ table, ...source })),
    );
    expect(filled).toEqual([{ table: 'companies', title: expect.any(String), rows: 2, at }]);
    await server.database.execute(sql`delete from companies where name like 'Filled%'`);
    await server.database.execute(sql`delete from open_sources`);
  });

  it('an operator is asked where they sell, and nobody else', async () => {
    const operating = await startTestServer({ environment: operatorSettings });
    try {
      const operator = await createOperator(operating);
      const steps = async () => {
        const answer = await operator.browser.call('GET', '/dashboard', { bearer: operator.accessToken });
        return getDashboard.success.body.parse(answer.body).first_steps;
      };
      expect(await steps()).toMatchObject({ countries: false });
      await operating.database.execute(sql`insert into open_source_settings (countries) values ('{NO}')`);
      expect(await steps()).toMatchObject({ countries: true });
    } finally {
      await operating.close();
    }
  });

  it('tables that hold sample rows are named until the samples are removed', async () => {
    expect(await samples(stranger)).toEqual({ tables: [], account: false });
    await addRows(server.database, tables.investors, [{ name: 'Real Capital' }]);
    await addRows(server.database, tables.companies, [{ name: 'Real Freight' }, { name: 'Needle Port (sample)' }]);
    await server.database.execute(sql`update companies set source = 'sample' where name like '%(sample)'`);
    server.clock.advance(10_000);
    expect(await samples(stranger)).toEqual({ tables: ['companies'], account: false });
    await server.database.execute(sql`delete from companies where source = 'sample'`);
    server.clock.advance(10_000);
    expect(await samples(stranger)).toEqual({ tables: [], account: false });
  });

  it('the sample account is told that all of it is invented', async () => {
    const sample = await createVerifiedAccount(server, SAMPLE_EMAIL);
    expect((await samples(sample)).account).toBe(true);
  });

  it('the names of views of all tables are listed, without those of others', async () => {
    const account = await createVerifiedAccount(server);
    const state = { filters: {}, columns: [], sort: null, order: null, per_page: null };
    for (const [table, name] of [
      ['people', 'Zeta'],
      ['companies', 'alpha'],
    ])
      await call(account, 'POST', '/table-views', { table, name, state, is_default: false });
    const listed = listViewNames.success.body.parse((await call(account, 'GET', '/table-view-names')).body);
    expect(listed.data.map(({ table, name }) => `${table} ${name}`)).toEqual(['companies alpha', 'people Zeta']);
    expect(listed.total).toBe(2);
    expect((await call(stranger, 'GET', '/table-view-names')).body).toEqual({ data: [], total: 0 });
  });
});
