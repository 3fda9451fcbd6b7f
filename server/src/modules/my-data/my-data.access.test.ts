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

  it('is open to accounts that are not verified, and to a link that carries the cookie alone', async () => {
    const account = await createAccount(server);
    expect((await account.browser.call('GET', path, { bearer: account.accessToken })).status).toBe(200);
    const byLink = await account.browser.call('GET', path);
    expect(byLink.body.accounts).toMatchObject([{ email: account.email }]);
  });

  it('shows each account itself', async () => {
    const [one, other] = [await createAccount(server), await createAccount(server)];
    const mixed = await other.browser.call('GET', path, { bearer: one.accessToken });
    expect(mixed.body.accounts).toMatchObject([{ email: one.email }]);
    expect(JSON.stringify(mixed.body)).not.toContain(other.email);
  });

  it('is served to GET alone', async () => {
    const account = await createAccount(server);
    const head = await server.app.inject({ method: 'HEAD', url: `/api/v1${path}`, headers: account.headers });
    expect(head.statusCode).toBe(405);
  });
});
