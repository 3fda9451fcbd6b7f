import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { createApiKey, postApiKey } from '@leadloom/shared/contract/keys';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const methodOf = (row: EndpointDefinition) => (row.method === 'GET' ? 'GET' : 'POST');

describe('access to API keys', () => {
  let server: TestServer;
  const countKeys = async () => (await server.database.execute(sql`select count(*)::int as found from api_keys`)).rows[0]?.found;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each([createApiKey, postApiKey])('$method $path refuses a cookie, whatever comes with it', async (row) => {
    const account = await createVerifiedAccount(server);
    const before = await countKeys();
    const xsrf = account.browser.cookies.get('XSRF-TOKEN')?.value ?? '';
    for (const headers of [{}, { 'x-xsrf-token': xsrf }, { 'x-xsrf-token': xsrf, 'sec-fetch-site': 'same-origin' }]) {
      const answer = await account.browser.call(methodOf(row), row.path, { headers });
      expect([401, 403]).toContain(answer.status);
    }
    const ours = { 'x-xsrf-token': xsrf, 'sec-fetch-site': 'same-origin' };
    const byCookie = await account.browser.call(methodOf(row), row.path, { headers: ours });
    expect(byCookie.body.code).toBe('AUTH.SESSION_REQUIRED');
    expect(await countKeys()).toBe(before);
  });

  it.each([createApiKey, postApiKey])(
    '$method $path refuses a call that the browser reports as coming from another site',
    async (row) => {
      const account = await createVerifiedAccount(server);
      const before = await countKeys();
      for (const site of ['cross-site', 'same-site', 'none', '']) {
        const answer = await account.browser.call(methodOf(row), row.path, {
          bearer: account.accessToken,
          headers: { 'sec-fetch-site': site },
        });
        expect(answer).toMatchObject({ status: 403, body: { msg: 'Unauthorized' } });
      }
      expect(await countKeys()).toBe(before);
      const own = { bearer: account.accessToken, headers: { 'sec-fetch-site': 'same-origin' } };
      expect((await account.browser.call(methodOf(row), row.path, own)).status).toBe(200);
    },
  );

  it('nobody can list or delete other accounts’ keys', async () => {
    const [owner, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const { body: key } = await owner.browser.call('GET', '/create-api-key', { bearer: owner.accessToken });
    const listed = await stranger.browser.call('GET', '/api-keys', { bearer: stranger.accessToken });
    expect(listed.body).toEqual({ keys: [] });
    const removed = await stranger.browser.call('POST', '/delete-api-key', {
      bearer: stranger.accessToken,
      body: { id: key.id },
    });
    expect(removed).toMatchObject({ status: 404, body: { code: 'KEYS.NOT_FOUND' } });
    const kept = await owner.browser.call('GET', '/api-keys', { bearer: owner.accessToken });
    expect(kept.body.keys).toHaveLength(1);
  });

  it('deleting a key refuses all fields except the id', async () => {
    const account = await createVerifiedAccount(server);
    const body = { id: 'abcdefgh', account_id: 1 };
    const answer = await account.browser.call('POST', '/delete-api-key', { bearer: account.accessToken, body });
    expect(answer.status).toBe(400);
  });
});
