import { usageSchema } from '@leadloom/shared/contract/usage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount } from '../../testing/accounts.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { endOfMonth } from '../../time/calendar-month.ts';
import { takeExports, takeRequests } from './usage.service.ts';

describe('GET /usage', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { TRIAL_REQUEST_LIMIT: '500', TRIAL_EXPORT_LIMIT: '700' } });
  });
  afterAll(() => server.close());

  it('a key gets its monthly usage and what is left of its speed limit, for free', async () => {
    const { get, workspaceId } = await createKeyHolder(server);
    await takeRequests(server.platform, workspaceId, null, 12);
    await takeExports(server.platform, workspaceId, null, 34);
    for (const remaining of [59, 58]) {
      const { status, body, headers } = await get('/usage');
      expect(status).toBe(200);
      expect(usageSchema.parse(body)).toMatchObject({
        request_count: 12,
        request_limit: 500,
        export_count: 34,
        export_limit: 700,
        period_end: endOfMonth(server.clock.now()).toISOString(),
        speed: { second: { limit: 10 }, minute: { limit: 60, remaining }, account: { limit: 120, remaining: remaining + 60 } },
      });
      expect(headers).toMatchObject({ 'x-usage-request-count': '12', 'x-ratelimit-remaining': String(remaining) });
    }
  });

  it('a session gets the same without the speed limit', async () => {
    const { browser, accessToken } = await createVerifiedAccount(server);
    const { body, headers } = await browser.call('GET', '/usage', { bearer: accessToken });
    expect(body).toEqual({
      request_count: 0,
      request_limit: 500,
      export_count: 0,
      export_limit: 700,
      period_end: endOfMonth(server.clock.now()).toISOString(),
      member: null,
      storage: { used_bytes: 0, limit_bytes: 200 * 1024 * 1024 },
      speed: null,
    });
    expect(headers.ratelimit).toBeUndefined();
  });

  it('what an account stores is shown with its limit', async () => {
    const { browser, accessToken } = await createVerifiedAccount(server);
    const list = { table: 'companies', name: 'Ports' };
    expect((await browser.call('POST', '/lists', { bearer: accessToken, body: list })).status).toBe(201);
    const { body } = await browser.call('GET', '/usage', { bearer: accessToken });
    expect(body.storage).toEqual({ used_bytes: 100 + 'companies'.length + 'Ports'.length, limit_bytes: 200 * 1024 * 1024 });
    const { body: dashboard } = await browser.call('GET', '/dashboard', { bearer: accessToken });
    expect(dashboard.storage).toEqual(body.storage);
  });

  it('usage is shown before the email is verified, with limits of 0', async () => {
    const { browser, accessToken } = await createAccount(server);
    const { body } = await browser.call('GET', '/usage', { bearer: accessToken });
    expect(body).toMatchObject({ request_limit: 0, export_limit: 0 });
  });

  it('usage is shown when the monthly limit is used up', async () => {
    const { get, workspaceId } = await createKeyHolder(server);
    await takeRequests(server.platform, workspaceId, null, 500);
    const { status, body, headers } = await get('/usage');
    expect([status, body.request_count]).toEqual([200, 500]);
    expect(headers.ratelimit).toContain('"month";r=0;');
  });

  it('usage has no limit where nothing is sold', async () => {
    const open = await startTestServer({ environment: { BILLING: 'off' } });
    const { get } = await createKeyHolder(open);
    expect((await get('/usage')).body).toMatchObject({ request_limit: null, export_limit: null });
    await open.close();
  });
});
