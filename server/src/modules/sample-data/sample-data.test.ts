import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { applySampleData, sampleCredentials } from './sample-data.service.ts';

describe('sample data', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { SAMPLE_DATA: 'on' } });
    await applySampleData(server.platform);
  });
  afterAll(() => server.close());

  const signIn = () =>
    server.app.inject({ method: 'POST', url: '/api/v1/login', payload: sampleCredentials(server.platform.secrets) });

  async function listRows() {
    const { access_token: token } = (await signIn()).json();
    const answer = await server.app.inject({ url: '/api/v1/linkedin/jobs', headers: { authorization: `Bearer ${token}` } });
    return { token, rows: answer.json().user_jobs, companyIds: answer.json().company_ids };
  }

  it('the sample account can sign in and has collected profiles, each marked as a sample', async () => {
    const { token, rows } = await listRows();
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      expect(row).toMatchObject({ collected: true, status: 'ok' });
      expect(row.url).toContain('/in/sample-');
    }
    const answer = await server.app.inject({
      url: `/api/v1/linkedin/users/${rows[2].user_id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const { profile } = answer.json();
    expect(profile.full_name).toMatch(/^Sample /);
    expect(profile.headline).toMatch(/^Sample: /);
    expect(profile.country).not.toBeNull();
    expect(profile.experiences.length).toBeGreaterThan(0);
    expect(profile.experiences[0].started_at).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(profile.sections.experience).toBe('complete');
  });

  it('sample data contains no company to be looked up on LinkedIn', async () => {
    expect((await listRows()).companyIds).toEqual([]);
  });

  it('sample data stays the same when applied again, and mails nothing', async () => {
    const before = (await listRows()).rows;
    await applySampleData(server.platform);
    expect((await listRows()).rows).toEqual(before);
    expect(server.mails).toEqual([]);
  });

  describe('tracking', () => {
    const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const { token } = await listRows();
      const headers = { authorization: `Bearer ${token}` };
      const url = `/api/v1${path}`;
      return server.app.inject(payload === undefined ? { method, url, headers } : { method, url, headers, payload });
    };
    const tracked = async () => ({
      users: (await call('GET', '/tiktok/track-users')).json().data,
      subreddits: (await call('GET', '/reddit/track-subreddits')).json().data,
    });

    it('the sample account tracks sample people with videos, so that an analysis finds trends of several of them', async () => {
      const { users, subreddits } = await tracked();
      expect(users).toHaveLength(12);
      for (const user of users) {
        expect(user.unique_id).toMatch(/^sample\.[a-z]+\d+$/);
        expect(user.video_count).toBeGreaterThan(0);
      }
      expect(subreddits).toHaveLength(3);
      for (const subreddit of subreddits) expect(subreddit.post_count).toBeGreaterThan(0);

      const { task_id: task } = (await call('POST', '/tiktok/trends/analyze', {})).json();
      await expect
        .poll(async () => (await call('GET', `/tiktok/trends/analyze/status/${task}`)).json().status, { timeout: 60_000 })
        .toBe('SUCCESS');
      const trends = (await call('GET', '/tiktok/trends')).json();
      expect(trends.length).toBeGreaterThanOrEqual(3);
      for (const trend of trends) {
        expect(trend.author_count).toBeGreaterThan(2);
        expect(trend.number_of_videos_in_trend).toBeGreaterThanOrEqual(5);
        for (const { video_url: address } of trend.videos) expect(address).toMatch(/^https:\/\/www\.tiktok\.example\//);
      }
    });

    it('sample tracking ends if the network itself can be asked for the names', async () => {
      const { config } = server.platform;
      const tiktok = { clientKey: 'key-of-test', clientSecret: 'secret-of-test', apiUrl: 'https://tiktok.example' };
      await applySampleData({ ...server.platform, config: { ...config, sources: { ...config.sources, tiktok } } });
      expect(await tracked()).toMatchObject({ users: [], subreddits: [{}, {}, {}] });
      await applySampleData(server.platform);
      expect((await tracked()).users).toHaveLength(12);
    });
  });

  it('sample data is removed when switched off', async () => {
    await applySampleData({ ...server.platform, config: { ...server.platform.config, sampleData: false } });
    expect((await signIn()).statusCode).toBe(401);
  });

  it('the sample account has a different password on every installation', () => {
    expect(sampleCredentials([Buffer.alloc(32, 1)]).password).not.toBe(sampleCredentials([Buffer.alloc(32, 2)]).password);
  });
});
