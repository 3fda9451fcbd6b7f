import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { seriesOfVideos } from '../../testing/trend-videos.ts';
import { openTrendAccount, TRACKED } from '../../testing/trends.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a trend shows the sound its videos share, unless any sound is called so', async () => {
  const startsAt = new Date(server.clock.now().getTime() - 4 * 86_400_000);
  const series = (from: bigint, about: { readonly hashtags: string[]; readonly soundTitle: string }) =>
    seriesOfVideos({ from, videos: 5, authors: TRACKED, startsAt, every: 6, about });
  const account = await openTrendAccount(server, [
    ...series(7_600_000_000_000_000_101n, { hashtags: ['kettle'], soundTitle: 'Original Soundtrack of Kettles' }),
    ...series(7_600_000_000_000_000_201n, { hashtags: ['lantern'], soundTitle: 'Original Sound - alba' }),
    ...series(7_600_000_000_000_000_301n, { hashtags: ['harbour'], soundTitle: 'Original sound' }),
  ]);
  await account.analyze();
  const sounds = (await account.trends()).map(({ hashtags, sound }) => [hashtags[0]?.name, sound?.title ?? null]);
  expect(Object.fromEntries(sounds)).toEqual({ kettle: 'Original Soundtrack of Kettles', lantern: null, harbour: null });
});
