import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addVideos, seriesOfVideos, type TestVideo } from '../../../testing/trend-videos.ts';
import { fixtureVideos, openTrendAccount, TRACKED } from '../../../testing/trends.fixture.ts';
import { createTrendPreviews, defaultPreviewLimits } from './preview-trends.ts';

const DAY = 86_400_000;
const CHOICES = [0.4, 0.05, 0.001, 0.2, 0.05];
const nobodyLeaves = new AbortController().signal;

describe('what-if counts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    const now = server.clock.now();
    await openTrendAccount(server, fixtureVideos(now));
    // Similar, not equal: whether they are one group depends on `eps`.
    const loose: TestVideo[] = Array.from({ length: 12 }, (_, place) => ({
      number: String(7_600_000_000_000_000_400n + BigInt(place)),
      author: TRACKED[place % 4] ?? '',
      postedAt: new Date(now.getTime() - 2 * DAY + place * 600_000),
      hashtags: ['windmill', 'coastline', ...(place % 3 === 0 ? ['sunrise'] : []), ...(place % 4 === 0 ? ['harvest'] : [])],
    }));
    await addVideos(server.database, loose);
  });
  afterAll(() => server.close());

  it('preview counts equal those of an analysis with each value', async () => {
    const account = await openTrendAccount(server);
    const given = { min_videos_for_new_trend_decision: 4 };
    const answer = await account.send('POST', '/what-if', { ...given, dbscan_eps: CHOICES });
    expect(answer.statusCode).toBe(200);
    const { videos, data } = answer.json();
    expect(data.map(({ dbscan_eps: eps }: { dbscan_eps: number }) => eps)).toEqual([0.001, 0.05, 0.2, 0.4]);
    const clusters = new Set<number>();
    for (const counted of data) {
      await account.send('DELETE', '');
      const task = await account.analyze({ ...given, dbscan_eps: counted.dbscan_eps });
      expect(task.info).toMatchObject({ videos, clusters: counted.clusters, trends_created: counted.large_clusters });
      clusters.add(counted.clusters);
    }
    expect(clusters.size).toBeGreaterThan(1);
  });

  it('a preview changes nothing', async () => {
    const account = await openTrendAccount(server);
    await account.send('POST', '/what-if', { dbscan_eps: [0.05] });
    expect(await account.trends()).toEqual([]);
    expect((await account.send('GET', '/analyze')).json()).toEqual({ data: [] });
  });

  it('a preview with no value, too many values or an invalid one is refused', async () => {
    const account = await openTrendAccount(server);
    const many = Array.from({ length: 41 }, (_, place) => 0.01 * (place + 1));
    for (const eps of [[], many, [0], [-1], ['0.1'], [1e9]])
      expect((await account.send('POST', '/what-if', { dbscan_eps: eps })).statusCode).toBe(400);
  });

  it('a preview of too many videos, or one that takes too long, is refused', async () => {
    const { workspaceId } = await openTrendAccount(server);
    const asked = { dbscan_eps: [0.05] };
    const few = createTrendPreviews(server.platform, { ...defaultPreviewLimits, maxVideos: 26 });
    await expect(few.preview(workspaceId, asked, nobodyLeaves)).rejects.toMatchObject({ code: 'TRENDS.TOO_MANY_VIDEOS' });
    const enough = createTrendPreviews(server.platform, { ...defaultPreviewLimits, maxVideos: 27 });
    expect(await enough.preview(workspaceId, asked, nobodyLeaves)).toMatchObject({ videos: 27 });
    const hasty = createTrendPreviews(server.platform, { ...defaultPreviewLimits, maxTime: 0 });
    await expect(hasty.preview(workspaceId, asked, nobodyLeaves)).rejects.toMatchObject({ code: 'TRENDS.TOO_MANY_VIDEOS' });
  });

  it('previews run one at a time per account, a few at a time overall, and not for clients that left', async () => {
    const [one, other, third] = await Promise.all([1, 2, 3].map(() => openTrendAccount(server)));
    if (one === undefined || other === undefined || third === undefined) throw new Error('no accounts');
    const asked = { dbscan_eps: [0.05] };
    const previews = createTrendPreviews(server.platform, { ...defaultPreviewLimits, slots: 1, maxWaiting: 1 });
    const first = previews.preview(one.workspaceId, asked, nobodyLeaves);
    const second = previews.preview(other.workspaceId, asked, nobodyLeaves);
    await expect(previews.preview(one.workspaceId, asked, nobodyLeaves)).rejects.toMatchObject({ code: 'TRENDS.RUNNING' });
    await expect(previews.preview(third.workspaceId, asked, nobodyLeaves)).rejects.toMatchObject({ code: 'SERVER.BUSY' });
    expect((await Promise.all([first, second])).map(({ videos }) => videos)).toEqual([27, 27]);
    const gone = AbortSignal.abort(new Error('left'));
    await expect(previews.preview(third.workspaceId, asked, gone)).rejects.toThrow();
    expect(await previews.preview(third.workspaceId, asked, nobodyLeaves)).toMatchObject({ videos: 27 });
  });

  it('previews end when the server closes', async () => {
    const { workspaceId } = await openTrendAccount(server);
    const previews = createTrendPreviews(server.platform);
    const counting = previews.preview(workspaceId, { dbscan_eps: [0.05] }, nobodyLeaves);
    previews.close();
    await expect(counting).rejects.toMatchObject({ code: 'SERVER.BUSY' });
  });

  it('a preview covers the requested days', async () => {
    const account = await openTrendAccount(server);
    const startsAt = new Date(server.clock.now().getTime() - 40 * DAY);
    const about = { hashtags: ['archive'] };
    await addVideos(
      server.database,
      seriesOfVideos({ from: 7_600_000_000_000_000_500n, videos: 3, authors: TRACKED, startsAt, every: 1, about }),
    );
    const ask = async (days: number) =>
      (await account.send('POST', '/what-if', { analysis_start_date_days_delta: days, dbscan_eps: [0.05] })).json().videos;
    expect(await ask(41)).toBe(30);
    expect(await ask(1)).toBe(0);
  });
});
