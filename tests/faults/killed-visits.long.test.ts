import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { type ServerProcess, startServerProcess } from '@leadloom/server/testing/server-process';
import { openVisitFixture, type VisitFixture } from '@leadloom/server/testing/visits.fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from '../security/testing/security.fixture.ts';
import { startRedditStandIn } from '../src/stand-ins/reddit/server.ts';
import { startTikTokStandIn } from '../src/stand-ins/tiktok/server.ts';
import { createVisitCounts, expectEveryPostOnce } from './kill-visits.ts';

const counts = createVisitCounts();

describe('the process of a server that visits sources, killed repeatedly', { timeout: 300_000 }, () => {
  let fixture: VisitFixture;
  beforeAll(async () => {
    fixture = await openVisitFixture();
    await fixture.reset();
  });
  afterAll(async () => {
    tell('visits, processes killed (R04)', counts);
    await fixture.close();
  });

  it('every row is stored once and few pages are requested twice', async () => {
    const [reddit, tiktok] = [await startRedditStandIn(), await startTikTokStandIn()];
    const dataDir = await mkdtemp(join(tmpdir(), 'leadloom-visits-'));
    reddit.limits.requests = 1_000_000;
    reddit.addSubreddit('Kettles', { posts: 950 });
    for (const user of ['mila.draws', 'otto_bakes']) for (let video = 0; video < 130; video += 1) tiktok.catalogue.addVideo(user);
    await fixture.track('reddit', ['Kettles']);
    await fixture.track('tiktok', ['mila.draws', 'otto_bakes']);
    const pages = () => reddit.requests.filter(({ path }) => path === '/r/Kettles/new');
    const pagesOf = ({ process, output }: ServerProcess) => {
      if (process.exitCode !== null) throw new Error(`the server ended: ${output()}`);
      return pages();
    };
    const start = async (): Promise<ServerProcess> => {
      const environment = { DATABASE_URL: fixture.server.databaseUrl, DATA_DIR: dataDir, PORT: String(await findFreePort()) };
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
        await fixture.endLeases();
        server = await start();
      }
      await expect
        .poll(async () => (await fixture.source('reddit', 'kettles')).state, { timeout: 120_000, interval: 100 })
        .toBe('ok');
      await expect
        .poll(async () => (await fixture.source('tiktok', 'otto_bakes')).state, { timeout: 120_000, interval: 100 })
        .toBe('ok');
      await expectEveryPostOnce(fixture, 950, counts);
      expect(new Set(await fixture.keys('tiktok_videos')).size).toBe(260);
      expect(await fixture.source('tiktok', 'mila.draws')).toMatchObject({ state: 'ok', follower_count: '1000', place: null });
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
