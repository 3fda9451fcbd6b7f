import { addCollectedPerson } from '@leadloom/shared/contract/collected-people';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { endpointsOfTables } from '@leadloom/shared/contract/endpoints-of-tables';
import { downloadExportFile } from '@leadloom/shared/contract/export-files';
import { matchRows } from '@leadloom/shared/contract/match';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { type EndpointGroup, openEndpoints } from '@leadloom/shared/reference/open-endpoints';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyHolder, type KeyHolder } from '../../../testing/key-holder.ts';
import { neededQuery } from '../../../testing/needed-query.ts';
import { readCsv } from '../../../testing/read-csv.ts';
import { readWorkbook } from '../../../testing/read-workbook.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { arbitraryRow } from '../../../testing/table-samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const rows: readonly (readonly [name: string, row: EndpointDefinition])[] = Object.entries({
  ...endpoints,
  ...endpointsOfTables,
});
/** What an account keeps, and what sends its data: test keys have none of it, and change nothing. */
const ownGroups: readonly EndpointGroup[] = ['marks', 'views', 'connections'];
const own: ReadonlySet<EndpointDefinition> = new Set([
  addCollectedPerson,
  ...openEndpoints().flatMap(({ endpoint, group }) => (ownGroups.includes(group) ? [endpoint] : [])),
]);
const open = rows.filter(([, row]) => row.apiKey !== undefined && !own.has(row));
/** Part of every text that is really stored. */
const REAL = 'zzrealzz';
const SOME_UUID = '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11';
/** In each table. Programs are tested against these rows, so they are the same in every release. */
const ROW_COUNT = 40;
const ALL_IDS = Array.from({ length: ROW_COUNT }, (_, index) => index + 1);
/** Of tables that were released: in the row with id 1, a column and what it holds. */
const firstRows: Readonly<Partial<Record<TableName, readonly [field: string, text: string]>>> = {
  investors: ['name', 'Mica Bloom Capital (sample)'],
  companies: ['name', 'Mica Bloom Labs (sample)'],
  people: ['name', 'Tilda Garnier (sample)'],
  reviews: ['review_title', 'Saved us weeks (sample)'],
  shopify: ['merchant_name', 'Mica Bloom Store (sample)'],
  'reddit-posts': ['title', 'What do you think of Sedge Gate Labs? (sample)'],
  'tiktok-videos': ['summary', 'An invented video about makers (sample)'],
};

/** Of those that take one. */
const bodies: ReadonlyMap<EndpointDefinition, object> = new Map([
  [matchRows, { table: 'companies', rows: [{ name: 'Mica Bloom Labs (sample)' }] }],
]);

interface Page {
  readonly data: readonly TableRow[];
  readonly total: number;
  readonly next_cursor: string | null;
}

describe('test keys', () => {
  let server: TestServer;
  let holder: KeyHolder;
  const get = (path: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url: `/api/v1${path}`, headers: { ...holder.headers, ...headers } });
  const post = (path: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/v1${path}`, headers: holder.headers, payload });
  const addressOf = (row: EndpointDefinition) => `${row.path.replaceAll(/\{\w+\}/g, '1')}${neededQuery(row)}`;
  const usage = async () => (await get('/usage')).json();

  beforeAll(async () => {
    server = await startTestServer({
      environment: { KEY_REQUESTS_PER_SECOND: '10000', KEY_REQUESTS_PER_MINUTE: '10000', ACCOUNT_REQUESTS_PER_MINUTE: '10000' },
    });
    holder = await createKeyHolder(server, undefined, { kind: 'test' });
    for (const definition of tableNames.map(tableByName)) {
      const real = fc.sample(arbitraryRow(definition), { numRuns: 20, seed: 3 });
      const required = definition.columns.filter(
        ({ field, isRequired, kind }) => (isRequired || field === definition.needsOneOf?.[0]) && kind !== 'time',
      );
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

  it('test keys can be told from live keys by their beginning', () => {
    expect(holder.key).toMatch(/^ll_test_[0-9A-Za-z]{46}$/);
  });

  it.each(open)('%s answers a test key with sample data alone, and says so', async (_, row) => {
    const body = bodies.get(row);
    const answer = await (body === undefined ? get(addressOf(row)) : post(addressOf(row), body));
    expect(answer.headers['x-sandbox']).toBe('true');
    expect(answer.headers['ratelimit-policy']).toContain('"minute"');
    expect(answer.payload).not.toContain(REAL);
    // Not every table has a city to suggest.
    if (!row.path.endsWith('/suggest')) expect(answer.statusCode, answer.payload).toBe(200);
    if (row.success.kind === 'json' && answer.statusCode === 200)
      expect(row.success.body.safeParse(answer.json()).success, answer.payload.slice(0, 300)).toBe(true);
  });

  it('test keys have no files of scheduled exports', async () => {
    const answer = await get(addressOf(downloadExportFile));
    expect(answer.headers['x-sandbox']).toBe('true');
    expect(answer.json()).toMatchObject({ status: 404, msg: 'This endpoint does not accept test keys.' });
  });

  it('test keys are refused wherever an account keeps something or sends data, also with the right to write', async () => {
    const { headers } = await createKeyHolder(server, undefined, { kind: 'test', rights: 'write' });
    const answers = [...own].map(async ({ method, path, body }) => {
      const url = `/api/v1${path.replaceAll('{table}', 'companies').replaceAll(/\{(?:webhook|delivery)_id\}/g, SOME_UUID)}`;
      const payload = body === undefined ? {} : { payload: {} };
      const answer = await server.app.inject({ method, url: url.replaceAll(/\{\w+\}/g, '1'), headers, ...payload });
      expect(answer.headers['x-sandbox'], path).toBe('true');
      // A body that is none of the endpoint's is refused before the key is looked at.
      return answer.statusCode === 400 ? 'invalid' : answer.json().msg;
    });
    const told = new Set(await Promise.all(answers));
    expect([...told].sort()).toEqual(['This endpoint does not accept test keys.', 'invalid']);
  });

  it('calls with a test key are not counted and not charged', async () => {
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

  const page = async (path: string): Promise<Page> => (await get(path)).json();
  const namesOf = async (query: string) => (await page(`/table/companies?${query}`)).data.map(({ name }) => name);

  it.each(tableNames)('%s: forty rows that say they are samples, as the contract describes them', async (name) => {
    const list = await page(`/table/${name}?per_page=100&sort=id`);
    expect(list.data.map(({ id }) => id)).toEqual(ALL_IDS);
    expect(list).toMatchObject({ total: ROW_COUNT, next_cursor: null });
    expect((await get(`/table/${name}/total`)).json()).toEqual({ total: ROW_COUNT });
    const filtered = new URLSearchParams({ where: 'updated_at < 2100-01-01', sample: 'false' });
    expect((await get(`/table/${name}/total?${filtered}`)).json()).toEqual({ total: 0 });
    expect(tableEndpoints[name].list.success.body.safeParse(list).success).toBe(true);
    for (const row of list.data) expect(JSON.stringify(row)).toMatch(/sample|invented/i);
    const [field, text] = firstRows[name] ?? [];
    expect(list.data[0]).toMatchObject({ id: 1, ...(field === undefined ? {} : { [field]: text }) });
  });

  it.each(tableNames)('%s: pages hold each row once, the newest first', async (name) => {
    const { defaultSort } = tableByName(name);
    const pages = await Promise.all([1, 2, 3, 4, 5].map((number) => page(`/table/${name}?per_page=10&page=${number}`)));
    expect(pages.map(({ data, total }) => [data.length, total])).toEqual([10, 10, 10, 10, 0].map((rows) => [rows, ROW_COUNT]));
    const paged = pages.flatMap(({ data }) => data);
    expect(paged.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(ALL_IDS);
    for (const [index, row] of paged.slice(1).entries()) {
      const [before, after] = [String(paged[index]?.[defaultSort]), String(row[defaultSort])];
      expect(before > after || (before === after && Number(paged[index]?.id) > row.id), `${before} before ${after}`).toBe(true);
    }
  });

  it.each(tableNames)('%s: walks, records and files hold the rows of the list', async (name) => {
    const { data: listed } = await page(`/table/${name}?per_page=100`);
    const walked: TableRow[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await get(`/table/${name}?per_page=7&fields=updated_at&cursor=${cursor}`);
      walked.push(...answer.json().data);
      cursor = answer.json().next_cursor;
      expect(answer.headers.link === undefined).toBe(cursor === null);
    }
    const byId = listed.toSorted((one, other) => one.id - other.id);
    expect(walked).toEqual(byId.map((row) => ({ id: row.id, changed_in: row.changed_in, updated_at: row.updated_at })));
    const [{ my, ...first } = { my: null, id: 0 }] = listed;
    expect(my).toEqual({ tags: [], lists: [], notes: 0 });
    expect((await get(`/table/${name}/${first.id}`)).json()).toEqual({ data: first });
    expect((await get(`/table/${name}/4711`)).json()).toMatchObject({ status: 404, code: 'ROWS.NOT_FOUND' });

    const file = await get(`/table/${name}/export?limit=12`);
    expect(file.headers).toMatchObject({
      'x-export-rows': '12',
      'x-export-charged': '0',
      'content-type': 'text/csv; charset=utf-8',
    });
    const { header, records } = readCsv(file.payload);
    expect(header).toEqual(tableByName(name).columns.map(({ field }) => field));
    const [sheet] = readWorkbook((await get(`/table/${name}/export?limit=12&format=xlsx`)).rawPayload);
    expect(sheet?.rows[0]).toEqual(header);
    expect(sheet?.rows).toHaveLength(13);
    expect(records).toEqual(listed.slice(0, 12).map((row) => header.map((field) => textInFile(row[field] ?? null))));
    expect((await get(`/table/${name}/export/preview?limit=12`)).json()).toMatchObject({
      rows: 12,
      charged: 0,
      is_allowed: true,
    });
  });

  it('a list for a test key has the companies that filters, orders and words select', async () => {
    expect(await namesOf('per_page=3')).toEqual([
      'Copper Press Foods (sample)',
      'Spindle Beacon Labs (sample)',
      'Coral Delta Systems (sample)',
    ]);
    expect(await namesOf('country=Norway&sort=name')).toEqual([
      'Glade Route Analytics (sample)',
      'Indigo Arbor Works (sample)',
      'Meadow Ledger Robotics (sample)',
      'Sedge Gate Labs (sample)',
    ]);
    expect(await namesOf('country=Norway&sort=employee_count&order=desc&per_page=2')).toEqual([
      'Glade Route Analytics (sample)',
      'Sedge Gate Labs (sample)',
    ]);
    expect((await page('/table/companies?sample=true')).total).toBe(ROW_COUNT);
    expect((await page('/table/companies?sample=false')).total).toBe(0);
    expect(await namesOf('search_query=SEDGE%20gat')).toEqual(['Sedge Gate Labs (sample)']);
    expect(await namesOf('search_query=edge%20gate')).toEqual([]);
  });

  it('a total for a test key counts the rows of the whole list that fit the filter', async () => {
    const { data: all } = await page('/table/companies?per_page=100');
    const counted = {
      'country=United%20States': all.filter(({ country }) => country === 'United States').length,
      'with_contact_info=true': all.filter(({ main_contact_email: email }) => email !== null).length,
      'positive_revenue=true': all.filter(({ revenue }) => Number(revenue) > 0).length,
      'updated_after=2026-10-01T01:13:03.000Z': all.filter(({ updated_at: time }) => String(time) > '2026-10-01T01:13:03.000Z')
        .length,
    };
    expect(counted['country=United%20States']).toBe(11);
    for (const [query, count] of Object.entries(counted)) {
      expect(count, query).toBeGreaterThan(0);
      expect(count, query).toBeLessThan(ROW_COUNT);
      const { data, total } = await page(`/table/companies?per_page=100&${query}`);
      expect([total, data.length], query).toEqual([count, count]);
    }
    expect(await page('/table/companies?updated_after=2026-10-31T08:11:41.000Z')).toMatchObject({ data: [], total: 0 });
  });

  it('a test key is refused unknown parameters and pages beyond the limit', async () => {
    expect((await get('/table/companies?contry=Norway')).statusCode).toBe(400);
    expect((await get('/table/companies?page=1001')).statusCode).toBe(400);
  });

  it('a cursor of a test key is refused for a live key, and the other way round', async () => {
    const live = await createKeyHolder(server, holder.account);
    const cursorOf = async ({ headers }: KeyHolder) =>
      (await server.app.inject({ url: '/api/v1/table/people?per_page=1&cursor=', headers })).json().next_cursor;
    const [real, sandbox] = [await cursorOf(live), await cursorOf(holder)];
    expect((await get(`/table/people?cursor=${real}`)).statusCode).toBe(400);
    const mixed = await server.app.inject({ url: `/api/v1/table/people?cursor=${sandbox}`, headers: live.headers });
    expect(mixed.statusCode).toBe(400);
    const feed = (await get('/deleted?per_page=2')).json();
    expect(feed.data).toHaveLength(2);
    expect((await get(`/deleted?cursor=${feed.next_cursor}`)).json()).toMatchObject({ next_cursor: null });
    expect((await server.app.inject({ url: `/api/v1/deleted?cursor=${feed.cursor}`, headers: live.headers })).statusCode).toBe(
      400,
    );
  });

  it('collected profiles for a test key are samples, filtered and paged like real ones', async () => {
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

  it('a test key is answered 304 for what it has, and 429 beyond its rate limit', async () => {
    const answer = await get('/table/companies');
    expect((await get('/table/companies', { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
    const slow = await startTestServer({ environment: { KEY_REQUESTS_PER_SECOND: '1' } });
    const { headers } = await createKeyHolder(slow, undefined, { kind: 'test' });
    const statuses: number[] = [];
    for (let made = 0; made < 20; made += 1)
      statuses.push((await slow.app.inject({ url: '/api/v1/table/companies', headers })).statusCode);
    expect(statuses).toContain(429);
    await slow.close();
  });

  it('a test key needs the trial or subscription that its endpoint needs', async () => {
    const other = await createKeyHolder(server, undefined, { kind: 'test' });
    await server.database.execute(sql`update accounts set trial_ends_at = '2020-01-01' where id = ${other.workspaceId}`);
    const answer = await server.app.inject({ url: '/api/v1/table/companies', headers: other.headers });
    expect(answer.json()).toMatchObject({ status: 403, code: 'AUTH.SUBSCRIPTION_REQUIRED' });
    expect((await server.app.inject({ url: '/api/v1/table/reviews', headers: other.headers })).statusCode).toBe(200);
  });
});

/** A cell as written in a file: blank is empty, the values of a list are joined. */
function textInFile(cell: TableRow[string]): string {
  if (cell === null || cell === undefined) return '';
  return Array.isArray(cell) ? cell.join(', ') : String(cell);
}
