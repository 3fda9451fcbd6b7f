import { downloadMyData } from '@leadloom/shared/contract/account-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const { path } = downloadMyData;

describe('access to the download of one’s own data', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('the download is open to unverified accounts, and to a link with the cookie only', async () => {
    const account = await createAccount(server);
    expect((await account.browser.call('GET', path, { bearer: account.accessToken })).status).toBe(200);
    const byLink = await account.browser.call('GET', path);
    expect(byLink.body.accounts).toMatchObject([{ email: account.email }]);
  });

  it('each account gets its own data', async () => {
    const [one, other] = [await createAccount(server), await createAccount(server)];
    const mixed = await other.browser.call('GET', path, { bearer: one.accessToken });
    expect(mixed.body.accounts).toMatchObject([{ email: one.email }]);
    expect(JSON.stringify(mixed.body)).not.toContain(other.email);
  });

  it('the download is served for GET only', async () => {
    const account = await createAccount(server);
    const head = await server.app.inject({ method: 'HEAD', url: `/api/v1${path}`, headers: account.headers });
    expect(head.statusCode).toBe(405);
  });
});
