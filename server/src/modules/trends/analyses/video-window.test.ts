import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '../../../database/connect.ts';
import type { Database } from '../../../database/database.ts';
import { personalWorkspaceOf } from '../../../http/workspace.ts';
import { VIDEO_KEY } from '../../../sources/tiktok/video-id.ts';
import { cloneTestDatabase } from '../../../testing/test-database.ts';
import { addVideos, type TestVideo } from '../../../testing/trend-videos.ts';
import { WindowCollector } from '../../../trends/window/collect-window.ts';
import { openVideoWindow } from './video-window.repository.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const to = new Date('2026-03-01T12:00:00.000Z');
const from = new Date(to.getTime() - 30 * 24 * HOUR);
const window = { from, to };
/** No account has this number. */
const nobody = personalWorkspaceOf(0);
const MAX_VIDEOS = 100_000;
const CROWDED = new Date('2026-02-20T08:00:00.123Z');
const users = Array.from({ length: 7 }, (_, place) => `author${place}`);

/** More than two batches at the same time, with numbers of eighteen or nineteen digits in random order. */
const crowd: TestVideo[] = Array.from({ length: 4_500 }, (_, place) => ({
  number: String((place % 2 === 0 ? 7_600_000_000_000_000_000n : 760_000_000_000_000_000n) + BigInt((place * 7_919) % 4_500)),
  author: users[place % 7] ?? '',
  postedAt: CROWDED,
}));
/** From before the window until after it. */
const alone: TestVideo[] = Array.from({ length: 1_000 }, (_, place) => ({
  number: String(7_700_000_000_000_000_000n + BigInt(place)),
  author: users[place % 7] ?? '',
  postedAt: new Date(from.getTime() + (place - 10) * 0.74 * HOUR),
}));
const edges: TestVideo[] = [
  { number: '7800000000000000001', author: 'author0', postedAt: from },
  { number: '7800000000000000002', author: 'author0', postedAt: new Date(from.getTime() + 1) },
  { number: '7800000000000000003', author: 'author0', postedAt: to },
  { number: '7800000000000000004', author: 'author0', postedAt: new Date(to.getTime() + 1) },
];

describe('videos of a window', () => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const clone = await cloneTestDatabase(inject('databaseUrl'));
    database = connect(clone.url, { onIdleError: () => undefined, poolSize: 2 });
    drop = clone.drop;
    await addVideos(database, [...crowd, ...alone, ...edges]);
    await addVideos(database, [{ number: '7900000000000000001', author: 'somebody.else', postedAt: CROWDED }]);
    await addVideos(database, [{ number: '7900000000000000002', author: 'author0', postedAt: CROWDED }]);
    await database.execute(
      sql`update tiktok_videos set canonical_key = 'video:sha256:ab' where canonical_key like '%7900000000000000002'`,
    );
  });
  afterAll(async () => {
    await database.$client.end();
    await drop();
  });

  async function read(ids: readonly string[], within: typeof window) {
    const rows = await openVideoWindow(database, nobody, ids, within);
    const collector = new WindowCollector(VIDEO_KEY, MAX_VIDEOS);
    for (let bytes = await rows.next(); bytes !== null; bytes = await rows.next()) collector.add(Buffer.from(bytes));
    rows.close();
    return collector.finish();
  }

  it('videos come in the order of time and number, each once, with exact edges of the window', async () => {
    const { videos, videoIdOf } = await read(users, window);
    const expected = [...crowd, ...alone, ...edges]
      .filter(({ postedAt }) => postedAt > from && postedAt <= to)
      .sort(
        (one, other) => one.postedAt.getTime() - other.postedAt.getTime() || Number(BigInt(one.number) - BigInt(other.number)),
      )
      .map(({ postedAt, number }) => `${postedAt.getTime() / DAY} ${number}`);
    expect(Array.from(videos.days, (day, row) => `${day} ${videoIdOf(row)}`)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(5_400);
  });

  it('no users or an empty window give no videos', async () => {
    const count = async (ids: readonly string[], within: typeof window) => (await read(ids, within)).videos.days.length;
    expect(await count([], window)).toBe(0);
    expect(await count(['author99'], window)).toBe(0);
    const decade = { from: new Date(from.getTime() - 3_650 * DAY), to: new Date(from.getTime() - 365 * DAY) };
    expect(await count(users, decade)).toBe(0);
  });

  it('a caption is read unless a sound describes the video, and a name with a quote is only a name', async () => {
    const author = "o'author";
    const about = { author, postedAt: CROWDED, hashtags: ['#fyp'], summary: 'Lanterns' };
    const sounds = [undefined, '', ' 7001', 's'.repeat(101), '7001', 'S'.repeat(100)];
    await addVideos(
      database,
      sounds.map((soundId, place) => ({ ...about, number: String(80 + place), ...(soundId === undefined ? {} : { soundId }) })),
    );
    const { videos } = await read([author], window);
    const { offsets, termIds, vocabulary } = videos;
    const termsOf = (_: number, row: number) =>
      Array.from(termIds.subarray(offsets[row], offsets[row + 1]), (id) => vocabulary[id]);
    expect(Array.from(videos.days).map(termsOf)).toEqual([
      ['lanterns'],
      ['lanterns'],
      ['~7001'],
      ['lanterns'],
      ['~7001'],
      [`~${'S'.repeat(100)}`],
    ]);
  });

  it('reading that ends early gives its connection back, and reading everything a connection that can be used', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const rows = await openVideoWindow(database, nobody, users, window);
      expect((await rows.next())?.length).toBeGreaterThan(1_000);
      rows.close();
      expect((await read(users, window)).trendIds.length).toBeGreaterThan(5_400);
    }
  });
});
