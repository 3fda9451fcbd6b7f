import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { exportTrends, listTrends } from '@leadloom/shared/contract/trends';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { fixtureVideos, openTrendAccount, type TrendAccount } from '../../testing/trends.fixture.ts';

const keyRows: readonly EndpointDefinition[] = [listTrends, exportTrends];

/** Refusals without a session, a verified email or a token of the session are asked of every endpoint by the security tests. */
describe('access to trends', () => {
  let server: TestServer;
  let owner: TrendAccount;
  const call = ({ method, path }: EndpointDefinition, headers: Readonly<Record<string, string>>) =>
    server.app.inject({ method, url: `/api/v1${path}`, headers });
  beforeAll(async () => {
    server = await startTestServer();
    owner = await openTrendAccount(server, fixtureVideos(server.clock.now()));
    await owner.analyze();
  });
  afterAll(() => server.close());

  it.each(keyRows)('$method $path accepts an API key and shows only its account’s trends', async (row) => {
    const stranger = await createKeyHolder(server);
    const answer = await call(row, stranger.headers);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('lanternwalk');
  });

  it('a test key sees the same invented trends everywhere, among the videos it sees, and exports them', async () => {
    const tester = await createKeyHolder(server, undefined, { kind: 'test' });
    const found = listTrends.success.body.parse((await call(listTrends, tester.headers)).json());
    expect(found.length).toBeGreaterThan(1);
    const moments = found.map(({ last_seen_at: at }) => at);
    expect(moments).toEqual(moments.toSorted().toReversed());
    const [newest] = found;
    const file = async (query: string) => {
      const answer = await server.app.inject({ url: `/api/v1${exportTrends.path}${query}`, headers: tester.headers });
      return { status: answer.statusCode, lines: answer.body.trim().split('\r\n').slice(1) };
    };
    const total = found.reduce((sum, { number_of_videos_in_trend: count }) => sum + count, 0);
    expect((await file('')).lines).toHaveLength(total);
    expect((await file(`?trend_id=${newest?.trend_id}`)).lines).toHaveLength(newest?.number_of_videos_in_trend ?? 0);
    expect((await file('?trend_id=999')).status).toBe(404);
    const videos = await server.app.inject({ url: '/api/v1/table/tiktok-videos?per_page=100', headers: tester.headers });
    for (const { trend_name: name, daily, number_of_videos_in_trend: count, videos: newestVideos } of found) {
      expect(name).toContain('(sample)');
      expect(daily.counts.reduce((sum, of) => sum + of, 0)).toBe(count);
      for (const { video_url: address } of newestVideos) expect(videos.body).toContain(address);
    }
  });

  it('an account can neither read nor cancel the analyses of another account', async () => {
    const stranger = await openTrendAccount(server);
    const [task] = (await owner.send('GET', '/analyze')).json().data;
    expect((await stranger.send('GET', '/analyze')).json()).toEqual({ data: [] });
    for (const method of ['GET', 'DELETE'] as const)
      expect((await stranger.send(method, `/analyze/status/${task.task_id}`)).json()).toMatchObject({
        status: 404,
        code: 'TRENDS.TASK_NOT_FOUND',
      });
    expect(await owner.read(task.task_id)).toMatchObject({ status: 'SUCCESS' });
  });
});
