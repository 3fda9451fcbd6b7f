import { pastedMatchSchema } from '@leadloom/shared/contract/match';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { fixtureVideos, openTrendAccount, type TrendAccount } from '../../testing/trends.fixture.ts';

describe('the videos of a trend as rows', () => {
  let server: TestServer;
  let owner: TrendAccount;

  beforeAll(async () => {
    server = await startTestServer();
    owner = await openTrendAccount(server, fixtureVideos(server.clock.now()));
    await owner.analyze();
  });
  afterAll(() => server.close());

  const table = async (query: string, { account } = owner) => {
    const url = `/api/v1/table/tiktok-videos${query}`;
    return (await server.app.inject({ method: 'GET', url, headers: account.headers })).json();
  };
  const idsOf = async (trendId: string): Promise<readonly number[]> => {
    const { rows } = await server.database.execute<{ id: string }>(sql`select video.id from tiktok_videos video
      join trend_videos link on video.canonical_key like '%' || link.video_id where link.trend_id = ${trendId}::bigint`);
    return rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
  };
  const shown = async (list: number) => {
    const { data } = await table(`?list=${list}&per_page=100`);
    return data.map(({ id }: { id: number }) => id).sort((one: number, other: number) => one - other);
  };

  it('are exactly those that its card counts, and another trend has others', async () => {
    for (const trend of await owner.trends()) {
      const answer = await owner.send('POST', `/${trend.trend_id}/rows`);
      expect(answer.statusCode, answer.body).toBe(201);
      const opened = pastedMatchSchema.parse(answer.json());
      const count = trend.number_of_videos_in_trend;
      const countedIn = `Trend “${trend.trend_name}”`;
      expect(opened).toEqual({ id: opened.id, table: 'tiktok-videos', lines: count, count, counted_in: countedIn });
      expect(await shown(opened.id)).toEqual(await idsOf(trend.trend_id));
      expect(await table(`/total?list=${opened.id}`)).toEqual({ total: count });
    }
  });

  it('another account has no part in it', async () => {
    const stranger = await openTrendAccount(server);
    const [trend] = await owner.trends();
    const refused = await stranger.send('POST', `/${trend?.trend_id}/rows`);
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'TRENDS.NOT_FOUND']);
    const { id } = (await owner.send('POST', `/${trend?.trend_id}/rows`)).json();
    expect((await table(`?list=${id}`, stranger)).code).toBe('ROW_LIST.NOT_FOUND');
  });

  it('an account has the last ten, and a name makes a list of one', async () => {
    const [trend] = await owner.trends();
    const open = async (): Promise<number> => (await owner.send('POST', `/${trend?.trend_id}/rows`)).json().id;
    const first = await open();
    for (let at = 0; at < 10; at += 1) await open();
    expect((await table(`?list=${first}`)).code).toBe('ROW_LIST.NOT_FOUND');
    const id = await open();
    const url = `/api/v1/lists/${id}`;
    const named = await server.app.inject({ method: 'PATCH', url, headers: owner.account.headers, payload: { name: 'Walks' } });
    expect(named.json()).toMatchObject({ id, name: 'Walks', count: trend?.number_of_videos_in_trend });
    const { rows } = await server.database.execute(sql`select pasted_lines, counted_in from row_lists where id = ${id}`);
    expect(rows).toEqual([{ pasted_lines: null, counted_in: null }]);
  });

  it('a row that is gone is missing, and the count still says how many there were', async () => {
    const [trend] = await owner.trends();
    const [gone] = await idsOf(trend?.trend_id ?? '');
    await server.database.execute(sql`delete from tiktok_videos where id = ${gone}`);
    const opened = (await owner.send('POST', `/${trend?.trend_id}/rows`)).json();
    const count = trend?.number_of_videos_in_trend ?? 0;
    expect(opened).toMatchObject({ lines: count, count: count - 1 });
  });
});
