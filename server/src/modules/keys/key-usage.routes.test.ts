import { KEY_USAGE_DAYS } from '@leadloom/shared/contract/keys';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { personalWorkspaceOf } from '../../http/workspace.ts';
import { createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createKeyUsage, forgetOldKeyUsage } from './key-usage.service.ts';
import { deleteKey } from './keys.service.ts';

const DAY = 24 * 3600 * 1000;
const answerSchema = z.object({
  data: z.array(
    z.object({
      day: z.string(),
      key_id: z.string(),
      prefix: z.string(),
      endpoint: z.string(),
      status: z.string(),
      count: z.number(),
    }),
  ),
});

describe('the use of API keys', () => {
  let server: TestServer;
  const list = async ({ headers }: Pick<TestAccount, 'headers'>, query = '') => {
    const answer = await server.app.inject({ url: `/api/v1/api-keys/usage${query}`, headers });
    expect(answer.statusCode, answer.payload).toBe(200);
    return answerSchema.parse(answer.json()).data;
  };
  const today = () => server.clock.now().toISOString().slice(0, 10);

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('the use of keys is listed by key, day, endpoint and outcome, including refused calls', async () => {
    const first = await createKeyHolder(server);
    const second = await createKeyHolder(server, first.account);
    const call = (path: string, headers: Record<string, string> = first.headers) =>
      server.app.inject({ url: `/api/v1${path}`, headers });
    await Promise.all([call('/usage'), call('/usage'), call('/table/companies'), call('/table/companies?x=1')]);
    await call('/table/companies/77');
    await call('/usage', second.headers);
    const tag = String((await call('/table/companies')).headers.etag);
    await call('/table/companies', { ...first.headers, 'if-none-match': tag });
    const of = ({ keyId, key }: typeof first, endpoint: string, status: string, count: number) => ({
      day: today(),
      key_id: keyId,
      prefix: key.slice(0, 16),
      endpoint,
      status,
      count,
    });
    const expected = [
      of(first, 'GET /table/companies', '2xx', 2),
      of(first, 'GET /table/companies', '3xx', 1),
      of(first, 'GET /table/companies', '4xx', 1),
      of(first, 'GET /table/companies/{id}', '4xx', 1),
      of(first, 'GET /usage', '2xx', 2),
      of(second, 'GET /usage', '2xx', 1),
    ];
    const told = await list(first.account);
    expect(told).toHaveLength(expected.length);
    expect(told).toEqual(expect.arrayContaining(expected));
    // Counts written twice are added up.
    await call('/usage');
    expect(await list(first.account)).toContainEqual(of(first, 'GET /usage', '2xx', 3));
    expect(await list(await createVerifiedAccount(server))).toEqual([]);
  });

  it('calls that are too fast are counted too', async () => {
    const slow = await startTestServer({ environment: { KEY_REQUESTS_PER_MINUTE: '2' } });
    const { headers, account } = await createKeyHolder(slow);
    const statuses: number[] = [];
    for (let made = 0; made < 5; made += 1) statuses.push((await slow.app.inject({ url: '/api/v1/usage', headers })).statusCode);
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    const answer = await slow.app.inject({ url: '/api/v1/api-keys/usage', headers: account.headers });
    expect(answer.json().data).toMatchObject([
      { status: '2xx', count: 2 },
      { status: '4xx', count: 3 },
    ]);
    await slow.close();
  });

  it('the recorded use outlives its key, and is deleted with the account', async () => {
    const { headers, account, workspaceId, keyId } = await createKeyHolder(server);
    await server.app.inject({ url: '/api/v1/usage', headers });
    await deleteKey(server.platform, workspaceId, keyId);
    await server.app.inject({ url: '/api/v1/usage', headers });
    expect(await list(account)).toMatchObject([{ key_id: keyId, status: '2xx', count: 1 }]);
    await server.database.execute(sql`delete from accounts where id = ${workspaceId}`);
    expect((await server.database.execute(sql`select 1 from api_key_usage where account_id = ${workspaceId}`)).rows).toEqual([]);
  });

  it('calls of a session, or with a text that is not a key, are not recorded', async () => {
    const account = await createVerifiedAccount(server);
    await server.app.inject({ url: '/api/v1/usage', headers: account.headers });
    await server.app.inject({ url: '/api/v1/usage', headers: { 'x-api-key': 'll_live_nonsense' } });
    expect(await list(account)).toEqual([]);
  });

  it('the use of keys is written when the server closes', async () => {
    const other = await startTestServer();
    const { headers } = await createKeyHolder(other);
    await other.app.inject({ url: '/api/v1/usage', headers });
    const uses = async () => (await other.database.execute<{ calls: number }>(sql`select calls from api_key_usage`)).rows;
    await other.app.close();
    expect(await uses()).toEqual([{ calls: 1 }]);
    await other.close();
  });

  it('counts that cannot be written are kept and added to later ones', async () => {
    const { workspaceId } = await createKeyHolder(server);
    const usage = createKeyUsage(server.platform);
    const key = { workspaceId, prefix: 'll_live_KEPT0001' };
    const written = async () =>
      (
        await server.database.execute<{ calls: number }>(
          sql`select calls from api_key_usage where account_id = ${workspaceId} and prefix = ${key.prefix}`,
        )
      ).rows;
    usage.note(key, 'GET /usage', 200);
    await server.database.execute(sql`alter table api_key_usage rename to api_key_usage_away`);
    await expect(usage.flush()).rejects.toThrow();
    await server.database.execute(sql`alter table api_key_usage_away rename to api_key_usage`);
    usage.note(key, 'GET /usage', 204);
    // Uses of a deleted account do not keep those of others from being written.
    usage.note({ workspaceId: personalWorkspaceOf(999_999_999), prefix: 'll_live_GONE0001' }, 'GET /usage', 200);
    await Promise.all([usage.flush(), usage.flush()]);
    expect(await written()).toEqual([{ calls: 2 }]);
  });

  it('the use of keys is deleted after ninety days', async () => {
    const { headers, account } = await createKeyHolder(server);
    await server.app.inject({ url: '/api/v1/usage', headers });
    await server.app.flushKeyUsage();
    const after = (days: number) => ({ ...server.platform, now: () => new Date(server.clock.now().getTime() + days * DAY) });
    await forgetOldKeyUsage(after(KEY_USAGE_DAYS - 1));
    expect(await list(account)).toHaveLength(1);
    await forgetOldKeyUsage(after(KEY_USAGE_DAYS));
    expect(await list(account)).toEqual([]);
  });

  it('the use of keys is listed for the requested number of days', async () => {
    const { account, workspaceId } = await createKeyHolder(server);
    for (const days of [0, 1, 29, 30, 89])
      await server.database.execute(sql`
        insert into api_key_usage (account_id, day, prefix, endpoint, status_class, calls)
        values (${workspaceId}, ${today()}::date - ${days}::int, 'll_live_LIST0001', 'GET /usage', 2, 1)`);
    expect(await list(account)).toHaveLength(3);
    expect(await list(account, '?days=1')).toHaveLength(1);
    expect(await list(account, '?days=90')).toHaveLength(5);
    expect((await list(account, '?days=2')).map(({ day }) => day)).toEqual([today(), expect.any(String)]);
    for (const days of ['0', '91', 'x', '1.5']) {
      const answer = await server.app.inject({ url: `/api/v1/api-keys/usage?days=${days}`, headers: account.headers });
      expect(answer.statusCode, days).toBe(400);
    }
  });
});
