import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { fixtureVideos, openTrendAccount, type TrendAccount } from '../../../testing/trends.fixture.ts';

describe('what an analysis finds', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await openTrendAccount(server, fixtureVideos(server.clock.now()));
  });
  afterAll(() => server.close());

  /**
   * Splits the fixture's trend in two, so that the next analysis joins them: a younger trend takes the last
   * three of seven videos.
   */
  async function splitWalk(account: TrendAccount): Promise<{ older: string; younger: string }> {
    await account.analyze();
    const [walk] = await account.trends();
    const older = walk?.trend_id ?? '';
    const { rows } = await server.database.execute<{ id: string }>(sql`
      insert into trends (account_id, name, first_seen_at, last_seen_at, centroid, reasons, digest)
      select account_id, 'Later walks', first_seen_at, last_seen_at, centroid, reasons, digest from trends where id = ${older} returning id`);
    const younger = rows[0]?.id ?? '';
    await server.database.execute(sql`
      update trend_videos set trend_id = ${younger} where account_id = ${account.workspaceId} and video_id >= '7600000000000000104'
        and trend_id = ${older}`);
    return { older, younger };
  }

  it('trends that have grown together are merged into the older one', async () => {
    const account = await openTrendAccount(server);
    const { older } = await splitWalk(account);
    expect((await account.analyze()).info).toMatchObject({ trends_merged: 1, trends_updated: 1, trends_created: 0 });
    const trends = await account.trends();
    expect(trends).toHaveLength(2);
    expect(trends[0]).toMatchObject({ trend_id: older, number_of_videos_in_trend: 7, trend_name: '#lanternwalk #oldtown' });
    expect((await account.analyze()).info).toMatchObject({ trends_merged: 0, trends_updated: 0 });
  });

  it('a merge keeps a person’s name, and stays hidden if all trends were hidden', async () => {
    const account = await openTrendAccount(server);
    const { older, younger } = await splitWalk(account);
    await account.send('PATCH', `/${younger}`, { trend_name: 'Our walks', is_hidden: true });
    await account.send('PATCH', `/${older}`, { is_hidden: true });
    expect((await account.analyze()).info).toMatchObject({ trends_merged: 1 });
    expect(await account.trends()).toHaveLength(1);
    const [walk] = await account.trends('?include_hidden=true');
    expect(walk).toMatchObject({ trend_id: older, trend_name: 'Our walks', is_renamed: true, is_hidden: true });
  });

  it.each(['older', 'younger'] as const)('a merge is visible if only the %s trend was hidden', async (hidden) => {
    const account = await openTrendAccount(server);
    const trends = await splitWalk(account);
    await account.send('PATCH', `/${trends[hidden]}`, { is_hidden: true });
    expect((await account.analyze()).info).toMatchObject({ trends_merged: 1 });
    expect((await account.trends())[0]).toMatchObject({ trend_id: trends.older, is_hidden: false, number_of_videos_in_trend: 7 });
  });

  it('a found name never replaces a person’s name of the surviving trend', async () => {
    const account = await openTrendAccount(server);
    const { older, younger } = await splitWalk(account);
    await account.send('PATCH', `/${older}`, { trend_name: 'First walks' });
    await account.send('PATCH', `/${younger}`, { trend_name: 'Our walks' });
    await account.analyze();
    expect((await account.trends())[0]).toMatchObject({ trend_id: older, trend_name: 'First walks', is_renamed: true });
  });

  it('missing reasons are restored by the next analysis', async () => {
    const account = await openTrendAccount(server);
    await account.analyze();
    const before = await account.trends();
    await server.database.execute(
      sql`update trends set reasons = '[]', centre_video_id = null, name = null where account_id = ${account.workspaceId}`,
    );
    await account.analyze();
    expect(await account.trends()).toEqual(before);
  });

  it('existing links stay, whatever the videos contain now', async () => {
    const account = await openTrendAccount(server);
    await account.analyze();
    const before = await account.trends();
    await server.database.execute(sql`update tiktok_videos set hashtags = array['renamed' || id]`);
    await account.analyze();
    const after = await account.trends();
    expect(after.map(({ number_of_videos_in_trend: videos }) => videos)).toEqual([7, 5]);
    expect(after.map(({ trend_id: id }) => id)).toEqual(before.map(({ trend_id: id }) => id));
  });
});
