import { randomUUID } from 'node:crypto';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import {
  analyzeTrends,
  cancelAnalysis,
  deleteTrends,
  exportTrends,
  getAnalysisStatus,
  getTrendSettings,
  listAnalyses,
  listTrends,
  mergeTrends,
  previewTrends,
  saveTrendSettings,
  updateTrend,
} from '@leadloom/shared/contract/trends';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount } from '../../testing/accounts.ts';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { fixtureVideos, openTrendAccount, type TrendAccount } from '../../testing/trends.fixture.ts';

const rows: readonly EndpointDefinition[] = [
  listTrends,
  deleteTrends,
  updateTrend,
  mergeTrends,
  exportTrends,
  analyzeTrends,
  getAnalysisStatus,
  listAnalyses,
  cancelAnalysis,
  previewTrends,
  getTrendSettings,
  saveTrendSettings,
];
const verifiedRows = [analyzeTrends, previewTrends, saveTrendSettings];
const keyRows: readonly EndpointDefinition[] = [listTrends, exportTrends];
const closedToKeys = rows.filter((row) => !keyRows.includes(row));
const changingRows = rows.filter(({ method }) => method !== 'GET');

const bodies = new Map<EndpointDefinition, object>([
  [updateTrend, { trend_name: 'Taken over' }],
  [mergeTrends, { trend_ids: ['1', '2'] }],
  [analyzeTrends, {}],
  [previewTrends, { dbscan_eps: [0.05] }],
  [saveTrendSettings, { parameters: {}, schedule: 'daily', hour: 3 }],
]);

describe('access to trends', () => {
  let server: TestServer;
  let owner: TrendAccount;
  let holder: KeyHolder;
  const call = (row: EndpointDefinition, headers: Readonly<Record<string, string>>, body = bodies.get(row)) =>
    server.app.inject({
      method: row.method,
      url: `/api/v1${row.path.replace('{trend_id}', '1').replace('{task_id}', randomUUID())}`,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
  const snapshot = async () => {
    const { rows: found } = await server.database.execute(sql`
      select (select jsonb_agg(trends order by id) from trends) as trends, (select count(*) from trend_videos) as links,
        (select jsonb_agg(s order by account_id) from trend_settings s) as settings, (select count(*) from analysis_tasks) as tasks`);
    return found;
  };
  beforeAll(async () => {
    server = await startTestServer();
    owner = await openTrendAccount(server, fixtureVideos(server.clock.now()));
    await owner.analyze();
    holder = await createKeyHolder(server, owner.account);
  });
  afterAll(() => server.close());

  it.each(rows)('$method $path needs a session', async (row) => {
    const before = await snapshot();
    expect((await call(row, {})).statusCode).toBe(401);
    expect((await call(row, { authorization: 'Bearer nonsense' })).statusCode).toBe(401);
    expect(await snapshot()).toEqual(before);
  });

  it.each(verifiedRows)('$method $path needs a verified email', async (row) => {
    const { headers } = await createAccount(server);
    expect((await call(row, headers)).json()).toMatchObject({ status: 403, code: 'AUTH.NOT_VERIFIED' });
  });

  it.each(closedToKeys)('$method $path takes no API key', async (row) => {
    const before = await snapshot();
    expect((await call(row, holder.headers)).statusCode).toBe(403);
    expect(await snapshot()).toEqual(before);
  });

  it.each(keyRows)('$method $path accepts an API key and shows only its account’s trends', async (row) => {
    const stranger = await createKeyHolder(server);
    const answer = await call(row, stranger.headers);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('lanternwalk');
  });

  it('a test key sees the same invented trends everywhere, among the videos it sees, and exports them', async () => {
    const tester = await createKeyHolder(server, undefined, 'test');
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

  it.each(changingRows)('$method $path takes no cookie without its XSRF token', async (row) => {
    const { browser } = await createVerifiedAccount(server);
    const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const before = await snapshot();
    expect((await call(row, { cookie })).json()).toMatchObject({ status: 403, code: 'AUTH.XSRF_REJECTED' });
    expect(await snapshot()).toEqual(before);
  });

  it.each(rows.filter(({ body }) => body !== undefined))('$method $path takes no field it does not name', async (row) => {
    const before = await snapshot();
    const body = { ...bodies.get(row), account_id: 1 };
    expect((await call(row, owner.account.headers, body)).statusCode).toBe(400);
    expect(await snapshot()).toEqual(before);
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
