/**
 * Rules for visits of every network: one server at a time, nothing written without the lease, deletions,
 * removal of old rows.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SourceError } from '../../../sources/source-error.ts';
import { openVisitFixture, type VisitFixture } from '../../../testing/visits.fixture.ts';
import { IMPORT_LOCK, IMPORTS_AT_ONCE } from '../../imports/staging/import-session.ts';
import { removeOldRows } from './remove-old-rows.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const keyOf = (id: string) => `permalink:reddit.com/comments/${id}`;

/** Blocks until released. */
function gate() {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const pass = () => {
    reach();
    return opened;
  };
  return { reached, open, pass };
}

let fixture: VisitFixture;
const now = () => fixture.server.clock.now();
beforeAll(async () => {
  fixture = await openVisitFixture();
});
beforeEach(async () => {
  await fixture.reset();
  fixture.reddit.posts.set(
    'kettles',
    [1, 2, 3, 4].map((index) => ({ id: `k${index}`, minutesAgo: index * 10 })),
  );
  await fixture.track('reddit', ['Kettles']);
});
afterAll(() => fixture.close());

describe('servers that share a database', () => {
  it('one server at a time talks to a network', async () => {
    const door = gate();
    fixture.reddit.before = () => door.pass();
    const first = fixture.turn('reddit');
    await door.reached;
    await fixture.turn('reddit');
    expect(fixture.reddit.visits).toEqual(['Kettles -']);
    door.open();
    await first;
    expect(fixture.reddit.visits).toEqual(['Kettles -', 'Kettles t3_k2']);
    expect(await fixture.keys('reddit_posts')).toHaveLength(4);
  });

  it('servers do not wait for each other at different networks', async () => {
    const door = gate();
    fixture.reddit.before = () => door.pass();
    const first = fixture.turn('reddit');
    await door.reached;
    await fixture.track('tiktok', ['mila.draws']);
    await fixture.turn('tiktok');
    expect(fixture.tiktok.visits).toHaveLength(1);
    door.open();
    await first;
  });

  it('a server that lost its lease writes nothing more, and another one finishes the visit', async () => {
    const door = gate();
    let calls = 0;
    fixture.reddit.before = (call) => {
      calls += call.startsWith('visit') ? 1 : 0;
      return calls === 2 ? door.pass() : undefined;
    };
    const slow = fixture.turn('reddit');
    await door.reached;
    // It stops for more than a minute, holding a page that is not stored yet.
    await fixture.endLeases();
    fixture.reddit.posts.set('kettles', [{ id: 'other', minutesAgo: 1 }]);
    await fixture.database.execute(sql`update sources set place = null`);
    await fixture.turn('reddit');
    expect(await fixture.keys('reddit_posts')).toEqual([keyOf('k1'), keyOf('k2'), keyOf('other')]);
    const settled = await fixture.source('reddit', 'kettles');
    fixture.reddit.posts.set(
      'kettles',
      [1, 2, 3, 4].map((index) => ({ id: `k${index}`, minutesAgo: index * 10 })),
    );
    door.open();
    await slow;
    expect(await fixture.keys('reddit_posts')).toEqual([keyOf('k1'), keyOf('k2'), keyOf('other')]);
    expect(await fixture.source('reddit', 'kettles')).toEqual(settled);
    expect(await fixture.network('reddit')).toMatchObject({ state: 'ok', lease_token: null });
  });

  it('a server that lost its lease removes nothing and records no fault', async () => {
    await fixture.turn('reddit');
    fixture.server.clock.advance(61 * MINUTE);
    for (const error of [null, new SourceError('blocked', 'late', { isOfNetwork: true }), new Error('late')]) {
      await fixture.database.execute(sql`update sources set next_visit_at = ${now()}`);
      fixture.reddit.gone.add('t3_k1');
      const door = gate();
      fixture.reddit.before = async () => {
        await door.pass();
        if (error !== null) throw error;
      };
      const slow = fixture.turn('reddit');
      await door.reached;
      await fixture.endLeases();
      const before = await fixture.source('reddit', 'kettles');
      // Another server takes over the network.
      await fixture.database.execute(
        sql`update networks set lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute' where network = 'reddit'`,
      );
      door.open();
      await slow;
      expect(await fixture.keys('reddit_posts')).toHaveLength(4);
      expect(await fixture.source('reddit', 'kettles')).toMatchObject({ ...before, lease_token: null, lease_until: null });
      expect(await fixture.network('reddit')).toMatchObject({ state: 'ok', paused_until: null });
      await fixture.endLeases();
    }
  });

  it('after a server was killed, its visit continues once the lease has expired', async () => {
    const token = '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11';
    const place = { begunAt: now().toISOString(), at: { after: 't3_k2', count: 2 }, newest: null };
    await fixture.database.execute(
      sql`update sources set place = ${JSON.stringify(place)}::jsonb, lease_token = ${token}, lease_until = now() + interval '1 minute'`,
    );
    await fixture.database.execute(
      sql`update networks set lease_token = ${token}, lease_until = now() + interval '1 minute' where network = 'reddit'`,
    );
    await fixture.turn('reddit');
    expect(fixture.reddit.visits).toEqual([]);
    await fixture.endLeases();
    await fixture.turn('reddit');
    expect(fixture.reddit.visits).toEqual(['Kettles t3_k2']);
  });
});

describe('the metrics of visits', () => {
  it('metrics count requests, outcomes and tracked names', async () => {
    await fixture.track('reddit', ['Teapots']);
    fixture.reddit.before = (call) => {
      if (call === 'visit Teapots') throw new SourceError('private', 'so it said', { isOfNetwork: false });
    };
    await fixture.turn('reddit');
    const metrics = await fixture.metrics();
    for (const line of [
      'source_visits_total{network="reddit",state="ok"} 1',
      'source_visits_total{network="reddit",state="private"} 1',
      'source_rows_stored_total{network="reddit"} 4',
      'source_requests_total{network="reddit"} 4',
      'sources_tracked{network="reddit",state="private"} 1',
    ])
      expect(metrics).toContain(line);
  });
});

describe('a server that closes in the middle of a visit', () => {
  it('a closing server releases its leases at once and records no failure', async () => {
    const closing = new AbortController();
    const door = gate();
    let calls = 0;
    fixture.reddit.before = async (_call, signal) => {
      calls += 1;
      if (calls < 2) return;
      void door.pass();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const turn = fixture.turn('reddit', { closing: closing.signal });
    await door.reached;
    closing.abort();
    await turn;
    expect(await fixture.source('reddit', 'kettles')).toMatchObject({ state: 'waiting', failures: 0, lease_until: null });
    expect(await fixture.network('reddit')).toMatchObject({ lease_until: null });
    fixture.reddit.before = () => undefined;
    await fixture.turn('reddit');
    expect(fixture.reddit.visits).toEqual(['Kettles -', 'Kettles t3_k2', 'Kettles t3_k2']);
    expect(fixture.warnings).toEqual([]);
  });
});

describe('a visit while many files are loaded into the table', () => {
  it('a page is kept until an import has finished', async () => {
    const importer = await fixture.server.platform.direct.$client.connect();
    for (let slot = 0; slot < IMPORTS_AT_ONCE; slot += 1)
      await importer.query(`select pg_advisory_lock(${IMPORT_LOCK + slot}, hashtext('reddit_posts'))`);
    const turn = fixture.turn('reddit');
    await expect.poll(() => fixture.notes, { timeout: 30_000 }).toContain('a page waits for an import to finish');
    await importer.query('select pg_advisory_unlock_all()');
    importer.release();
    await turn;
    expect(fixture.reddit.visits).toEqual(['Kettles -', 'Kettles t3_k2']);
    expect(await fixture.keys('reddit_posts')).toHaveLength(4);
  });
});

describe('the daily look for deletions', () => {
  const addPosts = (count: number, minutesAgo: number, source = 'reddit') =>
    fixture.database.execute(sql`insert into reddit_posts (title, permalink, posted_at, canonical_key, source)
      select 'Post', 'https://www.reddit.com/r/kettles/comments/' || ${source} || n || '/x/',
        ${new Date(now().getTime() - minutesAgo * MINUTE)}::timestamptz - n * interval '1 second',
        'permalink:reddit.com/comments/' || ${source} || n, ${source}
      from generate_series(1, ${count}::int) n`);
  const total = async () => (await fixture.keys('reddit_posts')).length;
  beforeEach(() => fixture.database.execute(sql`delete from tracked_sources`));

  it('posts of the last month are checked for deletion once a day, a hundred at a time', async () => {
    await addPosts(250, 60);
    await addPosts(5, 29 * 24 * 60, 'fromfile');
    await fixture.database.execute(
      sql`update reddit_posts set posted_at = ${new Date(now().getTime() - 31 * DAY)} where canonical_key = ${keyOf('reddit7')}`,
    );
    for (const id of ['t3_reddit1', 't3_reddit120', 't3_reddit250', 't3_reddit7', 't3_fromfile1']) fixture.reddit.gone.add(id);
    await fixture.turn('reddit');
    expect(fixture.reddit.requests.gone.map(({ length }) => length)).toEqual([100, 100, 49]);
    expect(await total()).toBe(252);
    expect(await fixture.network('reddit')).toMatchObject({ recheck_place: null, rechecked_at: now(), requests: 3 });
    await fixture.turn('reddit');
    expect(fixture.reddit.requests.gone).toHaveLength(3);
    fixture.server.clock.advance(DAY);
    await fixture.turn('reddit');
    expect(fixture.reddit.requests.gone).toHaveLength(6);
  });

  it('an interrupted check for deletions continues where it stopped', async () => {
    await addPosts(250, 60);
    let calls = 0;
    fixture.reddit.before = () => {
      calls += 1;
      if (calls === 2) throw new SourceError('rate_limited', 'enough', { isOfNetwork: true });
    };
    await fixture.turn('reddit');
    expect(await fixture.network('reddit')).toMatchObject({ state: 'rate_limited', rechecked_at: null });
    const began = now();
    fixture.server.clock.advance(2 * MINUTE);
    await fixture.turn('reddit');
    const [first, second, again] = fixture.reddit.requests.gone;
    expect(again).toEqual(second);
    expect(again).not.toEqual(first);
    expect(fixture.reddit.requests.gone.map(({ length }) => length)).toEqual([100, 100, 100, 50]);
    expect(await fixture.network('reddit')).toMatchObject({ recheck_place: null, rechecked_at: began });
  });

  it('a batch that cannot be checked is skipped', async () => {
    await addPosts(150, 60);
    fixture.reddit.gone.add('t3_reddit149');
    let calls = 0;
    fixture.reddit.before = () => {
      calls += 1;
      if (calls === 1) throw new SourceError('failed', 'unreadable', { isOfNetwork: false });
    };
    await fixture.turn('reddit');
    expect(await total()).toBe(149);
    expect(fixture.warnings).toEqual(['some rows could not be checked for deletion']);
  });

  it('deleted videos are removed from trends, while requests are left for the check', async () => {
    await fixture.track('tiktok', ['mila.draws']);
    fixture.tiktok.videos.set('mila.draws', [
      { id: '711', minutesAgo: 5 },
      { id: '712', minutesAgo: 6 },
    ]);
    fixture.tiktok.gone.add('711');
    const day = now().toISOString().slice(0, 10);
    await fixture.database.execute(sql`update networks set requests = 700, requests_on = ${day} where network = 'tiktok'`);
    await fixture.turn('tiktok');
    expect(await fixture.keys('tiktok_videos')).toHaveLength(2);
    const account = await fixture.track('tiktok', []);
    await fixture.database.execute(sql`insert into trends (account_id, first_seen_at, last_seen_at, centroid, reasons, digest)
      values (${account}, now(), now(), '[]', '[]', '{}')`);
    await fixture.database.execute(sql`insert into trend_videos (account_id, video_id, trend_id, author_unique_id, video_url, posted_at)
      select ${account}, video_id, max(trends.id), 'mila.draws', 'https://www.tiktok.com/@mila.draws/video/' || video_id, now()
      from trends, unnest(array['711', '712']) video_id group by video_id`);
    await fixture.database.execute(sql`update networks set requests = 0`);
    await fixture.turn('tiktok');
    expect(await fixture.keys('tiktok_videos')).toEqual(['video:tiktok.com/video/712']);
    expect((await fixture.database.execute(sql`select video_id from trend_videos`)).rows).toEqual([{ video_id: '712' }]);
  });
});

describe('the end of old rows', () => {
  const addPosts = (count: number, days: number, source: string) =>
    fixture.database.execute(sql`insert into reddit_posts (title, permalink, posted_at, canonical_key, source)
      select 'Post', 'https://www.reddit.com/x', ${new Date(now().getTime() - days * DAY)}::timestamptz, ${`${source} ${days} `} || n, ${source}
      from generate_series(1, ${count}::int) n`);
  const withRetention = (days: number) => {
    const { platform } = fixture.server;
    const sources = { ...platform.config.sources, retentionDays: days };
    return { ...platform, config: { ...platform.config, sources } };
  };

  it('only visited rows are removed after the operator’s number of days', async () => {
    await addPosts(2_100, 40, 'reddit');
    await addPosts(3, 20, 'reddit');
    await addPosts(4, 40, 'a-file.csv');
    await removeOldRows(withRetention(0), new AbortController().signal);
    expect(await fixture.keys('reddit_posts')).toHaveLength(2_107);
    await removeOldRows(withRetention(30), new AbortController().signal);
    const { rows } = await fixture.database.execute(
      sql`select source, count(*)::int as total from reddit_posts group by source order by source`,
    );
    expect(rows).toEqual([
      { source: 'a-file.csv', total: 4 },
      { source: 'reddit', total: 3 },
    ]);
    const reasons = await fixture.database.execute(sql`select reason, count(*)::int as total from deleted_rows group by reason`);
    expect(reasons.rows).toEqual([{ reason: 'expired', total: 2_100 }]);
  });

  it('the removal of old rows stops when the server closes', async () => {
    await addPosts(3, 40, 'reddit');
    await removeOldRows(withRetention(30), AbortSignal.abort());
    expect(await fixture.keys('reddit_posts')).toHaveLength(3);
  });
});
