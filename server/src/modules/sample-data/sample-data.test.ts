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
    server.app.inject({ method: 'POST', url: '/api/v1/login', payload: sampleCredentials(server.platform.secret) });

  async function listRows() {
    const { access_token: token } = (await signIn()).json();
    const answer = await server.app.inject({ url: '/api/v1/linkedin/jobs', headers: { authorization: `Bearer ${token}` } });
    return { token, rows: answer.json().user_jobs, companyIds: answer.json().company_ids };
  }

  it('gives an account that can sign in and has collected profiles, each marked as a sample', async () => {
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

  it('leaves no company to be looked up on LinkedIn', async () => {
    expect((await listRows()).companyIds).toEqual([]);
  });

  it('stays the same when applied again, and mails nothing', async () => {
    const before = (await listRows()).rows;
    await applySampleData(server.platform);
    expect((await listRows()).rows).toEqual(before);
    expect(server.mails).toEqual([]);
  });

  it('is removed when switched off', async () => {
    await applySampleData({ ...server.platform, config: { ...server.platform.config, sampleData: false } });
    expect((await signIn()).statusCode).toBe(401);
    await applySampleData(server.platform);
    expect((await listRows()).rows.length).toBeGreaterThan(20);
  });

  it('has a password of its own on every installation', () => {
    expect(sampleCredentials(Buffer.alloc(32, 1)).password).not.toBe(sampleCredentials(Buffer.alloc(32, 2)).password);
  });
});
