import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpoints, endpointsOfTables } from '@leadloom/shared/contract/endpoints';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyHolder, type KeyHolder } from '../../../testing/key-holder.ts';
import { readCsv } from '../../../testing/read-csv.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { arbitraryRow } from '../../../testing/table-samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { sandboxRows } from './sandbox-rows.ts';
import { matchingRows, orderedRows } from './table-model.ts';

const rows: readonly (readonly [name: string, row: EndpointDefinition])[] = Object.entries({
  ...endpoints,
  ...endpointsOfTables,
});
const open = rows.filter(([, row]) => row.apiKey !== undefined);
/** Occurs in every text that is really stored. */
const REAL = 'zzrealzz';

describe('test keys', () => {
  let server: TestServer;
  let holder: KeyHolder;
  const get = (path: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url: `/api/v1${path}`, headers: { ...holder.headers, ...headers } });
  const addressOf = ({ path }: EndpointDefinition) =>
    `${path.replace(/\{\w+\}/, '1')}${path.endsWith('/suggest') ? '?filter=city&q=a' : ''}`;
  const usage = async () => (await get('/usage')).json();

  beforeAll(async () => {
    server = await startTestServer({
      environment: { KEY_REQUESTS_PER_SECOND: '10000', KEY_REQUESTS_PER_MINUTE: '10000', ACCOUNT_REQUESTS_PER_MINUTE: '10000' },
    });
    holder = await createKeyHolder(server, undefined, 'test');
    for (const definition of tableNames.map(tableByName)) {
      const real = fc.sample(arbitraryRow(definition), { numRuns: 20, seed: 3 });
      const required = definition.columns.filter(({ isRequired, kind }) => isRequired && kind !== 'time');
      const marked = Object.fromEntries(required.map(({ field }) => [field, REAL]));
      await addRows(
        server.database,
        definition,
        real.map((row) => ({ ...row, ...marked })),
      );
    }
    await server.database.execute(sql`delete from companies where id % 2 = 0`);
  });
  afterAll(() => server.close());

  it('look like keys, and say what they are', () => {
    expect(holder.key).toMatch(/^ll_test_[0-9A-Za-z]{46}$/);
  });

  it.each(open)('are answered by %s with nothing that is real, and say so', async (_, row) => {
    const answer = await get(addressOf(row));
    expect(answer.headers['x-sandbox']).toBe('true');
    expect(answer.headers['ratelimit-policy']).toContain('"minute"');
    expect(answer.payload).not.toContain(REAL);
    // Not every table has a city to suggest.
    if (!row.path.endsWith('/suggest')) expect(answer.statusCode, answer.payload).toBe(200);
    if (row.success.kind === 'json' && answer.statusCode === 200)
      expect(row.success.body.safeParse(answer.json()).success, answer.payload.slice(0, 300)).toBe(true);
  });

  it('change nothing the account is charged for', async () => {
    const before = await usage();
    for (const name of tableNames) {
      expect((await get(`/table/${name}`)).statusCode).toBe(200);
      expect((await get(`/table/${name}/export`)).statusCode).toBe(200);
    }
    await get('/linkedin/users');
    expect(await usage()).toMatchObject({ request_count: before.request_count, export_count: before.export_count });
    expect(before).toMatchObject({ request_count: 0, export_count: 0 });
    const { rows: charged } = await server.database.execute(sql`select 1 from exported_rows`);
    expect(charged).toEqual([]);
  });

  it.each(tableNames)('%s: from 25 to 60 rows, each said to be invented and as the contract has it', (name) => {
    const invented = sandboxRows(tableByName(name));
    expect(invented.length).toBeGreaterThanOrEqual(25);
    expect(invented.length).toBeLessThanOrEqual(60);
    const schema = tableEndpoints[name].list.success.body;
    const data = invented.map((row) => ({ ...row }));
    expect(schema.safeParse({ data, total: 1, page: 1, per_page: 1 }).success).toBe(true);
    for (const row of invented) expect(JSON.stringify(row)).toMatch(/sample|invented/i);
  });

  it.each(tableNames)('%s: pages, walks, records and files hold the same rows', async (name) => {
    const definition = tableByName(name);
    const all = orderedRows(definition, sandboxRows(definition), {});
    const pages = [1, 2, 3, 4].map(async (page) => (await get(`/table/${name}?per_page=10&page=${page}`)).json());
    const answers = await Promise.all(pages);
    expect(answers.flatMap(({ data }) => data)).toEqual(all);
    expect(answers[0]).toMatchObject({ total: all.length, page: 1, per_page: 10 });

    const walked: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await get(`/table/${name}?per_page=7&fields=updated_at&cursor=${cursor}`);
      walked.push(...answer.json().data);
      cursor = answer.json().next_cursor;
      expect(answer.headers.link === undefined).toBe(cursor === null);
    }
    expect(walked).toEqual(sandboxRows(definition).map((row) => ({ id: row.id, updated_at: row.updated_at })));
    expect((await get(`/table/${name}/${all[0]?.id}`)).json()).toEqual({ data: all[0] });
    expect((await get(`/table/${name}/4711`)).json()).toMatchObject({ status: 404, code: 'ROWS.NOT_FOUND' });

    const file = await get(`/table/${name}/export?limit=12`);
    expect(file.headers).toMatchObject({
      'x-export-rows': '12',
      'x-export-charged': '0',
      'content-type': 'text/csv; charset=utf-8',
    });
    const { header, records } = readCsv(file.payload);
    expect(header).toEqual(definition.columns.map(({ field }) => field));
    expect(records).toEqual(
      all.slice(0, 12).map((row) =>
        definition.columns.map(({ field }) => {
          const cell = row[field] ?? null;
          return cell === null ? '' : Array.isArray(cell) ? cell.join(', ') : String(cell);
        }),
      ),
    );
    expect((await get(`/table/${name}/export/preview?limit=12`)).json()).toMatchObject({
      rows: 12,
      charged: 0,
      is_allowed: true,
    });
  });

  it('are answered with the filters and orders that were asked for', async () => {
    const definition = tableByName('companies');
    const country = sandboxRows(definition)[0]?.country;
    const filtered = (await get(`/table/companies?country=${country}&with_contact_info=true&sort=name`)).json();
    const sent = { country: String(country), with_contact_info: 'true' };
    const expected = orderedRows(definition, matchingRows(definition, sent, sandboxRows(definition)), { sort: 'name' });
    expect(expected.length).toBeGreaterThan(0);
    expect(filtered).toMatchObject({ data: expected, total: expected.length });
    const newest = orderedRows(definition, sandboxRows(definition), {})[0]?.updated_at;
    expect((await get(`/table/companies?updated_after=${newest}`)).json()).toMatchObject({
      data: [],
      total: 0,
      next_cursor: null,
    });
    expect((await get('/table/companies?contry=Norway')).statusCode).toBe(400);
    expect((await get('/table/companies?page=1001')).statusCode).toBe(400);
  });

  it('walk by cursors of their own', async () => {
    const live = await createKeyHolder(server, holder.account);
    const cursorOf = async ({ headers }: KeyHolder) =>
      (await server.app.inject({ url: '/api/v1/table/people?per_page=1&cursor=', headers })).json().next_cursor;
    const [real, invented] = [await cursorOf(live), await cursorOf(holder)];
    expect((await get(`/table/people?cursor=${real}`)).statusCode).toBe(400);
    const mixed = await server.app.inject({ url: `/api/v1/table/people?cursor=${invented}`, headers: live.headers });
    expect(mixed.statusCode).toBe(400);
    const feed = (await get('/deleted?per_page=2')).json();
    expect(feed.data).toHaveLength(2);
    expect((await get(`/deleted?cursor=${feed.next_cursor}`)).json()).toMatchObject({ next_cursor: null });
    expect((await server.app.inject({ url: `/api/v1/deleted?cursor=${feed.cursor}`, headers: live.headers })).statusCode).toBe(
      400,
    );
  });

  it('see invented profiles, narrowed and paged as real ones are', async () => {
    const all = (await get('/linkedin/users?per_page=100')).json();
    expect(all.total).toBe(all.data.length);
    const [{ country, full_name: name, user_id: id, profile_id: memberId }] = all.data;
    const here = (await get(`/linkedin/users?country=${country}`)).json();
    expect(here.total).toBeGreaterThan(0);
    expect(here.total).toBeLessThan(all.total);
    expect(here.data.every((profile: { country: string }) => profile.country === country)).toBe(true);
    expect((await get(`/linkedin/users?query=${encodeURIComponent(name.split(' ')[0])}`)).json().total).toBeGreaterThan(0);
    expect((await get('/linkedin/users?query=nobody-of-that-name')).json().total).toBe(0);
    for (const wanted of [id, memberId])
      expect((await get(`/linkedin/users/${wanted}`)).json().profile).toMatchObject({ full_name: name });
    expect((await get('/linkedin/users/999')).json()).toMatchObject({ code: 'PROFILE.NOT_FOUND' });
  });

  it('are told of what they have already, and of their limits of speed, like any other', async () => {
    const answer = await get('/table/companies');
    expect((await get('/table/companies', { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
    const slow = await startTestServer({ environment: { KEY_REQUESTS_PER_SECOND: '1' } });
    const { headers } = await createKeyHolder(slow, undefined, 'test');
    const statuses: number[] = [];
    for (let made = 0; made < 20; made += 1)
      statuses.push((await slow.app.inject({ url: '/api/v1/table/companies', headers })).statusCode);
    expect(statuses).toContain(429);
    await slow.close();
  });

  it('need the trial or subscription their endpoints need', async () => {
    const other = await createKeyHolder(server, undefined, 'test');
    await server.database.execute(sql`update accounts set trial_ends_at = '2020-01-01' where id = ${other.accountId}`);
    const answer = await server.app.inject({ url: '/api/v1/table/companies', headers: other.headers });
    expect(answer.json()).toMatchObject({ status: 403, code: 'AUTH.SUBSCRIPTION_REQUIRED' });
    expect((await server.app.inject({ url: '/api/v1/table/reviews', headers: other.headers })).statusCode).toBe(200);
  });
});
