import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Killed, openDoomedDatabase } from '@leadloom/server/testing/doomed-database';
import { findFreePort, type ServerProcess, startServerProcess } from '@leadloom/server/testing/server-process';
import { openVisitWorld, type VisitWorld } from '@leadloom/server/testing/visit-world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tell } from '../security/world.ts';
import { startRedditStandIn } from '../src/stand-ins/reddit/server.ts';
import { startTikTokStandIn } from '../src/stand-ins/tiktok/server.ts';

const counts = { 'kill points': 0, 'rows lost': 0, 'rows doubled': 0, 'pages asked for again': 0 };

describe('a server killed in the middle of a visit', { timeout: 300_000 }, () => {
  let world: VisitWorld;
  beforeAll(async () => {
    world = await openVisitWorld();
  });
  beforeEach(() => world.reset());
  afterAll(async () => {
    tell('visits, killed (R04)', counts);
    await world.close();
  });

  const posts = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `p${index}`, minutesAgo: index + 1 }));
  async function compare(expected: number): Promise<void> {
    const { rows } = await world.database.$client.query<{ rows: number; things: number }>(
      `select count(*)::int as rows, count(distinct canonical_key)::int as things,
        (select row_count::int from table_versions where table_name = 'reddit_posts') as counted from reddit_posts`,
    );
    counts['rows lost'] += expected - Number(rows[0]?.things);
    counts['rows doubled'] += Number(rows[0]?.rows) - Number(rows[0]?.things);
    expect(rows).toEqual([{ rows: expected, things: expected, counted: expected }]);
  }

  it('before any of its statements, has every row once after the next server went on', async () => {
    let deaths = 0;
    for (let statement = 1; ; statement += 1) {
      await world.reset();
      world.reddit.posts.set('kettles', posts(6));
      await world.track('reddit', ['Kettles']);
      const doomed = openDoomedDatabase(world.server.databaseUrl, statement);
      const outcome = await world.turn('reddit', { platform: { ...world.server.platform, database: doomed.database } }).then(
        () => null,
        (error: unknown) => error,
      );
      const isDead = doomed.sent.length + 1 >= statement;
      await doomed.bury();
      if (outcome !== null) expect(isKilled(outcome), `before statement ${statement}`).toBe(true);
      await world.endLeases();
      await world.turn('reddit');
      await compare(6);
      expect(await world.source('reddit', 'kettles')).toMatchObject({ state: 'ok', place: null, lease_token: null });
      if (!isDead) break;
      deaths += 1;
    }
    counts['kill points'] += deaths;
    expect(deaths).toBeGreaterThan(15);
  });

  it('as a process, again and again, has every row once and asks for few pages twice', async () => {
    const [reddit, tiktok] = [await startRedditStandIn(), await startTikTokStandIn()];
    const dataDir = await mkdtemp(join(tmpdir(), 'leadloom-visits-'));
    reddit.limits.requests = 1_000_000;
    reddit.addSubreddit('Kettles', { posts: 950 });
    for (const user of ['mila.draws', 'otto_bakes']) for (let video = 0; video < 130; video += 1) tiktok.library.addVideo(user);
    await world.track('reddit', ['Kettles']);
    await world.track('tiktok', ['mila.draws', 'otto_bakes']);
    const pages = () => reddit.requests.filter(({ path }) => path === '/r/Kettles/new');
    const pagesOf = ({ process, output }: ServerProcess) => {
      if (process.exitCode !== null) throw new Error(`the server ended: ${output()}`);
      return pages();
    };
    const start = async (): Promise<ServerProcess> => {
      const environment = { DATABASE_URL: world.server.databaseUrl, DATA_DIR: dataDir, PORT: String(await findFreePort()) };
      return startServerProcess({ ...environment, ...reddit.environment, ...tiktok.environment, LOG_LEVEL: 'warn' });
    };
    let server = await start();
    try {
      // At the request, and while its page is being stored.
      for (const [kill, delay] of [0, 5, 15, 30, 60].entries()) {
        await expect.poll(() => pagesOf(server).length, { timeout: 120_000, interval: 2 }).toBeGreaterThan(2 * kill);
        await sleep(delay);
        server.process.kill('SIGKILL');
        await once(server.process, 'close').catch(() => undefined);
        counts['kill points'] += 1;
        await world.endLeases();
        server = await start();
      }
      await expect
        .poll(async () => (await world.source('reddit', 'kettles')).state, { timeout: 120_000, interval: 100 })
        .toBe('ok');
      await expect
        .poll(async () => (await world.source('tiktok', 'otto_bakes')).state, { timeout: 120_000, interval: 100 })
        .toBe('ok');
      await compare(950);
      expect(new Set(await world.keys('tiktok_videos')).size).toBe(260);
      expect(await world.source('tiktok', 'mila.draws')).toMatchObject({ state: 'ok', follower_count: '1000', place: null });
      const asked = pages().map(({ query }) => query.after ?? '');
      const again = asked.length - new Set(asked).size;
      counts['pages asked for again'] += again;
      expect(new Set(asked).size).toBe(10);
      expect(again).toBeLessThanOrEqual(5);
    } finally {
      await server.end('SIGTERM');
      await Promise.all([reddit.close(), tiktok.close(), rm(dataDir, { recursive: true, force: true })]);
    }
  });
});

function isKilled(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof Killed) return true;
  return false;
}
