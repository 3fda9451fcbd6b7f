import { randomUUID } from 'node:crypto';
import { personalWorkspaceOf, type WorkspaceId } from '@leadloom/server/http/workspace';
import { createAnalysisRunner, defaultRunnerLimits } from '@leadloom/server/modules/trends/analyses/analysis-runner';
import { analyzeAccount } from '@leadloom/server/modules/trends/analyses/analyze-account';
import { listTrends } from '@leadloom/server/modules/trends/trends.repository';
import { isKilled, openDoomedDatabase } from '@leadloom/server/testing/doomed-database';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { addVideos, trackUsersOf } from '@leadloom/server/testing/trend-videos';
import { fixtureVideos, TRACKED } from '@leadloom/server/testing/trends.fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from '../security/testing/security.fixture.ts';

const STOPPED = 'The server stopped during this analysis. Please run it again.';
/** More than there are: beyond the last one the work simply succeeds. */
const STATEMENTS = 60;

interface Task {
  readonly id: string;
  readonly token: string;
  readonly workspaceId: WorkspaceId;
  readonly parameters: object;
}

describe('a server killed while it analyses', { timeout: 240_000 }, () => {
  let server: TestServer;
  const counts = { 'kill points': 0, 'half-saved analyses': 0 };
  beforeAll(async () => {
    server = await startTestServer();
    await addVideos(server.database, fixtureVideos(server.clock.now()));
  });
  afterAll(async () => {
    tell('analyses of trends, killed', counts);
    await server.close();
  });
  const query = (text: string, values: unknown[] = []) => server.database.$client.query(text, values);

  async function addAccount(): Promise<WorkspaceId> {
    const { rows } = await query("insert into accounts (email, password_hash) values ($1, 'none') returning id", [
      `crash-${randomUUID()}@example.com`,
    ]);
    const accountId = personalWorkspaceOf(Number(rows[0]?.id));
    await trackUsersOf(server.database, accountId, TRACKED);
    return accountId;
  }
  /** The state once a server has started it. */
  async function addTask(workspaceId: WorkspaceId): Promise<Task> {
    const [id, token] = [randomUUID(), randomUUID()];
    await query(
      `insert into analysis_tasks (id, account_id, status, parameters, lease_token, lease_until)
      values ($1, $2, 'STARTED', '{}', $3, now() + interval '1 hour')`,
      [id, workspaceId, token],
    );
    return { id, token, workspaceId, parameters: {} };
  }
  const watch = () => ({ signal: new AbortController().signal, report: () => undefined });
  const stateOf = async ({ id }: Task) =>
    (await query('select status, error_details from analysis_tasks where id = $1', [id])).rows[0];
  /** Everything that is kept, except the ids of trends. */
  async function kept(workspaceId: WorkspaceId): Promise<unknown> {
    const trends = await listTrends(server.database, workspaceId, { isWithHidden: true }, server.clock.now());
    return trends.map(({ trend_id: _, ...trend }) => trend);
  }

  it('a server killed before any statement of an analysis saves nothing, and the next run finds the same', async () => {
    const whole = await addTask(await addAccount());
    await analyzeAccount(server.platform, whole, watch());
    const expected = await kept(whole.workspaceId);
    expect(expected).toHaveLength(2);

    let deaths = 0;
    for (let statement = 1; statement <= STATEMENTS; statement += 1) {
      const task = await addTask(await addAccount());
      const doomed = openDoomedDatabase(server.databaseUrl, statement);
      const isDone = await analyzeAccount({ ...server.platform, database: doomed.database }, task, watch()).then(
        () => true,
        (error: unknown) => {
          if (isKilled(error)) return false;
          throw error;
        },
      );
      await doomed.bury();
      if (isDone) break;
      deaths += 1;
      const left = await kept(task.workspaceId);
      if (Array.isArray(left) && left.length > 0) counts['half-saved analyses'] += 1;
      expect(left, `killed before statement ${statement}`).toEqual([]);
      expect((await stateOf(task)).status).toBe('STARTED');

      await query("update analysis_tasks set lease_until = now() - interval '1 second' where id = $1", [task.id]);
      const runner = createAnalysisRunner(server.platform, { warn: () => undefined }, { ...defaultRunnerLimits, slots: 0 });
      await runner.poll();
      expect(await stateOf(task)).toEqual({ status: 'FAILURE', error_details: STOPPED });
      await analyzeAccount(server.platform, await addTask(task.workspaceId), watch());
      expect(await kept(task.workspaceId), `run again after death before statement ${statement}`).toEqual(expected);
    }
    counts['kill points'] += deaths;
    // Known trends and tracked users; the window in one transaction of three; nothing is written before it. Then begin, known
    // trends held and named, the two new ones, their links, the sizes of trends, their digests, a look for empty ones, the
    // trends again, whether an alert wants them, the videos a day, whether a webhook wants them, the task's end, commit.
    expect(deaths).toBe(19);
  });
});
