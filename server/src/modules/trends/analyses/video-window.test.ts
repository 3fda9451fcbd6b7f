import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '../../../database/connect.ts';
import type { Database } from '../../../database/database.ts';
import { cloneTestDatabase } from '../../../testing/test-database.ts';
import { addVideos, type TestVideo } from '../../../testing/trend-videos.ts';
import { packWindow, TooManyVideos } from './pack-window.ts';
import { readVideoWindow } from './video-window.repository.ts';

const HOUR = 3_600_000;
const to = new Date('2026-03-01T12:00:00.000Z');
const from = new Date(to.getTime() - 30 * 24 * HOUR);
const window = { from, to };
/** No account has this number. */
const nobody = 0;
const signal = new AbortController().signal;
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

  it('videos come in the order of time and number, each once, with exact edges of the window', async () => {
    const read: string[] = [];
    for await (const batch of readVideoWindow(database, nobody, users, window))
      for (const { posted, number } of batch) read.push(`${posted} ${number}`);
    const expected = [...crowd, ...alone, ...edges]
      .filter(({ postedAt }) => postedAt > from && postedAt <= to)
      .sort(
        (one, other) => one.postedAt.getTime() - other.postedAt.getTime() || Number(BigInt(one.number) - BigInt(other.number)),
      )
      .map(({ postedAt, number }) => `${postedAt.getTime()} ${number}`);
    expect(read).toEqual(expected);
    expect(read.length).toBeGreaterThan(5_400);
  });

  it('no users or an empty window give no videos', async () => {
    const count = async (ids: readonly string[], within: typeof window) => {
      let found = 0;
      for await (const batch of readVideoWindow(database, nobody, ids, within)) found += batch.length;
      return found;
    };
    expect(await count([], window)).toBe(0);
    expect(await count(['author99'], window)).toBe(0);
    const decade = { from: new Date(from.getTime() - 3_650 * 24 * HOUR), to: new Date(from.getTime() - 365 * 24 * HOUR) };
    expect(await count(users, decade)).toBe(0);
  });

  it('videos are packed as they are read, up to the limit', async () => {
    const { packed, trendIds } = await packWindow(readVideoWindow(database, nobody, users, window), 10_000, signal);
    expect(packed.videoIds).toHaveLength(trendIds.length);
    expect([...packed.days]).toEqual([...packed.days].sort((one, other) => one - other));
    const few = packWindow(readVideoWindow(database, nobody, users, window), 3_000, signal);
    await expect(few).rejects.toBeInstanceOf(TooManyVideos);
    const left = AbortSignal.abort(new Error('left'));
    await expect(packWindow(readVideoWindow(database, nobody, users, window), 10_000, left)).rejects.toThrow('left');
  });
});
