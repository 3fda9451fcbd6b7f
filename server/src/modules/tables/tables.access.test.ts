import { listDeletedRows } from '@leadloom/shared/contract/data-api';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpointsOfTables } from '@leadloom/shared/contract/endpoints-of-tables';
import { searchHashtags, searchSubreddits, searchTikTokUsers, searchTopics } from '@leadloom/shared/contract/tables';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { neededQuery } from '../../testing/needed-query.ts';
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
/** Every endpoint of every table, the lookups of their filters, and the feed of deleted rows. */
const rows: readonly (readonly [name: string, row: EndpointDefinition])[] = [
  ...Object.entries(endpointsOfTables),
  ...lookups.map((row) => [row.path, row] as const),
];
const withAccess = (...access: readonly EndpointDefinition['access'][]) => rows.filter(([, row]) => access.includes(row.access));

/** Cases the access matrix of the security tests does not cover: accounts in their trial, and the operator's token. */
describe('access to the data tables', () => {
  let server: TestServer;
  let account: TestAccount;
  let holder: KeyHolder;

  /** `isLetIn`: the response is not a refusal of the caller, whatever else it is. */
  async function knock(row: EndpointDefinition, headers: Record<string, string> = {}) {
    const { statusCode, payload } = await server.app.inject({
      method: row.method,
      url: `/api/v1${row.path.replace('{id}', '1')}${neededQuery(row)}`,
      headers,
      ...(row.body === undefined ? {} : { payload: { ids: [1] } }),
    });
    const code = statusCode >= 400 ? JSON.parse(payload).code : null;
    return { status: statusCode, code, isLetIn: statusCode !== 401 && !/^AUTH\./.test(code ?? '') };
  }

  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATOR_TOKEN } });
    account = await createVerifiedAccount(server);
    holder = await createKeyHolder(server);
  });
  afterAll(() => server.close());

  it('an open table tells nothing about rows of gated tables to those who may not read them', async () => {
    const unverified = await createAccount(server);
    const ask = async (path: string, { headers }: TestAccount) => {
      const answer = await server.app.inject({ url: `/api/v1/table/reviews${path}`, headers });
      return [answer.statusCode, answer.statusCode === 200 ? null : answer.json().code];
    };
    const linked = ['company.country=Germany', 'company.any=false', `where=${encodeURIComponent('not company(name = "a")')}`];
    for (const query of linked) {
      const counts = [`/facets?of=rating&${query}`, `/summary?by=rating&${query}`];
      for (const path of [`?${query}`, `/total?${query}`, `/export?${query}`, `/export/preview?${query}`, ...counts]) {
        expect(await ask(path, unverified), path).toEqual([403, 'AUTH.NOT_VERIFIED']);
      }
      expect(await ask(`/total?${query}`, account), query).toEqual([200, null]);
    }
    expect(await ask('/total?domain=loom.example&where=rating%20%3E%201', unverified)).toEqual([200, null]);
  });

  it('each table has fifteen endpoints, and only those of tables without a gate are open to every session', () => {
    expect(Object.keys(endpointsOfTables)).toHaveLength(tableNames.length * 15);
    const open = new Set(withAccess('session').map(([, { path }]) => path.split('/')[2]));
    expect([...open]).toEqual(tableNames.filter((name) => !tableByName(name).isGated));
    expect(open).toContain('reviews');
    expect(withAccess('public')).toEqual([]);
  });

  it.each(withAccess('session', 'verified', 'subscribed'))('%s is open to a verified account in its trial', async (_, row) => {
    expect(await knock(row, account.headers)).toMatchObject({ isLetIn: true });
  });

  it.each(withAccess('operator'))('%s is open to nobody but the operator', async (_, row) => {
    for (const other of [account.headers, holder.headers, { authorization: `Bearer ${OPERATOR_TOKEN}x` }])
      expect(await knock(row, other)).toMatchObject({ status: 403, code: 'AUTH.OPERATOR_ONLY' });
  });

  // Of one table: an import starts a process, and every table's endpoints are made by one function.
  it.each(withAccess('operator').filter(([, { path }]) => path.startsWith('/table/companies')))(
    '%s is open to the operator',
    async (_, row) => {
      expect(await knock(row, { authorization: `Bearer ${OPERATOR_TOKEN}` })).toMatchObject({ isLetIn: true });
    },
  );

  it.each(withAccess('session', 'verified', 'subscribed'))('the operator’s token opens no session for %s', async (_, row) => {
    expect(await knock(row, { authorization: `Bearer ${OPERATOR_TOKEN}` })).toMatchObject({ status: 401 });
  });

  it('rows are removed by the operator alone', async () => {
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
