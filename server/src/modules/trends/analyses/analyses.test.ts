import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { fixtureVideos, openTrendAccount, type TrendAccount } from '../../../testing/trends.fixture.ts';
import { createAnalysisRunner, type RunnerLimits } from './analysis-runner.ts';
import { type ClaimedTask, findTask } from './analysis-tasks.repository.ts';
import { analyzeAccount } from './analyze-account.ts';

const STOPPED = 'The server stopped during this analysis. Please run it again.';
const log = { warn: vi.fn() };
const limits: RunnerLimits = { slots: 2, renewMilliseconds: 20 };

describe('analyses', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await openTrendAccount(server, fixtureVideos(server.clock.now()));
  });
  afterAll(() => server.close());

  it('of many analyses started at once for an account, one runs', async () => {
    const account = await openTrendAccount(server);
    const answers = await Promise.all(Array.from({ length: 8 }, () => account.send('POST', '/analyze', {})));
    const begun = answers.filter(({ statusCode }) => statusCode === 202);
    expect(begun).toHaveLength(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 202))
      expect(answer.json()).toMatchObject({
        status: 409,
        code: 'TRENDS.RUNNING',
        message: 'An analysis is running. Please wait until it is done.',
      });
    await account.outcome(begun[0]?.json().task_id);
    expect((await account.analyze()).status).toBe('SUCCESS');
  });

  it('analyses of different accounts run side by side, each with its own trends', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => openTrendAccount(server)));
    const tasks = await Promise.all(accounts.map((account) => account.analyze()));
    expect(tasks.map(({ info }) => info?.trends_created)).toEqual([2, 2, 2, 2, 2]);
    for (const account of accounts) expect(await account.trends()).toHaveLength(2);
  });

  it('an analysis without tracked users finds nothing', async () => {
    const account = await openTrendAccount(server);
    await server.database.execute(sql`delete from tracked_sources where account_id = ${account.workspaceId}`);
    expect((await account.analyze()).info).toMatchObject({ videos: 0, clusters: 0, trends_created: 0 });
  });

  it('an analysis uses the given parameters, and defaults for the rest', async () => {
    const account = await openTrendAccount(server);
    const task = await account.analyze({ min_videos_for_new_trend_decision: 6, analysis_start_date_days_delta: 7 });
    expect(task.parameters).toEqual({
      dbscan_eps: 0.05,
      dbscan_min_samples: 2,
      pairwise_decay_k: 0.017,
      analysis_start_date_days_delta: 7,
      min_videos_for_new_trend_decision: 6,
    });
    expect(task.info).toMatchObject({ trends_created: 1, videos_linked: 7 });
    for (const body of [{ dbscan_eps: 0 }, { dbscan_min_samples: 1.5 }, { pairwise_decay_k: -1 }, { dbscan_eps: '0.1' }])
      expect((await account.send('POST', '/analyze', body)).statusCode).toBe(400);
  });

  it('analyses are listed newest first, and the last twenty are kept', async () => {
    const account = await openTrendAccount(server);
    await server.database.execute(sql`
      insert into analysis_tasks (id, account_id, status, parameters, created_at)
      select gen_random_uuid(), ${account.workspaceId}, 'SUCCESS', '{}', now() - interval '1 day' - n * interval '1 hour'
      from generate_series(1, 30) n`);
    const task = await account.analyze();
    const { data } = (await account.send('GET', '/analyze')).json();
    expect(data).toHaveLength(20);
    expect(data[0]).toEqual(task);
    const { rows } = await server.database.execute(
      sql`select count(*)::int as kept from analysis_tasks where account_id = ${account.workspaceId}`,
    );
    expect(rows).toEqual([{ kept: 20 }]);
  });

  it('a running analysis blocks deleting and merging trends, but not renaming', async () => {
    const account = await openTrendAccount(server);
    await account.analyze();
    const [one, other] = await account.trends();
    const task = await addTaskOf(account);
    expect((await account.send('DELETE', '')).json()).toMatchObject({ status: 409, code: 'TRENDS.RUNNING' });
    const merge = { trend_ids: [one?.trend_id, other?.trend_id] };
    expect((await account.send('POST', '/merge', merge)).json()).toMatchObject({ status: 409, code: 'TRENDS.RUNNING' });
    expect((await account.send('PATCH', `/${one?.trend_id}`, { trend_name: 'Ours' })).statusCode).toBe(200);
    expect((await account.send('DELETE', `/analyze/status/${task}`)).statusCode).toBe(204);
    expect((await account.send('DELETE', '')).json()).toMatchObject({ trends_deleted: 2 });
  });

  it('a pending or running analysis can be cancelled; a finished one stays unchanged', async () => {
    const account = await openTrendAccount(server);
    const waiting = await addTaskOf(account);
    expect((await account.send('DELETE', `/analyze/status/${waiting}`)).statusCode).toBe(204);
    expect(await account.read(waiting)).toMatchObject({
      status: 'FAILURE',
      info: null,
      error_details: 'This analysis was cancelled. No trends were changed.',
    });
    const begun = await account.start();
    await account.send('DELETE', `/analyze/status/${begun}`);
    expect(['SUCCESS', 'FAILURE']).toContain((await account.outcome(begun)).status);
    const done = await account.analyze();
    await account.send('DELETE', `/analyze/status/${done.task_id}`);
    expect(await account.read(done.task_id)).toEqual(done);
  });

  /** Adds a task that no server runs yet; this server's runner is not told of it. */
  async function addTaskOf({ workspaceId }: TrendAccount): Promise<string> {
    const { rows } = await server.database.execute<{ id: string }>(sql`
      insert into analysis_tasks (id, account_id, parameters, status, lease_token, lease_until)
      values (gen_random_uuid(), ${workspaceId}, '{}', 'STARTED', gen_random_uuid(), now() + interval '1 hour') returning id`);
    return rows[0]?.id ?? '';
  }

  it('an analysis whose lease has expired fails and can be run again', async () => {
    const account = await openTrendAccount(server);
    const task = await addTaskOf(account);
    const runner = createAnalysisRunner(server.platform, log, limits);
    await runner.poll();
    expect((await account.read(task)).status).toBe('STARTED');
    await server.database.execute(sql`update analysis_tasks set lease_until = now() - interval '1 second' where id = ${task}`);
    await runner.poll();
    expect(await account.read(task)).toMatchObject({ status: 'FAILURE', error_details: STOPPED });
    expect((await account.analyze()).status).toBe('SUCCESS');
    await runner.close();
  });

  it('an analysis that lost its lease saves nothing', async () => {
    const account = await openTrendAccount(server);
    const id = await addTaskOf(account);
    await server.database.execute(sql`update analysis_tasks set lease_token = gen_random_uuid() where id = ${id}`);
    const task: ClaimedTask = {
      id,
      token: '00000000-0000-4000-8000-000000000000',
      workspaceId: account.workspaceId,
      parameters: {},
    };
    const run = { signal: new AbortController().signal, report: () => undefined };
    await expect(analyzeAccount(server.platform, task, run)).rejects.toThrow('the task was lost');
    expect(await account.trends()).toEqual([]);
    expect((await account.read(id)).status).toBe('STARTED');
  });

  it('an analysis reports its steps', async () => {
    const account = await openTrendAccount(server);
    const id = await addTaskOf(account);
    const row = await findTask(server.database, account.workspaceId, id);
    const reported: string[] = [];
    const task = { id, token: row?.leaseToken ?? '', workspaceId: account.workspaceId, parameters: {} };
    await analyzeAccount(server.platform, task, {
      signal: new AbortController().signal,
      report: (status) => reported.push(status),
    });
    expect(reported.filter((status) => !status.startsWith('Comparing'))).toEqual([
      'Reading videos',
      'Weighting terms',
      'Saving trends',
    ]);
    expect(reported).toContain('Comparing videos 100%');
    expect((await account.read(id)).status).toBe('SUCCESS');
  });
});
