import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpoints, endpointsOfTables } from '@leadloom/shared/contract/endpoints';
import { tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OPERATOR_TOKEN = 'operator-token-of-this-test';
const rows: readonly (readonly [name: string, row: EndpointDefinition])[] = Object.entries({
  ...endpoints,
  ...endpointsOfTables,
});

/** All there is for keys. Data, and nothing by which an account, its money, its keys or its tracking could be changed. */
const counted = [
  'listProfiles',
  'getProfile',
  'listTrends',
  'exportTrends',
  ...tableNames.flatMap((name) => [`${name}.list`, `${name}.get`]),
];
const free = [
  'getUsage',
  'listDeletedRows',
  'searchTopics',
  'searchSubreddits',
  'searchTikTokUsers',
  'searchHashtags',
  ...tableNames.flatMap((name) => ['export', 'previewExport', 'options', 'suggest'].map((operation) => `${name}.${operation}`)),
];
const open = rows.filter(([, row]) => row.apiKey !== undefined);
const closed = rows.filter(([, row]) => row.apiKey === undefined && row.access !== 'public');

describe('the doors keys open', () => {
  let server: TestServer;
  let live: KeyHolder;
  let test: KeyHolder;
  /** A live one whose trial is over. */
  let withoutPlan: KeyHolder;

  const knock = async ({ method, path }: EndpointDefinition, headers: Record<string, string>) => {
    const url = `/api/v1${path.replace(/\{\w+\}/g, '1')}`;
    const { statusCode, payload } = await server.app.inject({ method, url, headers });
    return { status: statusCode, code: statusCode >= 400 ? JSON.parse(payload).code : null };
  };

  beforeAll(async () => {
    server = await startTestServer({
      environment: {
        OPERATOR_TOKEN,
        KEY_REQUESTS_PER_SECOND: '10000',
        KEY_REQUESTS_PER_MINUTE: '10000',
        ACCOUNT_REQUESTS_PER_MINUTE: '10000',
      },
    });
    live = await createKeyHolder(server);
    test = await createKeyHolder(server, live.account, 'test');
    withoutPlan = await createKeyHolder(server);
    await server.database.execute(sql`update accounts set trial_ends_at = '2020-01-01' where id = ${withoutPlan.accountId}`);
  });
  afterAll(() => server.close());

  it('are these and no others, each counted or free', () => {
    const ofKind = (kind: EndpointDefinition['apiKey']) => open.flatMap(([name, row]) => (row.apiKey === kind ? [name] : []));
    expect(ofKind('counted').toSorted()).toEqual(counted.toSorted());
    expect(ofKind('free').toSorted()).toEqual(free.toSorted());
    expect(open.filter(([, { method }]) => method !== 'GET')).toEqual([]);
  });

  it.each(open)('%s: takes a key of either kind, and no token of a session for one', async (_, row) => {
    for (const { headers, key } of [live, test]) {
      for (const sent of [headers, { 'x-api-key': key }]) {
        const { status, code } = await knock(row, sent);
        expect(status, String(code)).not.toBe(401);
        expect(code ?? '').not.toMatch(/^AUTH\./);
      }
    }
    const { accessToken, refreshToken } = live.account;
    for (const token of [accessToken, refreshToken])
      expect(await knock(row, { 'x-api-key': token })).toEqual({ status: 401, code: 'AUTH.KEY_INVALID' });
    for (const { key } of [live, test]) expect((await knock(row, { cookie: `leadloom_access=${key}` })).status).toBe(401);
  });

  it.each(closed)('%s: takes no key for a session', async (_, row) => {
    const notAccepted = { status: 403, code: row.access === 'operator' ? 'AUTH.OPERATOR_ONLY' : 'AUTH.KEY_NOT_ACCEPTED' };
    const notThere = { status: 404, code: 'REQUEST.NOT_FOUND' };
    const refused = row.access === 'console' ? notThere : notAccepted;
    for (const { headers, key } of [live, test]) {
      for (const sent of [headers, { 'x-api-key': key }]) expect(await knock(row, sent)).toEqual(refused);
      const { status, code } = await knock(row, { cookie: `leadloom_access=${key}` });
      if (row.access === 'operator') expect(code).toBe('AUTH.OPERATOR_ONLY');
      else if (row.access === 'console') expect({ status, code }).toEqual(notThere);
      else expect({ status, code }).toMatchObject({ status: 401, code: expect.stringMatching(/^AUTH\.SESSION_/) });
    }
  });

  it.each(open)('%s: without a plan answers a live key 403 where it would be counted', async (name, row) => {
    const { status, code } = await knock(row, withoutPlan.headers);
    if (row.apiKey === 'counted' || row.access === 'subscribed') {
      expect({ status, code }).toEqual({ status: 403, code: 'AUTH.SUBSCRIPTION_REQUIRED' });
      expect(row.errors, name).toContain('AUTH.SUBSCRIPTION_REQUIRED');
    } else expect(code).not.toBe('AUTH.SUBSCRIPTION_REQUIRED');
  });
});
