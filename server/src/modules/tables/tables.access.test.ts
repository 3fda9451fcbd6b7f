import { listDeletedRows } from '@leadloom/shared/contract/data-api';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpointsOfTables } from '@leadloom/shared/contract/endpoints';
import { searchHashtags, searchSubreddits, searchTikTokUsers, searchTopics } from '@leadloom/shared/contract/tables';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OPERATOR_TOKEN = 'operator-token-of-this-test';
const lookups: readonly EndpointDefinition[] = [
  searchTopics,
  searchSubreddits,
  searchTikTokUsers,
  searchHashtags,
  listDeletedRows,
];
/** Every endpoint of every table, whoever serves it, the lookups of their filters, and the feed of what is gone. */
const rows: readonly (readonly [name: string, row: EndpointDefinition])[] = [
  ...Object.entries(endpointsOfTables),
  ...lookups.map((row) => [row.path, row] as const),
];
const withAccess = (...access: readonly EndpointDefinition['access'][]) => rows.filter(([, row]) => access.includes(row.access));

describe('access to the data tables', () => {
  let server: TestServer;
  let account: TestAccount;
  let unverified: TestAccount;
  let expired: TestAccount;
  let holder: KeyHolder;

  /** What the gate says; behind it anything may be said but 401 and 403 of the gate's codes. */
  async function knock(row: EndpointDefinition, headers: Record<string, string> = {}) {
    const { statusCode, payload } = await server.app.inject({
      method: row.method,
      url: `/api/v1${row.path.replace('{id}', '1')}${row.path.endsWith('/suggest') ? '?filter=city&q=a' : ''}`,
      headers,
      ...(row.body === undefined ? {} : { payload: { ids: [1] } }),
    });
    const code = statusCode >= 400 ? JSON.parse(payload).code : null;
    return { status: statusCode, code, isLetIn: statusCode !== 401 && !/^AUTH\./.test(code ?? '') };
  }

  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATOR_TOKEN } });
    account = await createVerifiedAccount(server);
    unverified = await createAccount(server);
    expired = await createVerifiedAccount(server);
    await server.database.execute(
      sql`update accounts set trial_ends_at = now() - interval '1 day' where email = ${expired.email}`,
    );
    holder = await createKeyHolder(server);
  });
  afterAll(() => server.close());

  it('is settled by table: eight endpoints each, and for every session those that are not gated, Reviews among them', () => {
    expect(Object.keys(endpointsOfTables)).toHaveLength(tableNames.length * 8);
    const open = new Set(withAccess('session').map(([, { path }]) => path.split('/')[2]));
    expect([...open]).toEqual(tableNames.filter((name) => !tableByName(name).isGated));
    expect(open).toContain('reviews');
    expect(withAccess('public')).toEqual([]);
  });

  it.each(rows)('%s is open to nobody unknown', async (_, row) => {
    for (const headers of [{}, { authorization: 'Bearer x' }, { cookie: 'leadloom_access=x' }]) {
      const isShown = row.access === 'operator' && Object.keys(headers).length > 0;
      expect(await knock(row, headers)).toMatchObject(isShown ? { status: 403, code: 'AUTH.OPERATOR_ONLY' } : { status: 401 });
    }
  });

  it.each(withAccess('session', 'verified', 'subscribed'))('%s is open to a verified account in its trial', async (_, row) => {
    expect(await knock(row, account.headers)).toMatchObject({ isLetIn: true });
  });

  it.each(withAccess('session', 'verified', 'subscribed'))(
    '%s asks for a verified email where the table does',
    async (_, row) => {
      const { headers } = unverified;
      if (row.access === 'session') expect(await knock(row, headers)).toMatchObject({ isLetIn: true });
      else expect(await knock(row, headers)).toMatchObject({ status: 403, code: 'AUTH.NOT_VERIFIED' });
    },
  );

  it.each(withAccess('session', 'verified', 'subscribed'))(
    '%s asks for more than a trial that is over where the table does',
    async (_, row) => {
      const { headers } = expired;
      if (row.access === 'subscribed')
        expect(await knock(row, headers)).toMatchObject({ status: 403, code: 'AUTH.SUBSCRIPTION_REQUIRED' });
      else expect(await knock(row, headers)).toMatchObject({ isLetIn: true });
    },
  );

  it.each(rows)('%s takes an API key where the row says so', async (_, row) => {
    const { isLetIn } = await knock(row, holder.headers);
    expect(isLetIn).toBe(row.apiKey !== undefined);
  });

  it.each(withAccess('operator'))('%s is the operator’s alone', async (_, row) => {
    for (const other of [account.headers, holder.headers, { authorization: `Bearer ${OPERATOR_TOKEN}x` }])
      expect(await knock(row, other)).toMatchObject({ status: 403, code: 'AUTH.OPERATOR_ONLY' });
    expect(await knock(row, { authorization: `Bearer ${OPERATOR_TOKEN}` })).toMatchObject({ isLetIn: true });
  });

  it.each(withAccess('session', 'verified', 'subscribed'))('%s takes no operator for an account', async (_, row) => {
    expect(await knock(row, { authorization: `Bearer ${OPERATOR_TOKEN}` })).toMatchObject({ status: 401 });
  });

  it('removes nothing for anybody else', async () => {
    await addRows(server.database, tableByName('companies'), [{ name: 'Stays' }]);
    const url = '/api/v1/table/companies';
    for (const headers of [account.headers, holder.headers, {}]) {
      const answer = await server.app.inject({ method: 'DELETE', url, headers, payload: { ids: [1, 2, 3] } });
      expect([401, 403]).toContain(answer.statusCode);
    }
    const { rows: kept } = await server.database.execute(sql`select name from companies`);
    expect(kept).toEqual([{ name: 'Stays' }]);
  });
});
