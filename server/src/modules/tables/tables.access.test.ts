import { listDeletedRows } from '@leadloom/shared/contract/data-api';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpointsOfTables } from '@leadloom/shared/contract/endpoints-of-tables';
import { searchHashtags, searchSubreddits, searchTikTokUsers, searchTopics } from '@leadloom/shared/contract/tables';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
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

  it('nor does what an account keeps about an open table, once its plan has ended', async () => {
    const ended = await createVerifiedAccount(server);
    const call = (method: Method, path: string, payload?: object) => callApi(server, ended, method, path, payload);
    const listOf = async (table: 'reviews' | 'companies') => {
      const [id = 0] = await addRows(server.database, tableByName(table), [
        table === 'reviews'
          ? { review_title: 'Good', product_url: 'https://kept.example', product_url_domain: 'kept.example' }
          : { name: 'Kept', website: 'kept.example' },
      ]);
      const list = (await call('POST', '/lists', { name: table, table })).body.id;
      expect((await call('POST', `/lists/${list}/rows`, { ids: [id] })).status).toBe(200);
      return { path: `/lists/${list}/rows`, id };
    };
    const [reviews, companies] = [await listOf('reviews'), await listOf('companies')];
    const state = { filters: { 'company.any': 'true' }, columns: [], sort: null, order: null, per_page: null };
    const view = { table: 'reviews', name: 'By companies', state, is_default: false };
    const { id: viewId } = (await call('POST', '/table-views', view)).body;
    for (const view_id of [null, viewId]) await call('PUT', '/visits', { table: 'reviews', view_id });
    const visited = async () => (await call('GET', '/visits')).body.data.map(({ view_id: id }: { view_id: string | null }) => id);
    expect(await visited()).toEqual([null, viewId]);
    await server.database.execute(
      sql`update accounts set trial_ends_at = now() - interval '1 year' where email = ${ended.email}`,
    );

    expect(await visited()).toEqual([null]);
    const planNeeded = { status: 403, body: { code: 'AUTH.SUBSCRIPTION_REQUIRED' } };
    for (const filters of [{ 'company.any': 'true' }, { where: 'company is blank' }]) {
      expect(await call('POST', reviews.path, { filters })).toMatchObject(planNeeded);
      expect(await call('POST', '/tags', { table: 'reviews', tags: ['x'], filters })).toMatchObject(planNeeded);
      expect(await call('DELETE', reviews.path, { filters })).toMatchObject(planNeeded);
    }
    expect(await call('DELETE', companies.path, { filters: { city: 'Oslo' } })).toMatchObject(planNeeded);
    expect((await call('DELETE', companies.path, { ids: [companies.id] })).body).toMatchObject({ removed: 1 });
    expect((await call('DELETE', reviews.path, { filters: { domain: ['kept.example'] } })).body).toMatchObject({ removed: 1 });
    expect(await call('GET', `/table/reviews/${reviews.id}/related`)).toMatchObject(planNeeded);
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
