import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@leadloom/server/database/connect';
import type { Database } from '@leadloom/server/database/database';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { type ServerProcess, startServerProcess } from '@leadloom/server/testing/server-process';
import { cloneTestDatabase } from '@leadloom/server/testing/test-database';
import { trackUsersOf } from '@leadloom/server/testing/trend-videos';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const STOPPED = 'The server stopped during this analysis. Please run it again.';
/** Enough that it still runs when it is killed. */
const VIDEOS = 20_000;
const WAIT_MILLISECONDS = 90_000;
const USERS = ['alba.north', 'brook_y', 'cleo.k', 'dune77'];

describe('the process of a server that runs analyses', { timeout: 240_000 }, () => {
  let database: Database;
  let databaseUrl: string;
  let dataDir: string;
  let accountId: number;
  let drop: () => Promise<void>;
  const processes: ServerProcess[] = [];
  const query = (text: string, values: unknown[] = []) => database.$client.query(text, values);

  beforeAll(async () => {
    const clone = await cloneTestDatabase(inject('databaseUrl'));
    databaseUrl = clone.url;
    drop = clone.drop;
    database = connect(databaseUrl, { onIdleError: () => undefined, poolSize: 2 });
    dataDir = await mkdtemp(join(tmpdir(), 'leadloom-analysis-'));
    const { rows } = await query(
      "insert into accounts (email, password_hash) values ('analyst@example.com', 'none') returning id",
    );
    accountId = Number(rows[0]?.id);
    await trackUsersOf(database, accountId, USERS);
    await query(
      `insert into tiktok_videos (author, video, author_unique_id, posted_at, hashtags, canonical_key, source)
      select 'https://www.tiktok.com/@' || name, 'https://www.tiktok.com/@' || name || '/video/' || number, name,
        now() - interval '20 days' * (n / $1::float8), array['topic' || (n - 1) / 10, 'also' || (n - 1) / 10],
        'video:tiktok.com/video/' || number, 'test'
      from generate_series(1, $1::int) n,
        lateral (select 7400000000000000000 + n as number, ($2::text[])[1 + n % 4] as name) made`,
      [VIDEOS, USERS],
    );
  });
  afterAll(async () => {
    for (const one of processes) await one.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    await database.$client.end();
    await drop();
  });

  async function start(): Promise<ServerProcess> {
    const port = String(await findFreePort());
    const one = startServerProcess({ PORT: port, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' });
    processes.push(one);
    await one.ready();
    return one;
  }
  /** Waits until a server starts it. */
  async function addTask(): Promise<string> {
    const taskId = randomUUID();
    await query("insert into analysis_tasks (id, account_id, parameters) values ($1, $2, '{}')", [taskId, accountId]);
    return taskId;
  }
  const stateOf = async (taskId: string) =>
    (await query('select status, info, error_details from analysis_tasks where id = $1', [taskId])).rows[0];
  async function until(taskId: string, statuses: readonly string[]): Promise<void> {
    const deadline = performance.now() + WAIT_MILLISECONDS;
    for (;;) {
      const { status } = await stateOf(taskId);
      if (statuses.includes(status)) return;
      if (performance.now() > deadline || status === 'SUCCESS' || status === 'FAILURE')
        throw new Error(`the analysis is ${status}`);
      await sleep(5);
    }
  }
  const countTrends = async () =>
    (await query('select (select count(*)::int from trends) as trends, (select count(*)::int from trend_videos) as links'))
      .rows[0];

  it('a killed server leaves nothing behind; the next one reports the failed analysis and finds all of it when it is started again', async () => {
    const first = await start();
    const killed = await addTask();
    await until(killed, ['STARTED', 'PROGRESS']);
    expect(await first.end('SIGKILL')).toBeNull();
    expect(await countTrends()).toEqual({ trends: 0, links: 0 });
    expect(['STARTED', 'PROGRESS']).toContain((await stateOf(killed)).status);

    await start();
    // By itself, when its lease expires.
    await until(killed, ['FAILURE']);
    expect(await stateOf(killed)).toEqual({ status: 'FAILURE', info: null, error_details: STOPPED });
    const again = await addTask();
    await until(again, ['SUCCESS', 'FAILURE']);
    expect((await stateOf(again)).info).toMatchObject({ videos: VIDEOS, trends_created: VIDEOS / 10, videos_linked: VIDEOS });
    expect(await countTrends()).toEqual({ trends: VIDEOS / 10, links: VIDEOS });
  });

  it('a server that is told to stop reports the state of its analyses at once', async () => {
    const [running] = processes.slice(-1);
    const task = await addTask();
    await until(task, ['STARTED', 'PROGRESS']);
    expect(await running?.end('SIGTERM')).toBe(0);
    expect(await stateOf(task)).toEqual({ status: 'FAILURE', info: null, error_details: STOPPED });
    expect(await countTrends()).toEqual({ trends: VIDEOS / 10, links: VIDEOS });
  });
});
