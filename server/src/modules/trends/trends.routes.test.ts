import { MAX_MERGED_TRENDS, type Trend } from '@leadloom/shared/contract/trends';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { readWorkbook } from '../../testing/read-workbook.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addVideos, seriesOfVideos } from '../../testing/trend-videos.ts';
import { fixtureVideos, openTrendAccount, TRACKED, type TrendAccount } from '../../testing/trends.fixture.ts';

const DAY = 86_400_000;
const NO_TREND = '999999999';

describe('trends', () => {
  let server: TestServer;
  let owner: TrendAccount;
  /** All rows of both tables. */
  const tables = async ({ workspaceId }: TrendAccount) => {
    const { rows } = await server.database.execute(sql`
      select (select jsonb_agg(to_jsonb(trends) || jsonb_build_object('xmin', xmin::text) order by id) from trends where account_id = ${workspaceId}) as trends,
        (select jsonb_agg(to_jsonb(v) || jsonb_build_object('xmin', xmin::text) order by video_id) from trend_videos v where account_id = ${workspaceId}) as links`);
    return rows[0];
  };
  const named = (trends: readonly Trend[], name: string): Trend => {
    const found = trends.find(({ trend_name: candidate }) => candidate === name);
    if (found === undefined) throw new Error(`no trend ${name} among ${trends.map((trend) => trend.trend_name).join()}`);
    return found;
  };
  /** A separate account that has analysed the same videos. */
  const analysed = async () => {
    const account = await openTrendAccount(server);
    await account.analyze();
    return account;
  };
  beforeAll(async () => {
    server = await startTestServer();
    owner = await openTrendAccount(server, fixtureVideos(server.clock.now()));
  });
  afterAll(() => server.close());

  it('there are no trends before an analysis', async () => {
    expect(await (await openTrendAccount(server)).trends()).toEqual([]);
  });

  it('an analysis finds trends, and the list shows them completely', async () => {
    const task = await owner.analyze();
    expect(task).toMatchObject({
      status: 'SUCCESS',
      error_details: null,
      is_scheduled: false,
      parameters: { dbscan_eps: 0.05, dbscan_min_samples: 2, analysis_start_date_days_delta: 30 },
      info: { videos: 15, clusters: 2, trends_created: 2, trends_updated: 0, trends_merged: 0, videos_linked: 12 },
    });
    const trends = await owner.trends();
    expect(trends).toHaveLength(2);
    const [walk, song] = trends;
    const now = server.clock.now().getTime();
    expect(walk).toMatchObject({
      trend_name: '#lanternwalk #oldtown',
      is_renamed: false,
      is_hidden: false,
      first_seen_at: new Date(now - 6 * DAY).toISOString(),
      last_seen_at: new Date(now - 3 * DAY).toISOString(),
      number_of_videos_in_trend: 7,
      author_count: 4,
      hashtags: [
        { name: 'lanternwalk', videos: 7 },
        { name: 'oldtown', videos: 7 },
      ],
      sound: null,
      centre_video: { summary: 'Lanterns again' },
      velocity: { recent: 0, before: 1 },
    });
    expect(walk?.authors[0]).toEqual({ unique_id: 'alba.north', videos: 2 });
    expect(walk?.videos[0]).toEqual({
      video_id: '7600000000000000106',
      video_url: 'https://www.tiktok.com/@cleo.k/video/7600000000000000106',
    });
    expect(walk?.videos).toHaveLength(7);
    expect(walk?.daily.counts.reduce((sum, count) => sum + count, 0)).toBe(7);
    expect(walk?.daily.first_day).toBe(new Date(now - 6 * DAY).toISOString().slice(0, 10));
    expect(walk?.reasons.map(({ kind, text }) => `${kind} ${text}`).sort()).toEqual(['hashtag lanternwalk', 'hashtag oldtown']);
    expect(walk?.reasons[0]).toMatchObject({ coverage: 1, share: 0.5 });
    expect(song).toMatchObject({
      trend_name: 'Harbour Song',
      number_of_videos_in_trend: 5,
      sound: { id: '7001', title: 'Harbour Song', videos: 5 },
      hashtags: [],
      reasons: [{ kind: 'sound', text: 'Harbour Song', coverage: 1, share: 1 }],
    });
  });

  it('repeated analyses of the same videos change no row', async () => {
    const account = await analysed();
    const before = await tables(account);
    for (let run = 0; run < 2; run += 1) {
      const { info } = await account.analyze();
      expect(info).toMatchObject({ trends_created: 0, trends_updated: 0, trends_merged: 0, videos_linked: 0 });
      expect(await tables(account)).toEqual(before);
    }
  });

  it('trends belong to the account that found them', async () => {
    const [one, other] = [await analysed(), await openTrendAccount(server)];
    const [trend] = await one.trends();
    expect(await other.trends()).toEqual([]);
    expect((await other.send('PATCH', `/${trend?.trend_id}`, { trend_name: 'Mine' })).statusCode).toBe(404);
    const ids = (await one.trends()).map(({ trend_id: id }) => id);
    expect((await other.send('POST', '/merge', { trend_ids: ids })).statusCode).toBe(404);
    expect((await other.send('GET', `/export?trend_id=${trend?.trend_id}`)).statusCode).toBe(404);
    expect((await other.send('DELETE', '')).json()).toMatchObject({ trends_deleted: 0, video_links_deleted: 0 });
    expect(await one.trends()).toHaveLength(2);
  });

  it('a trend keeps a person’s name, and gets its found name back on request', async () => {
    const account = await analysed();
    const walk = named(await account.trends(), '#lanternwalk #oldtown');
    const renamed = await account.send('PATCH', `/${walk.trend_id}`, { trend_name: '  Walks at night ' });
    expect(renamed.json()).toMatchObject({ trend_name: 'Walks at night', is_renamed: true });
    await account.analyze();
    expect(named(await account.trends(), 'Walks at night').is_renamed).toBe(true);
    const cleared = await account.send('PATCH', `/${walk.trend_id}`, { trend_name: null });
    expect(cleared.json()).toMatchObject({ trend_name: '#lanternwalk #oldtown', is_renamed: false });
    await account.analyze();
    expect(named(await account.trends(), '#lanternwalk #oldtown').trend_id).toBe(walk.trend_id);
  });

  it('a trend without a found name keeps its given name', async () => {
    const account = await analysed();
    const ids = (await account.trends()).map(({ trend_id: id }) => id);
    const merged = (await account.send('POST', '/merge', { trend_ids: ids })).json();
    await account.send('PATCH', `/${merged.trend_id}`, { trend_name: 'Walks and songs' });
    const kept = { trend_name: 'Walks and songs', is_renamed: true };
    expect((await account.send('PATCH', `/${merged.trend_id}`, { trend_name: null })).json()).toMatchObject(kept);
  });

  it('hiding a trend survives an analysis', async () => {
    const account = await analysed();
    const walk = named(await account.trends(), '#lanternwalk #oldtown');
    expect((await account.send('PATCH', `/${walk.trend_id}`, { is_hidden: true })).json()).toEqual({ ...walk, is_hidden: true });
    await account.analyze();
    expect(await account.trends()).toHaveLength(1);
    expect(await account.trends('?include_hidden=false')).toHaveLength(1);
    expect(await account.trends('?include_hidden=true')).toHaveLength(2);
    await account.send('PATCH', `/${walk.trend_id}`, { is_hidden: false });
    expect(await account.trends()).toHaveLength(2);
  });

  it('an empty change, a long name and an unknown trend are refused', async () => {
    const account = await analysed();
    const [trend] = await account.trends();
    expect((await account.send('PATCH', `/${trend?.trend_id}`, {})).json()).toEqual(trend);
    for (const body of [{ trend_name: ' ' }, { trend_name: 'x'.repeat(121) }, { is_renamed: true }])
      expect((await account.send('PATCH', `/${trend?.trend_id}`, body)).statusCode).toBe(400);
    const missing = await account.send('PATCH', `/${NO_TREND}`, { is_hidden: true });
    expect(missing.json()).toMatchObject({ status: 404, code: 'TRENDS.NOT_FOUND' });
    expect(await account.trends()).toContainEqual(trend);
  });

  it('merged trends stay merged', async () => {
    const account = await analysed();
    const [walk, song] = await account.trends();
    if (walk === undefined || song === undefined) throw new Error('no two trends');
    const oldest = Number(walk.trend_id) < Number(song.trend_id) ? walk : song;
    const merged = (await account.send('POST', '/merge', { trend_ids: [song.trend_id, walk.trend_id, song.trend_id] })).json();
    expect(merged).toMatchObject({
      trend_id: oldest.trend_id,
      trend_name: oldest.trend_name,
      number_of_videos_in_trend: 12,
      first_seen_at: song.first_seen_at,
      last_seen_at: walk.last_seen_at,
      reasons: [],
      centre_video: null,
    });
    expect(merged.videos).toHaveLength(10);
    expect((await account.analyze()).info).toMatchObject({ trends_created: 0, trends_merged: 0, videos_linked: 0 });
    expect(await account.trends()).toMatchObject([{ trend_id: oldest.trend_id, number_of_videos_in_trend: 12 }]);
  });

  it('a merge keeps a person’s name, whichever trend has it', async () => {
    const account = await analysed();
    const trends = await account.trends();
    const youngest = trends.reduce((one, other) => (Number(other.trend_id) > Number(one.trend_id) ? other : one));
    await account.send('PATCH', `/${youngest.trend_id}`, { trend_name: 'What we follow' });
    const merged = await account.send('POST', '/merge', { trend_ids: trends.map(({ trend_id: id }) => id) });
    expect(merged.json()).toMatchObject({ trend_name: 'What we follow', is_renamed: true });
  });

  it('a trend is not merged with an unknown trend or with itself', async () => {
    const account = await analysed();
    const before = await tables(account);
    const [trend] = await account.trends();
    const id = trend?.trend_id ?? '';
    expect((await account.send('POST', '/merge', { trend_ids: [id, NO_TREND] })).statusCode).toBe(404);
    expect((await account.send('POST', '/merge', { trend_ids: [id, id] })).statusCode).toBe(400);
    expect((await account.send('POST', '/merge', { trend_ids: [id] })).statusCode).toBe(400);
    const tooMany = Array.from({ length: MAX_MERGED_TRENDS + 1 }, (_, place) => String(place + 1));
    expect((await account.send('POST', '/merge', { trend_ids: tooMany })).statusCode).toBe(400);
    expect(await tables(account)).toEqual(before);
  });

  it('trends are deleted with their links, which the message counts', async () => {
    const account = await analysed();
    expect((await account.send('DELETE', '')).json()).toEqual({
      message: 'Deleted 2 trends and 12 video links.',
      trends_deleted: 2,
      video_links_deleted: 12,
    });
    expect(await account.trends()).toEqual([]);
    expect((await account.send('DELETE', '')).json().message).toBe('Deleted 0 trends and 0 video links.');
    await server.database.execute(sql`
      with made as (insert into trends (account_id, first_seen_at, last_seen_at, centroid, reasons, digest)
        values (${account.workspaceId}, now(), now(), '[]', '[]', '{}') returning id)
      insert into trend_videos select ${account.workspaceId}, '7600000000000000999', id, 'alba.north', 'https://x.example', now() from made`);
    expect((await account.send('DELETE', '')).json().message).toBe('Deleted 1 trend and 1 video link.');
  });

  it('an export has one formula-safe line per video, and a byte order mark for browsers', async () => {
    const account = await analysed();
    const walk = named(await account.trends(), '#lanternwalk #oldtown');
    await account.send('PATCH', `/${walk.trend_id}`, { trend_name: '=HYPERLINK("https://evil.example")' });
    const answer = await account.send('GET', '/export');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="tiktok_trends_export.csv"');
    const file = readCsv(answer.body);
    expect(file.hasByteOrderMark).toBe(true);
    expect(file.header).toEqual([
      'trend_id',
      'trend_name',
      'video_id',
      'video_url',
      'author',
      'posted_at',
      'hashtags',
      'play_count',
    ]);
    expect(file.records).toHaveLength(12);
    const first = file.records.find(([id]) => id === walk.trend_id);
    expect(first).toEqual([
      walk.trend_id,
      `'=HYPERLINK("https://evil.example")`,
      '7600000000000000106',
      'https://www.tiktok.com/@cleo.k/video/7600000000000000106',
      'cleo.k',
      walk.last_seen_at,
      'LanternWalk, oldtown, fyp',
      '1006',
    ]);
    const workbook = await account.send('GET', '/export?format=xlsx');
    expect(workbook.headers['content-disposition']).toBe('attachment; filename="tiktok_trends_export.xlsx"');
    const [sheet] = readWorkbook(workbook.rawPayload);
    expect(sheet?.rows).toHaveLength(13);
    expect(sheet?.rows.find(([id]) => id === Number(walk.trend_id))).toEqual([
      Number(walk.trend_id),
      '=HYPERLINK("https://evil.example")',
      ...['7600000000000000106', 'https://www.tiktok.com/@cleo.k/video/7600000000000000106', 'cleo.k'],
      ...[new Date(walk.last_seen_at), 'LanternWalk, oldtown, fyp', 1006],
    ]);
    const missing = await account.send('GET', '/export?trend_id=999999999&format=xlsx');
    expect([missing.statusCode, missing.headers['content-disposition']]).toEqual([404, undefined]);
    await account.send('PATCH', `/${walk.trend_id}`, { is_hidden: true });
    expect(readCsv((await account.send('GET', '/export')).body).records).toHaveLength(5);
    expect(readCsv((await account.send('GET', `/export?trend_id=${walk.trend_id}`)).body).records).toHaveLength(7);
  });

  it('trends can be read and exported with an API key, and each call is counted', async () => {
    const account = await analysed();
    const holder = await createKeyHolder(server, account.account);
    const listed = await server.app.inject({ url: '/api/v1/tiktok/trends', headers: holder.headers });
    expect(listed.json()).toEqual(await account.trends());
    const file = await server.app.inject({ url: '/api/v1/tiktok/trends/export', headers: holder.headers });
    expect(readCsv(file.body).hasByteOrderMark).toBe(false);
    const { rows } = await server.database.execute(
      sql`select sum(request_count)::int as used from usage_months where account_id = ${account.workspaceId}`,
    );
    expect(rows).toEqual([{ used: 2 }]);
  });

  it('a trend grows with new videos and keeps its id', async () => {
    const account = await analysed();
    const walk = named(await account.trends(), '#lanternwalk #oldtown');
    const more = { hashtags: ['lanternwalk', 'oldtown'] };
    const startsAt = new Date(server.clock.now().getTime() - DAY);
    await addVideos(
      server.database,
      seriesOfVideos({ from: 7_600_000_000_000_000_150n, videos: 2, authors: TRACKED, startsAt, every: 3, about: more }),
    );
    expect((await account.analyze()).info).toMatchObject({ trends_created: 0, trends_updated: 1, videos_linked: 2 });
    const grown = named(await account.trends(), '#lanternwalk #oldtown');
    expect(grown).toMatchObject({ trend_id: walk.trend_id, number_of_videos_in_trend: 9, velocity: { recent: 2 / 3 } });
    expect(Date.parse(grown.last_seen_at)).toBe(startsAt.getTime() + 3 * 3_600_000);
  });
});
