import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { fixtureVideos, openTrendAccount } from '../../testing/trends.fixture.ts';
import { forgetVideos } from './forget-videos.service.ts';

const walkIds = Array.from({ length: 7 }, (_, place) => `760000000000000010${place}`);

describe('forgetting videos', () => {
  let server: TestServer;
  const analysed = async () => {
    const account = await openTrendAccount(server);
    await account.analyze();
    return account;
  };
  beforeAll(async () => {
    server = await startTestServer();
    await openTrendAccount(server, fixtureVideos(server.clock.now()));
  });
  afterAll(() => server.close());

  it('deleted videos leave the trends of all accounts, whose digests are updated', async () => {
    const accounts = [await analysed(), await analysed()];
    const [before] = (await accounts[0]?.trends()) ?? [];
    await forgetVideos(server.database, [walkIds[6] ?? '', walkIds[0] ?? '', '1', "it's none"]);
    for (const account of accounts) {
      const [walk, song] = await account.trends();
      expect(walk).toMatchObject({ trend_name: '#lanternwalk #oldtown', number_of_videos_in_trend: 5 });
      expect(walk?.videos.map(({ video_id: id }) => id)).toEqual(walkIds.slice(1, 6).reverse());
      expect(walk?.daily.counts.reduce((sum, count) => sum + count, 0)).toBe(5);
      expect(Date.parse(walk?.last_seen_at ?? '')).toBe(Date.parse(before?.last_seen_at ?? '') - 12 * 3_600_000);
      expect(Date.parse(walk?.first_seen_at ?? '')).toBe(Date.parse(before?.first_seen_at ?? '') + 12 * 3_600_000);
      expect(song?.number_of_videos_in_trend).toBe(5);
    }
  });

  it('a trend without videos is deleted, and a deleted centre video is cleared', async () => {
    const account = await analysed();
    const [walk] = await account.trends();
    await forgetVideos(server.database, [walk?.centre_video?.video_id ?? '']);
    expect((await account.trends())[0]?.centre_video).toBeNull();
    await forgetVideos(server.database, walkIds);
    expect((await account.trends()).map(({ trend_name: name }) => name)).toEqual(['Harbour Song']);
  });

  it('removing videos is part of the caller’s transaction', async () => {
    const account = await analysed();
    const before = await account.trends();
    const undone = server.database.transaction(async (transaction) => {
      await forgetVideos(transaction, walkIds);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await account.trends()).toEqual(before);
    await forgetVideos(server.database, []);
    expect(await account.trends()).toEqual(before);
  });

  it('removing videos during an analysis leaves only existing trends', async () => {
    const account = await analysed();
    await server.database.execute(
      sql`delete from trend_videos where account_id = ${account.workspaceId} and video_id <> ${walkIds[3]}`,
    );
    const id = await account.start();
    await forgetVideos(server.database, walkIds);
    expect((await account.outcome(id)).status).toBe('SUCCESS');
    for (const trend of await account.trends()) expect(trend.number_of_videos_in_trend).toBeGreaterThan(0);
  });
});
