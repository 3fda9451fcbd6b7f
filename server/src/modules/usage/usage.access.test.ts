import { getUsage } from '@leadloom/shared/contract/usage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../testing/browser.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { takeRequests } from './usage.service.ts';

describe('access to usage', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('usage requires a session or an API key', async () => {
    const answer = await openBrowser(server.app).call('GET', getUsage.path);
    expect(answer).toMatchObject({ status: 401, body: { code: 'AUTH.SESSION_REQUIRED', msg: 'Send an API key, or sign in.' } });
    expect(answer.headers.ratelimit).toBeUndefined();
    const { get, account } = await createKeyHolder(server);
    expect((await get(getUsage.path)).status).toBe(200);
    expect((await account.browser.call('GET', getUsage.path, { bearer: account.accessToken })).status).toBe(200);
    expect((await account.browser.call('GET', getUsage.path)).status).toBe(200);
  });

  it('each account sees only its own usage', async () => {
    const [one, other] = [await createKeyHolder(server), await createKeyHolder(server)];
    await takeRequests(server.platform, one.workspaceId, null, 41);
    expect((await one.get(getUsage.path)).body.request_count).toBe(41);
    expect((await other.get(getUsage.path)).body.request_count).toBe(0);
  });

  it('a key in the address is not accepted', async () => {
    const { key } = await createKeyHolder(server);
    const answer = await openBrowser(server.app).call('GET', `${getUsage.path}?api_key=${key}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'KEYS.IN_ADDRESS' } });
  });
});
