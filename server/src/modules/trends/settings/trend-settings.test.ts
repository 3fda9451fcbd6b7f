import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { fixtureVideos, openTrendAccount, type TrendAccount } from '../../../testing/trends.fixture.ts';
import { addDueAnalyses } from './trend-settings.service.ts';

const DAY = 86_400_000;
const parameters = { dbscan_eps: 0.1, min_videos_for_new_trend_decision: 7 };

describe('settings of analyses', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await openTrendAccount(server, fixtureVideos(server.clock.now()));
  });
  afterAll(() => server.close());
  const read = async (account: TrendAccount) => (await account.send('GET', '/settings')).json();
  const tasks = async (account: TrendAccount) => (await account.send('GET', '/analyze')).json().data;
  const makeDue = (account: TrendAccount, ago: string) =>
    server.database.execute(sql`
      update trend_settings set next_run_at = ${new Date(server.clock.now().getTime()).toISOString()}::timestamptz - ${ago}::interval
      where account_id = ${account.workspaceId}`);

  it('settings have defaults before they are saved', async () => {
    const account = await openTrendAccount(server);
    expect(await read(account)).toEqual({ parameters: {}, schedule: 'off', hour: 6, next_run_at: null });
  });

  it('settings can be saved repeatedly', async () => {
    const account = await openTrendAccount(server);
    const saved = await account.send('PUT', '/settings', { parameters, schedule: 'daily', hour: 4 });
    expect(saved.json()).toMatchObject({ parameters, schedule: 'daily', hour: 4 });
    const nextRun = Date.parse(saved.json().next_run_at);
    expect(nextRun).toBeGreaterThan(server.clock.now().getTime());
    expect(nextRun).toBeLessThanOrEqual(server.clock.now().getTime() + DAY);
    expect(new Date(nextRun).toISOString()).toMatch(/T04:00:00\.000Z$/);
    expect(await read(account)).toEqual(saved.json());
    await account.send('PUT', '/settings', { parameters: {}, schedule: 'off', hour: 4 });
    expect(await read(account)).toEqual({ parameters: {}, schedule: 'off', hour: 4, next_run_at: null });
  });

  it('parameters that no analysis accepts are refused', async () => {
    const account = await openTrendAccount(server);
    for (const body of [
      { parameters, schedule: 'hourly', hour: 4 },
      { parameters, schedule: 'daily', hour: 24 },
      { parameters: { dbscan_eps: 0 }, schedule: 'daily', hour: 4 },
      { parameters: { eps: 1 }, schedule: 'daily', hour: 4 },
      { parameters, schedule: 'daily' },
    ])
      expect((await account.send('PUT', '/settings', body)).statusCode).toBe(400);
    expect((await read(account)).schedule).toBe('off');
  });

  it('a due analysis runs once, whichever server checks first', async () => {
    const account = await openTrendAccount(server);
    await account.send('PUT', '/settings', { parameters, schedule: 'daily', hour: 4 });
    await addDueAnalyses(server.platform);
    expect(await tasks(account)).toEqual([]);
    // Several days were missed; they are made up for by one run.
    await makeDue(account, '9 days');
    await Promise.all(Array.from({ length: 4 }, () => addDueAnalyses(server.platform)));
    const [task, ...others] = await tasks(account);
    expect(others).toEqual([]);
    expect(task).toMatchObject({ is_scheduled: true, parameters: { ...parameters, dbscan_min_samples: 2 } });
    expect(Date.parse((await read(account)).next_run_at)).toBeGreaterThan(server.clock.now().getTime());
    // The server's own poll starts it.
    expect(await account.outcome(task.task_id)).toMatchObject({ status: 'SUCCESS', info: { trends_created: 1 } });
  });

  it.each([
    ['blocked', sql`blocked_at = now()`, sql`blocked_at = null`],
    ['not verified', sql`verified_at = null`, sql`verified_at = now()`],
  ])('no scheduled analysis runs for an account that is %s; a missed one runs once afterwards', async (_, shut, open) => {
    const account = await openTrendAccount(server);
    await account.send('PUT', '/settings', { parameters, schedule: 'daily', hour: 4 });
    const due = async () => {
      await makeDue(account, '9 days');
      await addDueAnalyses(server.platform);
      const { rows } = await server.database.execute<{ found: number }>(
        sql`select count(*)::int as found from analysis_tasks where account_id = ${account.workspaceId}`,
      );
      return rows[0]?.found;
    };
    await server.database.execute(sql`update accounts set ${shut} where id = ${account.workspaceId}`);
    expect(await due()).toBe(0);
    await server.database.execute(sql`update accounts set ${open} where id = ${account.workspaceId}`);
    expect(await due()).toBe(1);
  });

  it('a scheduled run is skipped while the account’s storage is full', async () => {
    const account = await openTrendAccount(server);
    await account.send('PUT', '/settings', { parameters, schedule: 'daily', hour: 4 });
    await server.database.execute(sql`insert into account_storage (account_id, table_name, bytes, row_count)
      values (${account.workspaceId}, 'row_notes', ${server.platform.config.accountStorageBytes}, 1)`);
    await makeDue(account, '1 minute');
    await addDueAnalyses(server.platform);
    expect(await tasks(account)).toEqual([]);
    expect(Date.parse((await read(account)).next_run_at)).toBeGreaterThan(server.clock.now().getTime());
  });

  it('a scheduled run is skipped while another one runs', async () => {
    const account = await openTrendAccount(server);
    await account.send('PUT', '/settings', { parameters, schedule: 'weekly', hour: 4 });
    await server.database.execute(sql`
      insert into analysis_tasks (id, account_id, parameters, status, lease_token, lease_until)
      values (gen_random_uuid(), ${account.workspaceId}, '{}', 'STARTED', gen_random_uuid(), now() + interval '1 hour')`);
    await makeDue(account, '1 minute');
    await addDueAnalyses(server.platform);
    expect(await tasks(account)).toMatchObject([{ status: 'STARTED', is_scheduled: false }]);
    expect(Date.parse((await read(account)).next_run_at)).toBeGreaterThan(server.clock.now().getTime());
  });
});
